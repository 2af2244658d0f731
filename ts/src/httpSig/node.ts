/**
 * Requests of Node's `http` and of Express. Types are structural: nothing is imported from them.
 *
 * @module
 */

import { concat } from '../bytes.js'
import * as check from '../check.js'
import { CountersignError } from '../errors.js'
import { type Field, type Fields, members, optional, shape } from '../shape.js'
import { checkTrusted, type TrustSource, type Verified } from './accept.js'
import {
  fault,
  isRefusal,
  judgeOf,
  prepareServer,
  type Refusal,
  type readServer,
  serverFields,
  tell,
} from './host.js'
import { type PlainRequest, unfit } from './message.js'

/** The part of a request of Node or Express that is read here. */
export type IncomingRequest = {
  readonly method?: string | undefined
  readonly url?: string | undefined
  /** Express: the URL before a router cut its mount path off. */
  readonly originalUrl?: string
  readonly rawHeaders: readonly string[]
  readonly readableEnded?: boolean
  /** Whether somebody has read from the body. */
  readonly readableDidRead?: boolean
  readonly destroyed?: boolean
  /** HTTP/2: whether the request ended with its fields. */
  readonly stream?: { readonly endAfterHeaders?: boolean }
  on(event: string, listener: (chunk: Uint8Array) => void): unknown
  pause?(): unknown
  /** Who signed, and the body as it was received. Set here. */
  signature?: Verified
  /** The bytes of the body. It is set here, and makes later parsers leave the body alone. */
  body?: unknown
}

/** The connection of a request, which says how it was sent. */
export type RawRequest = Pick<IncomingRequest, 'method' | 'url' | 'rawHeaders' | 'stream'>

/** The part of a response of Node or Express that is written here. */
export type OutgoingResponse = {
  statusCode: number
  readonly headersSent: boolean
  setHeader(name: string, value: string): unknown
  getHeaderNames?(): string[]
  removeHeader?(name: string): unknown
  destroy?(): unknown
  end(body?: string): unknown
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
 * It reads the body itself, so it must come before every body parser, and an upload over `bodyLimit` is answered with
 * 413. Parse `request.signature.content`: these are the bytes that were signed. A request that is refused gets 401, its
 * code as JSON, and `Accept-Signature`; `next` is not called, and nothing is thrown. What `next` throws goes to
 * `onError`. The answer is then 500, or breaks off if it had begun.
 *
 * A page of another origin asks first with an `OPTIONS` request that nothing signs (the fields of a
 * signature need it), so CORS must be answered before this.
 *
 * Costs at most 16 signature checks a request, unless `maxChecks` says otherwise.
 *
 * @example
 * ```ts
 * const signed = HttpSig.middleware(HttpSig.didKeys(resolver), { origin: 'https://api.example' })
 * app.use(signed) // Express
 * createServer((request, response) => signed(request, response, () => answer(request, response)))
 * ```
 */
export function middleware(trust: TrustSource, options: middleware.Options): Middleware {
  const trusted = checkTrusted(trust)
  const { onError, ...read } = shapeOfMiddleware(check.record(options, 'options'))
  const server = prepareServer(read)
  const judge = judgeOf(trusted, server)
  return async (request, response, next) => {
    const outcome = await judge(async () =>
      plainOf(request, await collect(request, server.bodyLimit)),
    )
    if (isRefusal(outcome)) return answer(response, outcome)
    request.signature = outcome
    // Body parsers look at these two before they read the stream, which has ended.
    Object.assign(request, { body: outcome.content, _body: true })
    try {
      await next()
    } catch (error) {
      tell(onError, error)
      breakOff(response)
    }
  }
}

const shapeOfMiddleware = shape({
  ...serverFields,
  onError: optional(check.callable) as Field<((error: unknown) => void) | undefined>,
} satisfies Fields<middleware.Options>)

export declare namespace middleware {
  type Options = readServer.Options & {
    /** Is told what `next` throws. */
    readonly onError?: (error: unknown) => void
  }
}

/** Answers that this side failed. If an answer had begun, it ends there. */
function breakOff(response: OutgoingResponse): void {
  if (response.headersSent) response.destroy?.()
  else {
    for (const name of response.getHeaderNames?.() ?? [])
      if (/^content-/i.test(name)) response.removeHeader?.(name)
    answer(response, fault)
  }
}

/** The request as it was sent: raw fields, the URL before any router. @internal */
export function plainOf(request: RawRequest, body: Uint8Array): PlainRequest {
  const { originalUrl, url, method } = members(request, 'request', ['originalUrl', 'url', 'method'])
  const address = check.text(originalUrl ?? url ?? '', 'request.url')
  const target = address.startsWith('/') ? {} : { target: address }
  const text = check.text(method ?? '', 'request.method')
  return {
    kind: 'request',
    method: text,
    url: address,
    ...target,
    headers: fieldsOf(request),
    body,
  }
}

/**
 * Names and values stand in turn. Over HTTP/2, method and address come among them (RFC 9113, section 8.3.1): they are no
 * fields, and the request has them elsewhere.
 *
 * @internal
 */
export function fieldsOf(request: RawRequest): [string, string][] {
  const raw = check.list(request.rawHeaders, 'request.rawHeaders') as readonly string[]
  const pairs = Array.from({ length: raw.length >> 1 }, (_, index): [string, string] => [
    raw[2 * index] as string,
    raw[2 * index + 1] as string,
  ])
  return pairs.filter(([name]) => !name?.startsWith(':'))
}

/** The body. Nobody may have begun to read it, because nobody would have signed what is missing. */
function collect(request: IncomingRequest, limit: number): Promise<Uint8Array> {
  const { readableEnded, readableDidRead, body, destroyed } = members(request, 'request', [
    'readableEnded',
    'readableDidRead',
    'body',
    'destroyed',
  ])
  if (readableEnded === true || readableDidRead === true || body !== undefined)
    throw new CountersignError(
      'ERR_ARGUMENT',
      'the body was read before: verify before any body parser',
      { member: 'body' },
    )
  // Its events are over: none would come any more.
  if (destroyed === true) throw broken()
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = []
    let size = 0
    request.on('data', (chunk) => {
      if (!isBytes(chunk)) return reject(uncoveredError('parts of the body are not bytes'))
      size += chunk.length
      if (size <= limit) return void chunks.push(chunk)
      chunks.length = 0
      request.pause?.()
      const message = `the body is longer than ${limit}`
      reject(new CountersignError('ERR_LIMIT_EXCEEDED', message, { member: 'body', limit }))
    })
    request.on('end', () => resolve(concat(chunks)))
    for (const event of ['error', 'aborted', 'close']) request.on(event, () => reject(broken()))
  })
}

/** An error in a listener would end the process, so this throws none. @internal */
export function isBytes(chunk: unknown): boolean {
  try {
    check.bytes(chunk, 'chunk')
    return true
  } catch {
    return false
  }
}

/** The error for a body that was not there as it was sent. @internal */
export function uncoveredError(why: string): CountersignError {
  return new CountersignError('ERR_ARGUMENT', `${why}, so what was signed cannot be known`, {
    member: 'body',
  })
}

function broken(): CountersignError {
  return unfit('no whole body: the connection ended before that')
}

function answer(response: OutgoingResponse, { status, headers, body }: Refusal): void {
  response.statusCode = status
  for (const [name, value] of headers) response.setHeader(name, value)
  // What was not read of a body that is too long is not waited for.
  if (status === 413) response.setHeader('Connection', 'close')
  response.end(body)
}
