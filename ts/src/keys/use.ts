/**
 * What a local key does: it signs, or it agrees on a secret.
 *
 * @module
 */

import * as check from '../check.js'
import * as hot from '../engine/hot/sign.js'
import { keyBytes, type PublicKey } from '../key.js'
import { type Fields, shape, withDefault } from '../shape.js'
import {
  agreementOf,
  checkSigner,
  handleOf,
  type LocalAgreement,
  type LocalSigner,
} from '../signing.js'
import { context } from './claim.js'

/**
 * Signs `message` with a local key; without options the same as `signer.sign(message)`.
 *
 * ML-DSA and hybrid keys sign with fresh randomness, so that a fault or a side channel reveals less about the key. No
 * two signatures are the same.
 *
 * @example
 * ```ts
 * using signer = Keys.generate('ML-DSA-65')
 * const signature = Keys.sign(message, signer, { context: new TextEncoder().encode('example/v1') })
 * ```
 *
 * @throws `ERR_KEY_ALGORITHM` for a context with a key of a curve; `ERR_LIMIT_EXCEEDED` for a context of
 * more than 255 bytes; `ERR_HANDLE_CLOSED`, `ERR_HANDLE_LOST`.
 */
export function sign(
  message: Uint8Array,
  signer: LocalSigner,
  options: sign.Options = {},
): Uint8Array {
  const { context, deterministic } = readSignOptions(options)
  const handle = handleOf(signer, 'signer')
  const { algorithm } = checkSigner(signer)
  // Last: what is read before it is code of the caller, which could take the memory away.
  const bytes = check.bytes(message, 'message')
  return handle.use((engine, id) =>
    context.length === 0 && !deterministic
      ? (hot.sign(engine.hot, id, algorithm, bytes) ?? engine.signerSign(id, algorithm, bytes))
      : engine.signerSignIn(id, algorithm, bytes, context, deterministic),
  )
}

const readSignOptions = shape({
  context,
  deterministic: withDefault(check.boolean, false),
} satisfies Fields<sign.Options>)

export declare namespace sign {
  type Options = {
    /** ML-DSA and hybrid: at most 255 bytes, which the verifier must name too. Default: none. */
    readonly context?: Uint8Array
    /** ML-DSA and hybrid: the same signature for the same message. Default: `false`. */
    readonly deterministic?: boolean
  }
}

/**
 * The secret that a local X25519 key shares with `other`; the same as `agreement.sharedSecret(other)`.
 *
 * @throws `ERR_KEY_TYPE_MISMATCH`, `ERR_KEY_SMALL_ORDER`, `ERR_KEY_AGREEMENT_ZERO`.
 */
export function sharedSecret(agreement: LocalAgreement, other: PublicKey): Uint8Array {
  const key = keyBytes(other, 'other')
  return agreementOf(agreement).use((engine, id) => engine.signerAgree(id, key))
}
