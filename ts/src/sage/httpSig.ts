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
import { CountersignError } from '../errors.js'
import {
  type KeyLookup,
  type Trusted,
  type Verified,
  type VerifyOptions,
  verifyAs,
} from '../httpSig/accept.js'
import { type SignOptions, signAs } from '../httpSig/make.js'
import { messageText, type PlainRequest, unknownAround } from '../httpSig/message.js'
import { signFields, verifyFields, without } from '../httpSig/options.js'
import type { Shared } from '../httpSig/shared.js'
import { anything, type Field, optional, shape } from '../shape.js'
import type { Signed, Signer } from '../signing.js'
import type { Trust } from '../trust.js'

/** How to sign. `keyid` is the DID of the agent. */
export type SageOptions<S extends Signer = Signer> = Omit<SignOptions, 'tag'> & {
  readonly signer: S
}

/**
 * Signs a request. Default components: method, path, query, and the digest of a body.
 *
 * @example
 * ```ts
 * const signed = await Sage.HttpSig.sign(request, { signer, keyid: did })
 * ```
 *
 * @throws as `HttpSig.sign`; `ERR_HTTP_SIG_PARAMETER` for a value that SAGE cannot read.
 */
export function sign(message: Request, options: SageOptions): Promise<Request>
export function sign<S extends Signer>(
  message: PlainRequest,
  options: SageOptions<S>,
): Signed<S, PlainRequest>
export function sign(message: unknown, options: SageOptions): unknown {
  const { signer, ...given } = readOptions(options)
  return signAs('sage', message, signer, { ...given, tag: undefined })
}

const shapeOfSign = shape({ ...without(signFields, 'tag'), signer: anything as Field<Signer> })

const readOptions = (options: unknown) => shapeOfSign(check.record(options, 'options'))

/** How to verify, and by whose keys. */
export type SageVerifyOptions = VerifyOptions & {
  /** Who is trusted. Either this or `keys`, never both. */
  readonly trust?: Trust | Shared
  /** Looks up who is trusted. */
  readonly keys?: KeyLookup
}

/**
 * Verifies a request.
 *
 * Costs at most 16 signature checks, unless `maxChecks` says otherwise.
 *
 * @throws as `HttpSig.verify`; `ERR_HTTP_SIG_PARAMETER` for parameters that SAGE would write otherwise.
 */
export async function verify(
  message: Request | PlainRequest,
  options: SageVerifyOptions,
): Promise<Verified> {
  const { trust, keys, ...given } = shapeOfVerify(check.record(options, 'options'))
  if ((trust === undefined) === (keys === undefined))
    throw new CountersignError('ERR_ARGUMENT', 'options must have either trust or keys')
  return verifyAs('sage', message, (trust ?? keys) as Trusted, given)
}

const shapeOfVerify = shape({
  ...verifyFields,
  trust: anything as Field<Trust | Shared | undefined>,
  keys: optional(check.callable) as Field<KeyLookup | undefined>,
})

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
export function base(message: Request | PlainRequest, parameters: string): string {
  const text = messageText(message, unknownAround)
  const list = check.text(parameters, 'parameters')
  return call((engine) => engine.httpSigBase(text, list, 'sage'))
}
