/**
 * Requests of clients of the Model Context Protocol (SEP-2752).
 *
 * Covered are method, target URI, body, and `mcp-protocol-version` and `mcp-session-id` where they are
 * sent, so that a request counts in one session only. `keyid` is needed.
 *
 * @module
 */

import type { Signed, Signer } from '../signing.js'
import { readVerify, type Verified, type VerifyOptions, verifyAs } from './accept.js'
import { readSign, type SignOptions, signAs } from './make.js'
import type { PlainRequest } from './message.js'

/** How to sign. */
export type McpOptions<S extends Signer = Signer> = Omit<SignOptions, 'signer' | 'keyid'> & {
  readonly signer: S
  readonly keyid: string
}

/**
 * Signs a request.
 *
 * @example
 * ```ts
 * const signed = await HttpSig.mcp.sign(request, { signer, keyid: 'did:web:agent.example#key-1' })
 * ```
 *
 * @throws as `HttpSig.sign`.
 */
export function sign(message: Request, options: McpOptions): Promise<Request>
export function sign<S extends Signer>(
  message: PlainRequest,
  options: McpOptions<S>,
): Signed<S, PlainRequest>
export function sign(message: unknown, options: McpOptions): unknown {
  return signAs('mcp', message, readSign(options))
}

/**
 * Verifies a request.
 *
 * Costs at most 16 signature checks, unless `maxChecks` says otherwise.
 *
 * @throws as `HttpSig.verify`; `ERR_HTTP_SIG_UNCOVERED` where a field of the protocol is not covered.
 */
export async function verify(
  message: Request | PlainRequest,
  options: VerifyOptions,
): Promise<Verified> {
  return verifyAs('mcp', message, readVerify(options))
}
