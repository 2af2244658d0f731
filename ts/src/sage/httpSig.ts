/**
 * Signatures of requests as SAGE makes them, byte for byte.
 *
 * SAGE decodes paths and query parameters, writes parameters in an order of its own, and does not
 * cover the host by default: a request for one service holds at another, and `uncovered` says so.
 * Refused here, unlike in SAGE: control characters that were decoded, quotes in a value, a parameter
 * that SAGE would pass over, an empty or too short list of components, a signature without `created`
 * or from the future, a `Signature` field that is cut off. A high S is accepted, as SAGE makes it half of the
 * time, and the result says so.
 *
 * Where path and query need no decoding, the same signature holds under RFC 9421.
 *
 * @module
 */

import * as check from '../check.js'
import { call } from '../engine/slot.js'
import type { HostRequest } from '../host.js'
import { type TrustSource, type Verified, verifyAs } from '../httpSig/accept.js'
import { signAs } from '../httpSig/make.js'
import { messageText, type PlainRequest, unknownAround } from '../httpSig/message.js'
import { readVerify, signFields, without } from '../httpSig/options.js'
import { shape } from '../shape.js'
import type { Signed, Signer } from '../signing.js'

/**
 * Signs a request. Default components: method, path, query, and the digest of a body.
 *
 * @example
 * ```ts
 * const signed = await Sage.HttpSig.sign(request, signer, { keyid: did })
 * ```
 *
 * @throws as `HttpSig.sign`; `ERR_HTTP_SIG_PARAMETER` for a value that SAGE cannot read.
 */
export function sign(
  message: HostRequest,
  signer: Signer,
  options?: sign.Options,
): Promise<HostRequest>
export function sign<S extends Signer>(
  message: PlainRequest,
  signer: S,
  options?: sign.Options,
): Signed<S, PlainRequest>
export function sign(message: unknown, signer: Signer, options?: sign.Options): unknown {
  return signAs('sage', message, signer, { ...readOptions(options), tag: undefined })
}

export declare namespace sign {
  /** `keyid` is the DID of the agent. */
  type Options = Omit<signAs.Options, 'tag'>
}

const readOptions = shape(without(signFields, 'tag'))

/**
 * Verifies a request.
 *
 * Costs at most 16 signature checks, unless `maxChecks` says otherwise.
 *
 * @param trust - A trust input, a shared secret, or a function that finds one for the `keyid` of a signature.
 * @throws as `HttpSig.verify`; `ERR_HTTP_SIG_PARAMETER` for parameters that SAGE would write otherwise.
 */
export async function verify(
  message: HostRequest | PlainRequest,
  trust: TrustSource,
  options: verify.Options = {},
): Promise<Verified> {
  return verifyAs('sage', message, trust, readVerify(options))
}

export declare namespace verify {
  type Options = verifyAs.Options
}

/**
 * The text that SAGE signs.
 *
 * @example
 * ```ts
 * Sage.HttpSig.base(request, '("@method" "@path");keyid="key-1";created=1760880896')
 * ```
 *
 * @throws as `HttpSig.base`.
 */
export function base(message: HostRequest | PlainRequest, parameters: string): string {
  const text = messageText(message, unknownAround)
  const list = check.text(parameters, 'parameters')
  return call((engine) => engine.httpSigBase(text, list, 'sage'))
}
