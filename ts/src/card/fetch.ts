/**
 * Fetches the card of an origin.
 *
 * @module
 */

import * as check from '../check.js'
import { type FetchPolicy, fetchDocument } from '../http.js'
import { anything, type Fields, shape } from '../shape.js'

/** Where an agent serves its card (RFC 8615). */
export const wellKnownPath = '/.well-known/agent-card.json'

/**
 * Fetches the card that an origin serves at {@link wellKnownPath}, under the policy of the resolver:
 * https, no private addresses, no redirects, at most 1 MiB. Gives the bytes for {@link verify}; nothing is proven yet.
 *
 * @example
 * ```ts no-run: it asks a server
 * const { bytes } = await Card.fetch('https://agent.example')
 * const { card } = Card.verify(bytes, trust)
 * ```
 *
 * @throws `ERR_ARGUMENT` unless `origin` is one; `ERR_FETCH_BLOCKED`, `ERR_FETCH_FAILED`,
 * `ERR_FETCH_LIMIT`, `ERR_FETCH_TYPE`.
 */
export async function fetch(origin: string, options: fetch.Options = {}): Promise<fetch.Result> {
  const url = new URL(wellKnownPath, originOf(origin)).href
  const { policy } = fetchOptions(options)
  const { bytes } = await fetchDocument(url, policy as FetchPolicy | undefined)
  return { url, bytes }
}

const fetchOptions = shape({ policy: anything } satisfies Fields<fetch.Options>)

export declare namespace fetch {
  type Options = {
    /** What may be fetched. */
    readonly policy?: FetchPolicy
  }
  type Result = {
    /** The address it came from. */
    readonly url: string
    /** The card as served. */
    readonly bytes: Uint8Array
  }
}

function originOf(origin: string): URL {
  const text = check.text(origin, 'origin')
  const url = URL.canParse(text) ? new URL(text) : undefined
  const bare = url?.pathname === '/' && !url.search && !url.hash && !url.username && !url.password
  if (!url || !bare) throw check.wrong('origin', 'an origin such as https://agent.example', origin)
  return url
}
