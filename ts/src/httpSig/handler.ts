/**
 * Requests of Fetch: Workers, Deno, Bun, Hono, Next.
 *
 * @module
 */

import * as check from '../check.js'
import type { HostRequest, HostResponse } from '../host.js'
import { checkTrusted, type TrustSource, type Verified } from './accept.js'
import { isRefusal, judgeOf, type Refusal, readServer } from './host.js'

/**
 * Wraps a handler of requests. It is called for signed requests alone, and is told who signed.
 *
 * Others get 401, the code as JSON, and `Accept-Signature`. Nobody may have read the body before (500, as that is the
 * service's mistake); the handler can still read it, and `verified.content` holds it. A URL with a fragment is refused,
 * because no signature covers it.
 *
 * A page of another origin asks first with an `OPTIONS` request that nothing signs (the fields of a
 * signature need it), so CORS must be answered before this.
 *
 * Costs at most 16 signature checks a request, unless `maxChecks` says otherwise.
 *
 * @example
 * ```ts
 * const greet = (_: Request, verified: HttpSig.Verified) =>
 *   Response.json({ caller: verified.signer?.controller })
 * export default { fetch: HttpSig.handler(greet, keys, { origin: 'https://api.example' }) }
 * ```
 *
 * @param handle - Gets the request, who signed, and what else the host gives.
 */
export function handler<Rest extends readonly unknown[]>(
  handle: (
    request: HostRequest,
    verified: Verified,
    ...rest: Rest
  ) => HostResponse | Promise<HostResponse>,
  trust: TrustSource,
  options: handler.Options,
): (request: HostRequest, ...rest: Rest) => Promise<HostResponse> {
  check.callable(handle, 'handle')
  const trusted = checkTrusted(trust)
  const judge = judgeOf(trusted, readServer(options))
  return async (request, ...rest) => {
    const outcome = await judge(() => request)
    return isRefusal(outcome) ? refusal(outcome) : handle(request, outcome, ...rest)
  }
}

export declare namespace handler {
  type Options = readServer.Options
}

/** The part of a Hono context that is used here. */
export type HonoContext = {
  readonly req: { readonly raw: HostRequest }
  set(name: 'signature', value: Verified): void
}

/**
 * Middleware of Hono: `c.get('signature')` says who signed. Use it before whatever reads the body. Where pages of
 * other origins call, use `cors()` before it.
 *
 * Costs at most 16 signature checks a request, unless `maxChecks` says otherwise.
 *
 * @example
 * ```ts
 * app.use(HttpSig.hono(keys, { origin: 'https://api.example' }))
 * ```
 */
export function hono(
  trust: TrustSource,
  options: hono.Options,
): (context: HonoContext, next: () => Promise<void>) => Promise<HostResponse | undefined> {
  const trusted = checkTrusted(trust)
  const judge = judgeOf(trusted, readServer(options))
  return async (context, next) => {
    const outcome = await judge(() => context.req.raw)
    if (isRefusal(outcome)) return refusal(outcome)
    context.set('signature', outcome)
    await next()
    return undefined
  }
}

export declare namespace hono {
  type Options = readServer.Options
}

function refusal({ status, headers, body }: Refusal): HostResponse {
  return new Response(body, { status, headers: Object.fromEntries(headers) })
}
