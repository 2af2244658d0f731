/**
 * Messages in the forms in which hosts have them, and the one in which they cross to the engine.
 *
 * @module
 */

import * as check from '../check.js'
import { type CountersignError, coreError } from '../errors.js'
import { httpSigMessage } from '../generated/messages.js'
import { members } from '../shape.js'
import { bodyBytes } from './body.js'

/** Fields in order, one pair for each line. Letters of a value stand for bytes. */
export type Fields = readonly (readonly [name: string, value: string])[]

/** A request as a plain object. */
export type PlainRequest = {
  readonly kind: 'request'
  readonly method: string
  /** Absolute, as the sender saw it; or path and query, where `origin` is given. Without a fragment. */
  readonly url: string
  /** The text of the request line where it is not path and query: `*`, `host:port`, an absolute URL. */
  readonly target?: string
  readonly headers: Fields
  readonly trailers?: Fields
  readonly body?: Uint8Array | string
}

/** A response as a plain object. */
export type PlainResponse = {
  readonly kind: 'response'
  readonly status: number
  readonly headers: Fields
  readonly trailers?: Fields
  readonly body?: Uint8Array | string
  /** The request that it answers, with the fields that it had when it was sent. */
  readonly request?: PlainRequest
}

/** A message as a plain object. */
export type PlainMessage = PlainRequest | PlainResponse

/**
 * What belongs to a message and is not in it. Every member must be written out: a missing one would be looked up in
 * `Object.prototype`.
 *
 * @internal
 */
export type Around = {
  /** Scheme and host by which clients reach this service. */
  readonly origin: string | undefined
  /** The request that a `Response` answers. */
  readonly request: Request | PlainRequest | undefined
  /** Whether it is sent from here, and not received: a host keeps a fragment that it never sends. */
  readonly sent: boolean
}

/** Around a message of which nothing else is known. @internal */
export const unknownAround: Around = { origin: undefined, request: undefined, sent: false }

/** A message as JSON text, without its body. @internal */
export function messageText(message: unknown, around: Around): string {
  return partsText(partsOf(message, around))
}

/** A message of these members as JSON text. @internal */
export function partsText(parts: object): string {
  return JSON.stringify(parts)
}

/** The members of a message without its body, as they cross. @internal */
export function partsOf(message: unknown, around: Around): Record<string, unknown> {
  if (isRequest(message)) return partsOfRequest(message, around)
  if (isResponse(message)) {
    const { status } = members(message, 'message', ['status'])
    const headers = headerLines(message)
    return { kind: 'response', status, headers, ...answeredRequest(undefined, around) }
  }
  return partsOfPlain(message, around)
}

function partsOfRequest(message: Request, { origin, sent }: Around): Record<string, unknown> {
  const { method, url } = members(message, 'message', ['method', 'url'])
  const text = check.text(url, 'message.url')
  const whole = sent ? (text.split('#', 1)[0] as string) : text
  return {
    kind: 'request',
    method: check.text(method, 'message.method'),
    url: withOrigin(whole, origin),
    headers: headerLines(message),
  }
}

function partsOfPlain(message: unknown, around: Around): Record<string, unknown> {
  return partsOfRead(members(message, 'message', plainMembers), around)
}

/** As {@link partsOf}, of a plain message whose members were read. @internal */
export function partsOfRead(record: PlainRead, around: Around): Record<string, unknown> {
  const { kind, method, url, target, status, trailers, request } = record
  const fields = {
    kind: check.oneOf(kind, 'message.kind', ['request', 'response']),
    headers: lines(record.headers, 'message.headers'),
    ...(trailers !== undefined && { trailers: lines(trailers, 'message.trailers') }),
  }
  if (kind === 'response')
    return {
      ...fields,
      status: check.integer(status, 'message.status'),
      ...answeredRequest(request, around),
    }
  return {
    ...fields,
    method: check.text(method, 'message.method'),
    url: withOrigin(check.text(url, 'message.url'), around.origin),
    ...(target !== undefined && { target: check.text(target, 'message.target') }),
  }
}

const plainMembers = [
  'kind',
  'method',
  'url',
  'target',
  'status',
  'headers',
  'trailers',
  'request',
] as const

const allMembers = [...plainMembers, 'body'] as const

/** The members of a plain message, each read once. */
type PlainRead = Record<(typeof plainMembers)[number], unknown>

/**
 * The request that a response answers: its own, or the one beside it. Whoever sends a response received the
 * request, and whoever receives one sent it.
 */
function answeredRequest(own: unknown, { origin, request, sent }: Around): Record<string, unknown> {
  const asked: unknown = request === undefined ? own : request
  if (asked === undefined) return {}
  return { request: partsOf(asked, { origin, request: undefined, sent: !sent }) }
}

/** The lines of the fields of a message. @internal */
export function headerLines(message: unknown): string[][] {
  const { headers } = members(message, 'message', ['headers'])
  return lines(isFetch(message) ? [...(headers as Headers)] : headers, 'message.headers')
}

function lines(value: unknown, name: string): string[][] {
  return check.list(value, name).map((line, index) => {
    const [field, content] = check.list(line, `${name}[${index}]`)
    return [check.text(field, `${name}[${index}][0]`), check.text(content, `${name}[${index}][1]`)]
  })
}

/** The error for a message that cannot be signed or verified. @internal */
export function unfit(reason: string): CountersignError {
  return coreError(httpSigMessage, { reason })
}

/** The URL with the origin that the service is reached by, whatever the URL says. */
function withOrigin(url: string, origin: string | undefined): string {
  if (origin === undefined) return url
  const rest = url.replace(/^[a-z]+:\/\/[^/?#]*/i, '')
  // Anything else after the origin would make it somebody else's origin.
  if (!/^([/?#]|$)/.test(rest)) throw unfit('a URL that is neither absolute nor begins with "/"')
  return check.text(origin, 'origin').replace(/\/$/, '') + rest
}

/**
 * A plain message with the members that were read, once: what a getter gives is what is signed and sent. Its
 * members are its own; those that are missing are there as `undefined`.
 *
 * @internal
 */
export function plainCopy(message: unknown): PlainRead & { body: unknown } {
  const read = members(message, 'message', allMembers)
  if (typeof read.body !== 'string') read.body = copyBody(read.body)
  return read
}

/** A copy, because nobody may change the body while it is signed. */
function copyBody(body: unknown): Uint8Array | undefined {
  return body === undefined ? undefined : check.bytes(body, 'message.body').slice()
}

/** The body of a plain message. @internal */
export function plainBody(message: unknown): Uint8Array {
  return bodyBytes(members(message, 'message', ['body']).body, 'message.body')
}

/** Whether a value is a message of Fetch, of this realm or another. @internal */
export function isFetch(value: unknown): value is Request | Response {
  const kind = tag(value)
  return kind === fetchTags.request || kind === fetchTags.response
}

const fetchTags = { request: '[object Request]', response: '[object Response]' } as const

/**
 * What `new Request(request, …)` forgets of a request as soon as it changes anything (Fetch, section 5.4).
 *
 * @internal
 */
export function referrerOf({ referrer, referrerPolicy }: Request): RequestInit {
  // Not every host has them.
  return {
    ...(referrer !== undefined && { referrer }),
    ...(referrerPolicy !== undefined && { referrerPolicy }),
  }
}

/** Whether a value is a `Request`. @internal */
export function isRequest(value: unknown): value is Request {
  return tag(value) === fetchTags.request
}

function isResponse(value: unknown): value is Response {
  return tag(value) === fetchTags.response
}

function tag(value: unknown): string {
  return check.readable('message', () => Object.prototype.toString.call(value))
}
