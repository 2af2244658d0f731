/**
 * How a server answers a request for its card.
 *
 * @module
 */

import * as check from '../check.js'
import { receive } from '../document.js'
import { call } from '../engine/slot.js'
import type { HostRequest, HostResponse } from '../host.js'
import { type Fields, members, shape, withDefault } from '../shape.js'
import { wellKnownPath } from './fetch.js'
import type { Input } from './validate.js'

/** A card as it is served. */
export type Served = {
  /** Where it is served: `Card.wellKnownPath`. */
  readonly path: string
  /** Type, length of the cache, tag of this text, and leave for pages of other origins to read it. */
  readonly headers: Readonly<Record<string, string>>
  /** The text. */
  readonly body: string
  /** The answer to a request at the path: 200, 304 if the client has this text, 405 unless GET or HEAD. */
  respond(request: HostRequest): HostResponse
}

/**
 * Prepares a card for a server, once: sign it before, and pass it here.
 *
 * @example
 * ```ts
 * const served = Card.wellKnown(Card.sign(card, signer, { kid: 'did:web:agent.example#key-1' }))
 * const handle = (request: Request) =>
 *   new URL(request.url).pathname === served.path
 *     ? served.respond(request)
 *     : new Response(null, { status: 404 })
 * ```
 *
 * @param card - Text and bytes are served as they are.
 * @throws an `ERR_JSON_` code for what is no strict JSON.
 */
export function wellKnown(card: Input, options: wellKnown.Options = {}): Served {
  const { text } = receive(card, 'card')
  const { maxAge } = readOptions(options)
  const headers = {
    'Content-Type': 'application/json',
    'Cache-Control': `public, max-age=${maxAge}`,
    ETag: `"${call((engine) => engine.receiptContentHash(text))}"`,
    'Access-Control-Allow-Origin': '*',
  }
  const respond = (request: HostRequest): HostResponse => answer(request, headers, text)
  return { path: wellKnownPath, headers, body: text, respond }
}

const readOptions = shape({
  maxAge: withDefault(check.integer, 3_600),
} satisfies Fields<wellKnown.Options>)

export declare namespace wellKnown {
  type Options = {
    /** For how many seconds clients may keep it. Default: 3600. */
    readonly maxAge?: number
  }
}

function answer(
  request: HostRequest,
  headers: { readonly ETag: string },
  body: string,
): HostResponse {
  const { method, headers: fields } = members(request, 'request', ['method', 'headers'])
  if (method !== 'GET' && method !== 'HEAD')
    return new Response(null, { status: 405, headers: { Allow: 'GET, HEAD' } })
  const has = isListed(headers.ETag, (fields as Headers).get('If-None-Match') ?? '')
  const content = has || method === 'HEAD' ? null : body
  return new Response(content, { status: has ? 304 : 200, headers: { ...headers } })
}

/** Whether a client has the text of a tag (RFC 9110, section 13.1.2). */
function isListed(tag: string, list: string): boolean {
  const tags = list.split(',').map((item) => item.trim().replace(/^W\//, ''))
  return tags.includes(tag) || tags.includes('*')
}
