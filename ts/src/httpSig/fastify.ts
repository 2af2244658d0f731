/**
 * Requests of Fastify. Types are structural: nothing is imported from it.
 *
 * @module
 */

import * as check from '../check.js'
import { members } from '../shape.js'
import type { Verified } from './accept.js'
import { isRefusal, judgeOf, readServer, type ServerOptions } from './host.js'
import {
  fieldsOf,
  type IncomingRequest,
  isBytes,
  plainOf,
  type RawRequest,
  unsigned,
} from './node.js'

/** An instance of Fastify, as far as it is used here. */
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

/** A request of Fastify, as far as it is read here. */
export type FastifyRequest = {
  readonly raw: RawRequest
  readonly body?: unknown
  /** Who signed, and the body as it was received. Set here. */
  signature?: Verified
}

/** A reply of Fastify, as far as it is written here. */
export type FastifyReply = {
  code(status: number): unknown
  header(name: string, value: string): unknown
  send(body: string): unknown
}

/**
 * A plugin of Fastify that verifies every request: `request.signature` says who signed, and holds the body.
 *
 * Bodies reach handlers as the bytes that were signed: it takes the place of all content type parsers. A
 * parser that is added later, or in a child context, and gives anything but the bytes, or leaves the body
 * unread as those for `multipart` do, makes a request end with 500: nobody signed what it would give.
 *
 * Register it before the plugins whose routes it is for: Fastify runs its hook for later ones alone. Where
 * pages of other origins call, register CORS before it.
 *
 * @example
 * ```ts
 * await app.register(HttpSig.fastify({ origin: 'https://api.example', keys }))
 * ```
 */
export function fastify(
  options: ServerOptions,
): (instance: FastifyInstance, _: unknown, done: () => void) => void {
  const given = readServer(options)
  const judge = judgeOf(given)
  const plugin = (instance: FastifyInstance, _: unknown, done: () => void): void => {
    instance.removeAllContentTypeParsers()
    const raw = { parseAs: 'buffer', bodyLimit: given.bodyLimit } as const
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

/** The bytes that our parser left, or none where none were sent. */
function parsedBody(request: FastifyRequest): Uint8Array {
  const { body } = members(request, 'request', ['body'])
  if (body !== undefined && body !== null) {
    if (isBytes(body)) return check.bytes(body, 'request.body')
    throw unsigned('a content type parser gave a body that is not bytes')
  }
  if (carriesBody(request.raw)) throw unsigned('a content type parser left the body unread')
  return new Uint8Array()
}

/** Whether a body was sent (RFC 9112, section 6.3; RFC 9113, section 8.1), read by somebody or not. */
function carriesBody(raw: RawRequest): boolean {
  const lines = fieldsOf(raw).map(([name, value]) => [name.toLowerCase(), value.trim()] as const)
  const framed = ([name, value]: readonly [string, string]) =>
    name === 'transfer-encoding' || (name === 'content-length' && !/^0+$/.test(value))
  if (lines.some(framed)) return true
  const sized = lines.some(([name]) => name === 'content-length')
  const { stream } = members(raw, 'request', ['stream']) as Pick<IncomingRequest, 'stream'>
  return !sized && stream?.endAfterHeaders === false
}
