/**
 * Raw Diffie-Hellman: the x coordinate of P-256 and secp256k1 (SP 800-56A), and X25519 (RFC 7748).
 * **Dangerous**: the result is not uniform and does not say who the other side is. Run it through
 * `Hkdf`, with both public keys in `info`.
 *
 * @module
 */

import * as check from '../check.js'
import { call } from '../engine/slot.js'
import { agreementKeyTypes } from '../generated/keys.js'
import { keyBytes, type PublicKey } from '../key.js'
import { type Fields, shape } from '../shape.js'

/** Types of keys that agree. */
export type AgreementType = (typeof agreementKeyTypes)[number]

/**
 * The secret that two keys share, 32 bytes.
 *
 * @example
 * ```ts
 * const shared = Ecdh.agree({ type: 'P-256', secret, publicKey: Keys.publicKeyFromJwk(jwk) })
 * ```
 *
 * @throws `ERR_BYTES_LENGTH` unless the secret is 32 bytes; `ERR_KEY_SCALAR_RANGE`;
 * `ERR_KEY_TYPE_MISMATCH` for a public key of another type; `ERR_KEY_AGREEMENT_ZERO`; and for a
 * public key that does not hold as `Keys.publicKey`.
 */
export function agree(options: agree.Options): Uint8Array {
  const { type, secret, publicKey: key } = readAgree(options)
  return call((engine) => engine.ecdhAgree(type, secret, key))
}

const readAgree = shape({
  type: (value, name) => check.oneOf(value, name, agreementKeyTypes),
  secret: check.bytes,
  publicKey: keyBytes,
} satisfies Fields<agree.Options>)

export declare namespace agree {
  type Options = {
    /** The curve of both keys. */
    readonly type: AgreementType
    /** Our secret, 32 bytes. */
    readonly secret: Uint8Array
    /** The other side's public key. */
    readonly publicKey: PublicKey
  }
}
