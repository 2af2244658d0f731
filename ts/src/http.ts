/**
 * Fetches documents under a policy against server-side request forgery (SSRF).
 *
 * | Rule | Node | Browser |
 * | --- | --- | --- |
 * | `https:` only, no user name or password in the URL | yes | yes |
 * | no private, loopback, link-local or other address that is not public | every address of the host name is checked | only an address written in the URL is checked; a browser hides the others |
 * | no redirect is followed | yes | yes |
 * | size and time are limited | yes | yes |
 * | status 200, and a requested content type, whose `charset` is UTF-8 if it has one | yes | yes |
 *
 * @module
 */

import * as check from './check.js'
import { CountersignError } from './errors.js'
import { builtin, isNode, nodeFetch } from './http/node.js'
import { type Answer, blockedError, checkUrl, type FetchPolicy, limits } from './http/policy.js'
import { webFetch } from './http/web.js'

export type { FetchPolicy }

/** A fetched document. @internal */
export type Fetched = {
  readonly bytes: Uint8Array
  readonly contentType: string
  readonly headers: Answer['headers']
}

/**
 * Fetches `url`.
 *
 * @param types - Content types that are taken, for example `application/json`; a type with the suffix
 * `+json` is taken where `application/json` is.
 * @throws `ERR_FETCH_BLOCKED`, `ERR_FETCH_FAILED`, `ERR_FETCH_LIMIT`, `ERR_FETCH_TYPE`.
 * @internal
 */
export async function fetchDocument(
  url: string,
  policy: FetchPolicy = {},
  types: readonly string[] = ['application/json'],
): Promise<Fetched> {
  const set = limits(policy)
  const target = checkUrl(check.text(url, 'url'), set)
  const accept = types.join(', ')
  const load = builtin()
  // A Node that hides its modules would be treated as a browser, and no address be checked.
  if (!load && isNode() && !set.allowPrivate)
    throw blockedError('addresses cannot be checked here: `process.getBuiltinModule` is missing')
  const answer = await (load ? nodeFetch(target, accept, set, load) : webFetch(target, accept, set))
  return acceptAnswer(answer, target, types)
}

function acceptAnswer(
  { status, contentType, headers, body }: Answer,
  url: URL,
  types: readonly string[],
): Fetched {
  if (status >= 300 && status < 400)
    throw blockedError(`${url.host} answered with a redirect, which is not followed`)
  if (status !== 200)
    throw new CountersignError('ERR_FETCH_FAILED', `${url.host} answered with status ${status}`, {
      got: status,
    })
  refuseCharset(contentType, url.host)
  const essence = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  const json = essence.endsWith('+json') && types.includes('application/json')
  if (!types.includes(essence) && !json)
    throw new CountersignError(
      'ERR_FETCH_TYPE',
      `${url.host} gave ${essence || 'no content type'}, not ${types.join(' or ')}`,
      { want: types.join(' or '), got: essence },
    )
  return { bytes: body, contentType: essence, headers }
}

/**
 * Refuses text of another encoding: read as UTF-8 it would be another text than its sender meant.
 *
 * @throws `ERR_FETCH_TYPE`.
 * @internal
 */
export function refuseCharset(contentType: string, whose: string): void {
  for (const [, quoted, bare] of contentType.matchAll(
    /;\s*charset\s*=\s*(?:"([^"]*)"|([^\s;]*))/gi,
  )) {
    const charset = (quoted ?? bare ?? '').trim().toLowerCase()
    if (!['utf-8', 'utf8', 'us-ascii'].includes(charset))
      throw new CountersignError(
        'ERR_FETCH_TYPE',
        `${whose} gave text with a charset other than UTF-8`,
        { want: 'UTF-8', got: charset },
      )
  }
}
