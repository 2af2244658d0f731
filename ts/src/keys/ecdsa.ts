/**
 * What only ECDSA has: recovery of the key, and other forms of points and signatures.
 *
 * @module
 */

import * as check from '../check.js'
import { call } from '../engine/slot.js'
import { algorithms, type KeyType, keyBytes, keyTypes, type PublicKey } from '../key.js'
import { type Fields, shape } from '../shape.js'
import { accepts, type Claim, type HighS } from './claim.js'

/**
 * The secp256k1 key that made a signature of 65 bytes, `r ‖ s ‖ v`, over `message`. `v` is 0 or 1:
 * subtract 27 from Ethereum's.
 *
 * Any well-formed signature recovers to some key. It proves nothing until that key, or its address,
 * is the one expected.
 *
 * Costs at most 1 signature check.
 *
 * @throws `ERR_BYTES_LENGTH`, `ERR_SIGNATURE_MALFORMED`, `ERR_SIGNATURE_UNRECOVERABLE`,
 * `ERR_KEY_ALGORITHM` for an algorithm of another curve.
 */
export function recover(claim: recover.Options): PublicKey {
  const { algorithm, message, signature, highS } = readClaim(check.record(claim, 'claim'), 'claim')
  const bytes = call((engine) => engine.keysRecover(algorithm, message, signature, highS))
  return { type: 'secp256k1', bytes }
}

const readClaim = shape({
  algorithm: (value, name) => check.oneOf(value, name, algorithms),
  message: check.bytes,
  signature: check.bytes,
  highS: accepts,
} satisfies Fields<recover.Options>)

export declare namespace recover {
  /** As of `Keys.verify`, without the key. The signature has 65 bytes. */
  type Options = Omit<Claim, 'publicKey'> & {
    /** The hash must be named. */
    readonly algorithm: 'ecdsa-secp256k1-sha256' | 'ecdsa-secp256k1-keccak256'
    /** Default: `'refuse'`. */
    readonly highS?: HighS
  }
}

/** `04 ‖ x ‖ y` of a secp256k1 or P-256 key. Throws `ERR_KEY_ALGORITHM` for others. */
export function toUncompressed(publicKey: PublicKey): Uint8Array {
  const key = keyBytes(publicKey)
  return call((engine) => engine.keysUncompressed(key))
}

/**
 * Reads a DER signature into `r ‖ s`. Strict: minimal lengths and integers, nothing after.
 *
 * @throws `ERR_SIGNATURE_MALFORMED`; `ERR_KEY_ALGORITHM` for a type without ECDSA.
 */
export function signatureFromDer(der: Uint8Array, type: KeyType): Uint8Array {
  check.oneOf(type, 'type', keyTypes)
  const bytes = check.bytes(der, 'der')
  return call((engine) => engine.keysSignatureFromDer(type, bytes))
}

/**
 * Writes `r ‖ s` as DER.
 *
 * @throws `ERR_SIGNATURE_MALFORMED`; `ERR_KEY_ALGORITHM` for a type without ECDSA.
 */
export function signatureToDer(signature: Uint8Array, type: KeyType): Uint8Array {
  check.oneOf(type, 'type', keyTypes)
  const bytes = check.bytes(signature, 'signature')
  return call((engine) => engine.keysSignatureToDer(type, bytes))
}
