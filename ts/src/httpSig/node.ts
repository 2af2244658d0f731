/**
 * Requests of Node's `http`, of Express and of Fastify. Types are structural: nothing is imported from them.
 *
 * @module
 */

import * as check from '../check.js'
import { CountersignError } from '../errors.js'
import type { Verified } from './accept.js'
import {
  fault,
  isRefusal,
  type Judge,
  judgeOf,
  type Refusal,
  refuse,
  type ServerOptions,
  tell,
} from './host.js'
import { bodyLimit, type PlainRequest } from './message.js'

/** A request of Node or Express, as far as it is read here. */
export type IncomingRequest = {
  readonly method?: string | undefined
  readonly url?: string | undefined
  /** Express: the URL before a router cut its mount path off. */
  readonly originalUrl?: string
  readonly rawHeaders: readonly string[]
  readonly readableEnded?: boolean
  readonly destroyed?: boolean
  on(event: string, listener: (chunk: Uint8Array) => void): unknown
  pause?(): unknown
  /** Who signed, and the body as it was received. Set here. */
  signature?: Verified
  /** The bytes of the body, for parsers that come later to leave alone. Set here. */
  body?: unknown
}

/** A response of Node or Express, as far as it is written here. */
export type OutgoingResponse = {
  statusCode: number
  readonly headersSent: boolean
  setHeader(name: string, value: string): unknown
  getHeaderNames?(): string[]
  removeHeader?(name: string): unknown
  destroy?(): unknown
  end(body?: string): unknown
}

/** How {@link middleware} verifies, and whom it tells of faults. */
export type MiddlewareOptions = ServerOptions & {
  /** Told of what `next` throws. */
  readonly onError?: (error: unknown) => void
}

/** Handles a request, or passes it on. */
export type Middleware = (
  request: IncomingRequest,
  response: OutgoingResponse,
  next: () => unknown,
) => Promise<void>

/**
 * Verifies every request before it is passed on: `request.signature` says who signed, and holds the body.
 *
 * It reads the body itself, so it must come before every body parser, and an upload over `bodyLimit` is
 * answered with 413. Parse `request.signature.content`: these are the bytes that were signed. A request
 * that is refused gets 401, its code as JSON, and `Accept-Signature`; `next` is not called, and nothing
 * is thrown. What `next` throws goes to `onError` and is answered with 500, or breaks the answer off where
 * it had begun.
 *
 * A page of another origin asks first with an `OPTIONS` request that nothing signs (the fields of a
 * signature need it), so CORS must be answered before this.
 *
 * @example
 * ```ts
 * const signed = HttpSig.middleware({ origin: 'https://api.example', keys: HttpSig.didKeys(resolver) })
 * app.use(signed) // Express
 * createServer((request, response) => signed(request, response, () => answer(request, response)))
 * ```
 */
export function middleware(options: MiddlewareOptions): Middleware {
  const [judge, limit] = [judgeOf(options), limitOf(options)]
  const { onError } = options
  if (onError !== undefined) check.callable(onError, 'onError')
  return async (request, response, next) => {
    const outcome = await judged(judge, request, limit, options)
    if (isRefusal(outcome)) return answer(response, outcome)
    request.signature = outcome
    // Body parsers look at these two before they read the stream, which is at its end.
    Object.assign(request, { body: outcome.content, _body: true })
    try {
      await next()
    } catch (error) {
      tell(onError, error)
      breakOff(response)
    }
  }
}

/** Says that this side failed; or, where something else was said before, says no more. */
function breakOff(response: OutgoingResponse): void {
  if (response.headersSent) response.destroy?.()
  else {
    for (const name of response.getHeaderNames?.() ?? [])
      if (/^content-/i.test(name)) response.removeHeader?.(name)
    answer(response, fault)
  }
}

async function judged(
  judge: Judge,
  request: IncomingRequest,
  limit: number,
  options: ServerOptions,
): Promise<Verified | Refusal> {
  try {
    return await judge(plainOf(request, await collect(request, limit)))
  } catch (error) {
    return refuse(error, options, false)
  }
}

/** The request as it was sent: raw fields, the URL before any router. */
function plainOf(request: IncomingRequest, body: Uint8Array): PlainRequest {
  const raw = check.list(request.rawHeaders, 'request.rawHeaders') as readonly string[]
  const headers = Array.from({ length: raw.length >> 1 }, (_, at): [string, string] => [
    raw[2 * at] as string,
    raw[2 * at + 1] as string,
  ])
  const url = request.originalUrl ?? request.url ?? ''
  const method = request.method ?? ''
  const target = url.startsWith('/') ? {} : { target: url }
  return { kind: 'request', method, url, ...target, headers, body }
}

function collect(request: IncomingRequest, limit: number): Promise<Uint8Array> {
  if (request.readableEnded === true || request.body !== undefined)
    throw new CountersignError('ERR_ARGUMENT', 'the body was read before: verify first')
  // Its events have been: none would come any more.
  if (request.destroyed === true) throw broken()
  const chunks: Uint8Array[] = []
  let size = 0
  return new Promise((resolve, reject) => {
    request.on('data', (chunk) => {
      size += chunk.length
      if (size <= limit) chunks.push(chunk)
      else {
        chunks.length = 0
        request.pause?.()
        reject(new CountersignError('ERR_LIMIT_EXCEEDED', `the body is longer than ${limit}`))
      }
    })
    request.on('end', () => resolve(joined(chunks)))
    for (const event of ['error', 'aborted', 'close']) request.on(event, () => reject(broken()))
  })
}

function broken(): CountersignError {
  return new CountersignError('ERR_HTTP_SIG_MESSAGE', 'the request broke off')
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}

function answer(response: OutgoingResponse, { status, headers, body }: Refusal): void {
  response.statusCode = status
  for (const [name, value] of headers) response.setHeader(name, value)
  // What was not read of a body that is too long is not waited for.
  if (status === 413) response.setHeader('Connection', 'close')
  response.end(body)
}

function limitOf(options: ServerOptions): number {
  return check.integer(options.bodyLimit ?? bodyLimit, 'bodyLimit')
}

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
  readonly raw: Pick<IncomingRequest, 'method' | 'url' | 'rawHeaders'>
  body?: unknown
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
 * Bodies reach handlers as the bytes that were signed: it takes the place of all content type parsers.
 * Where pages of other origins call, register CORS before it.
 *
 * @example
 * ```ts
 * await app.register(HttpSig.fastify({ origin: 'https://api.example', keys }))
 * ```
 */
export function fastify(
  options: ServerOptions,
): (instance: FastifyInstance, _: unknown, done: () => void) => void {
  const [judge, limit] = [judgeOf(options), limitOf(options)]
  const plugin = (instance: FastifyInstance, _: unknown, done: () => void): void => {
    instance.removeAllContentTypeParsers()
    const given = { parseAs: 'buffer', bodyLimit: limit } as const
    instance.addContentTypeParser('*', given, (_request, body, ready) => ready(null, body))
    instance.addHook('preValidation', async (request, reply) => {
      const body = request.body instanceof Uint8Array ? request.body : new Uint8Array()
      const outcome = await judge(plainOf(request.raw as IncomingRequest, body))
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
