/**
 * Requests of Fastify. Types are structural: nothing is imported from it.
 *
 * @module
 */

import * as check from '../check.js'
import { members } from '../shape.js'
import { checkTrusted, type TrustSource, type Verified } from './accept.js'
import { isRefusal, judgeOf, readServer } from './host.js'
import {
  fieldsOf,
  type IncomingRequest,
  isBytes,
  plainOf,
  type RawRequest,
  uncoveredError,
} from './node.js'

/** The part of a Fastify instance that is used here. */
export type FastifyInstance = {
  removeAllContentTypeParsers(): unknown
  addContentTypeParser(
    type: string,
    options: { parseAs: 'buffer'; bodyLimit: number },
    parser: (
      request: unknown,
      body: Uint8Array,
      done: (error: Error | null, body: unknown) => void,
    ) => void,
  ): unknown
  addHook(
    name: 'preValidation',
    hook: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
  ): unknown
}

/** The part of a Fastify request that is read here. */
export type FastifyRequest = {
  readonly raw: RawRequest
  readonly body?: unknown
  /** Who signed, and the body as it was received. Set here. */
  signature?: Verified
}

/** The part of a Fastify reply that is written here. */
export type FastifyReply = {
  code(status: number): unknown
  header(name: string, value: string): unknown
  send(body: string): unknown
}

/**
 * A plugin of Fastify that verifies every request: `request.signature` says who signed, and holds the body.
 *
 * Bodies reach handlers as the bytes that were signed, because the plugin replaces all content type parsers. A parser
 * that is added later, or in a child context, and gives anything but the bytes, or leaves the body unread as those for
 * `multipart` do, makes a request end with 500: nobody signed what it would give.
 *
 * It holds for every route of the instance that it is registered on, and of the contexts in it, whether they were made
 * before it or after. Register it first all the same: a context that was made earlier keeps its own parsers, and a
 * request with a body ends there with 500. If some routes are for everybody, register the plugin and the other routes
 * in a context of their own. If pages of other origins call the service, register CORS before the plugin.
 *
 * Costs at most 16 signature checks a request, unless `maxChecks` says otherwise.
 *
 * @example
 * ```ts
 * await app.register(HttpSig.fastify(keys, { origin: 'https://api.example' }))
 * ```
 */
export function fastify(
  trust: TrustSource,
  options: fastify.Options,
): (instance: FastifyInstance, _: unknown, done: () => void) => void {
  const trusted = checkTrusted(trust)
  const server = readServer(options)
  const judge = judgeOf(trusted, server)
  const plugin = (instance: FastifyInstance, _: unknown, done: () => void): void => {
    instance.removeAllContentTypeParsers()
    const raw = { parseAs: 'buffer', bodyLimit: server.bodyLimit } as const
    instance.addContentTypeParser('*', raw, (_request, body, ready) => ready(null, body))
    instance.addHook('preValidation', async (request, reply) => {
      const outcome = await judge(() => plainOf(request.raw, parsedBody(request)))
      if (!isRefusal(outcome)) {
        request.signature = outcome
        return undefined
      }
      reply.code(outcome.status)
      for (const [name, value] of outcome.headers) reply.header(name, value)
      return reply.send(outcome.body)
    })
    done()
  }
  // So that Fastify applies it to the instance itself, and not to a child of it.
  return Object.assign(plugin, { [Symbol.for('skip-override')]: true })
}

export declare namespace fastify {
  type Options = readServer.Options
}

/** The bytes that our parser left, or none where none were sent. */
function parsedBody(request: FastifyRequest): Uint8Array {
  const { body } = members(request, 'request', ['body'])
  const absent = body === undefined || body === null
  if (!absent && !isBytes(body))
    throw uncoveredError('a content type parser gave a body that is not bytes')
  const bytes = absent ? new Uint8Array() : check.bytes(body, 'request.body')
  // A body of unknown length may turn out to be empty, one of a known length may not.
  if (isSized(request.raw) ? bytes.length === 0 : absent && isConnected(request.raw))
    throw uncoveredError('a content type parser left the body unread')
  return bytes
}

/** Whether a body of a length that is known was sent (RFC 9112, section 6.3). */
function isSized(raw: RawRequest): boolean {
  return valuesOf(raw, 'content-length').some((length) => !/^0+$/.test(length))
}

/** Whether a body was sent whose length nobody knew, as in HTTP/2 it may be (RFC 9113, section 8.1). */
function isConnected(raw: RawRequest): boolean {
  if (valuesOf(raw, 'transfer-encoding').length > 0) return true
  const { stream } = members(raw, 'request', ['stream']) as Pick<IncomingRequest, 'stream'>
  return valuesOf(raw, 'content-length').length === 0 && stream?.endAfterHeaders === false
}

function valuesOf(raw: RawRequest, name: string): string[] {
  return fieldsOf(raw).flatMap(([own, value]) => (own.toLowerCase() === name ? [value.trim()] : []))
}
