/**
 * ECDSA over a digest that you made yourself (FIPS 186-5, RFC 6979). **Dangerous**: a signature over
 * a digest that somebody else chose proves nothing, and may be one over a message of theirs.
 *
 * @module
 */

import * as check from '../check.js'
import { call } from '../engine/slot.js'
import { ecKeyTypes } from '../generated/keys.js'
import { keyBytes, type PublicKey } from '../key.js'
import { accepts } from '../keys/claim.js'
import { type Fields, shape } from '../shape.js'

/** Curves. */
export type EcdsaType = (typeof ecKeyTypes)[number]

/** Length of a digest in bytes. */
export const digestLength = 32

/**
 * Signs a digest: 64 bytes `r ‖ s` with low S, the same for the same digest.
 *
 * @example
 * ```ts
 * const signature = Ecdsa.signDigest({ type: 'secp256k1', secret, digest })
 * ```
 *
 * @throws `ERR_BYTES_LENGTH` unless secret and digest are 32 bytes; `ERR_KEY_SCALAR_RANGE`.
 */
export function signDigest(options: signDigest.Options): Uint8Array {
  const { type, secret, digest } = readSign(options)
  return call((engine) => engine.ecdsaSignDigest(type, secret, digest))
}

const readSign = shape({
  type: (value, name) => check.oneOf(value, name, ecKeyTypes),
  secret: check.bytes,
  digest: check.bytes,
} satisfies Fields<signDigest.Options>)

export declare namespace signDigest {
  type Options = {
    readonly type: EcdsaType
    /** 32 bytes. */
    readonly secret: Uint8Array
    /** 32 bytes. */
    readonly digest: Uint8Array
  }
}

/**
 * Tells whether a signature is by a key over a message of this digest.
 *
 * Costs at most 1 signature check.
 *
 * @example
 * ```ts
 * const valid = Ecdsa.verifyDigest({ publicKey, digest, signature })
 * ```
 *
 * @throws `ERR_BYTES_LENGTH` unless the digest is 32 bytes.
 */
export function verifyDigest(options: verifyDigest.Options): boolean {
  const { publicKey: key, digest, signature, highS } = readVerify(options)
  return call((engine) => engine.ecdsaVerifyDigest(key, digest, signature, highS))
}

const readVerify = shape({
  publicKey: keyBytes,
  digest: check.bytes,
  signature: check.bytes,
  highS: accepts,
} satisfies Fields<verifyDigest.Options>)

export declare namespace verifyDigest {
  type Options = {
    readonly publicKey: PublicKey
    /** 32 bytes. */
    readonly digest: Uint8Array
    /** 64 bytes `r ‖ s`. */
    readonly signature: Uint8Array
    /** Whether an S above half the order is accepted. Default: `'refuse'`. */
    readonly highS?: 'refuse' | 'accept'
  }
}
