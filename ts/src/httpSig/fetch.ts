/**
 * A `fetch` that signs every request.
 *
 * @module
 */

import * as check from '../check.js'
import { CountersignError } from '../errors.js'
import type { HostFetch, HostRequest, HostResponse } from '../host.js'
import { type Field, type Fields, optional, shape, withDefault } from '../shape.js'
import type { Signer } from '../signing.js'
import { isBare } from './body.js'
import { signAs } from './make.js'
import { referrerOf } from './message.js'
import { signFields, without } from './options.js'
import type { Shared } from './shared.js'

/** How many redirects are followed at most (Fetch, section 4.4). */
const maxRedirects = 20

const redirects = new Set([301, 302, 303, 307, 308])

/**
 * A `fetch` whose requests are signed by `signer`: method, target and digest of the body, with a fresh
 * nonce, `created` and `expires`, unless `options` says otherwise.
 *
 * A redirect within the origin is followed with a signature of its own. One to another origin is
 * refused: nobody signed a request for that host. So is every redirect in a browser, which does not show
 * where it leads. `redirect: 'manual'` gives the answer as it is.
 *
 * @example
 * ```ts no-run: it asks a server
 * const signedFetch = HttpSig.fetch(signer, { keyid: `${did}#key-1` })
 * const response = await signedFetch('https://api.example/orders', { method: 'POST', body })
 * ```
 *
 * @throws the function given: as {@link sign}; `ERR_FETCH_BLOCKED` for a redirect that is not followed; what
 * the host's `fetch` throws.
 */
export function fetch(signer: Signer | Shared, options: fetch.Options = {}): HostFetch {
  const { lifetime, now, fetch: own, ...rest } = readOptions(options)
  // The `fetch` of the host is looked up at each call: somebody may have replaced it since.
  const send: HostFetch = own ?? ((...all) => globalThis.fetch(...all))
  const signed = (request: HostRequest): Promise<HostRequest> => {
    const created = now()
    const own = { created, expires: undefined, lifetime, nonce: undefined }
    const none = { request: undefined, origin: undefined }
    return signAs('rfc9421', request, signer, { ...rest, ...own, ...none }) as Promise<HostRequest>
  }
  return async (input, init) => {
    let request = new Request(input, init)
    const follow = request.redirect === 'follow'
    for (let hop = 0; hop <= maxRedirects; hop += 1) {
      const ready = await signed(request)
      const response = await send(follow ? byHand(ready) : ready)
      if (!follow || !isRedirect(response)) return response
      request = await next(request, response)
    }
    throw blockedError('too many redirects')
  }
}

export declare namespace fetch {
  type Options = Omit<signAs.Options, 'created' | 'expires' | 'nonce' | 'request' | 'origin'> & {
    /** Seconds for which a signature holds. Default: 300. */
    readonly lifetime?: number
    /** What sends. Default: the `fetch` of the host. */
    readonly fetch?: HostFetch
    /** Default: the clock. */
    readonly now?: () => Date
  }
}

const readOptions = shape({
  ...without(signFields, 'created', 'expires', 'nonce', 'request', 'origin'),
  lifetime: withDefault(check.safeInteger, 300),
  fetch: optional(check.callable) as Field<HostFetch | undefined>,
  now: check.clock,
} satisfies Fields<fetch.Options>)

/** The request with redirects left to us. */
function byHand(request: HostRequest): HostRequest {
  return new Request(request, { ...referrerOf(request), redirect: 'manual' })
}

function isRedirect(response: HostResponse): boolean {
  return response.type === 'opaqueredirect' || redirects.has(response.status)
}

/** The request to which a redirect leads, if it stays within the origin. */
async function next(request: HostRequest, response: HostResponse): Promise<HostRequest> {
  const location = response.headers.get('location')
  void response.body?.cancel()
  if (location === null) throw blockedError('a redirect that does not show where it leads')
  const from = new URL(request.url)
  if (!URL.canParse(location, from)) throw blockedError('a redirect without a valid URL')
  const url = new URL(location, from)
  if (url.origin !== from.origin) throw blockedError('a redirect to another origin')
  const headers = new Headers(request.headers)
  const { method } = request
  const changes =
    response.status === 303 ? method !== 'HEAD' : response.status < 303 && method === 'POST'
  const common = { ...hostOptions(request), headers }
  if (changes) {
    for (const name of [...headers.keys()]) if (/^content-/.test(name)) headers.delete(name)
    return new Request(url, { ...common, method: 'GET' })
  }
  const body = request.body === null ? new ArrayBuffer(0) : await request.arrayBuffer()
  if (isBare(request, new Uint8Array(body))) return new Request(url, { ...common, method })
  return new Request(url, { ...common, method, body })
}

/** What the caller asked of the host, except method, fields and body. A host may not know all of it. */
function hostOptions(request: HostRequest): RequestInit {
  const { signal, credentials, cache, integrity, keepalive } = request
  // The mode of a navigation is for the host alone to give; what is followed stays in the origin.
  const mode = request.mode === 'navigate' ? 'same-origin' : request.mode
  const all = { signal, credentials, mode, cache, integrity, keepalive, ...referrerOf(request) }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}

function blockedError(why: string): CountersignError {
  return new CountersignError('ERR_FETCH_BLOCKED', `a signed request does not follow ${why}`, {
    member: 'url',
  })
}
