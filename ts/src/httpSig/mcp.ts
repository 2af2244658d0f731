/**
 * Requests of clients of the Model Context Protocol (SEP-2752).
 *
 * Covered are method, target URI, body, and `mcp-protocol-version` and `mcp-session-id` where they are
 * sent, so that a request counts in one session only. `keyid` is needed.
 *
 * @module
 */

import * as check from '../check.js'
import type { HostRequest } from '../host.js'
import type { Signed, Signer } from '../signing.js'
import { type TrustSource, type Verified, verifyAs } from './accept.js'
import { signAs } from './make.js'
import type { PlainRequest } from './message.js'
import { readSign, readVerify } from './options.js'

/**
 * Signs a request.
 *
 * @example
 * ```ts
 * const signed = await HttpSig.mcp.sign(request, signer, { keyid: 'did:web:agent.example#key-1' })
 * ```
 *
 * @throws as `HttpSig.sign`.
 */
export function sign(
  message: HostRequest,
  signer: Signer,
  options: sign.Options,
): Promise<HostRequest>
export function sign<S extends Signer>(
  message: PlainRequest,
  signer: S,
  options: sign.Options,
): Signed<S, PlainRequest>
export function sign(message: unknown, signer: Signer, options: sign.Options): unknown {
  return signAs('mcp', message, signer, readSign(check.record(options, 'options')))
}

export declare namespace sign {
  type Options = signAs.Options & { readonly keyid: string }
}

/**
 * Verifies a request.
 *
 * Costs at most 16 signature checks, unless `maxChecks` says otherwise.
 *
 * @throws as `HttpSig.verify`; `ERR_HTTP_SIG_UNCOVERED` where a field of the protocol is not covered.
 */
export async function verify(
  message: HostRequest | PlainRequest,
  trust: TrustSource,
  options: verify.Options = {},
): Promise<Verified> {
  return verifyAs('mcp', message, trust, readVerify(options))
}

export declare namespace verify {
  type Options = verifyAs.Options
}
