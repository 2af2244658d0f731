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
import { type TrustSource, type Verified, type VerifyOptions, verifyAs } from './accept.js'
import { type SignOptions, signAs } from './make.js'
import type { PlainRequest } from './message.js'
import { readSign, readVerify } from './options.js'

/** How to sign. */
export type McpOptions = SignOptions & { readonly keyid: string }

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
  options: McpOptions,
): Promise<HostRequest>
export function sign<S extends Signer>(
  message: PlainRequest,
  signer: S,
  options: McpOptions,
): Signed<S, PlainRequest>
export function sign(message: unknown, signer: Signer, options: McpOptions): unknown {
  return signAs('mcp', message, signer, readSign(check.record(options, 'options')))
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
  options: VerifyOptions = {},
): Promise<Verified> {
  return verifyAs('mcp', message, trust, readVerify(options))
}
