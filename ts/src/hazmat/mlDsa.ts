/**
 * The internal interface of ML-DSA (FIPS 204, section 6), with expanded keys and messages that the
 * caller composed. **Dangerous**: it has no context of its own, so a signature made here may be one over
 * another message elsewhere. It is for test vectors.
 *
 * @module
 */

import * as check from '../check.js'
import { call } from '../engine/slot.js'
import { mlDsaKeyTypes } from '../generated/keys.js'
import { type Fields, shape } from '../shape.js'

/** Parameter sets. */
export type MlDsaType = (typeof mlDsaKeyTypes)[number]

/**
 * Makes the keys of a seed (algorithm 6).
 *
 * @example
 * ```ts
 * const { publicKey, secretKey } = MlDsa.expand('ML-DSA-65', seed)
 * ```
 *
 * @throws `ERR_BYTES_LENGTH` unless the seed is 32 bytes.
 */
export function expand(
  type: MlDsaType,
  seed: Uint8Array,
): { publicKey: Uint8Array; secretKey: Uint8Array } {
  check.oneOf(type, 'type', mlDsaKeyTypes)
  const bytes = check.bytes(seed, 'seed')
  return {
    publicKey: call((engine) => engine.mlDsaPublic(type, bytes)),
    secretKey: call((engine) => engine.mlDsaExpand(type, bytes)),
  }
}

/**
 * Signs `M'` with an expanded key (algorithm 7), which is checked first.
 *
 * @throws `ERR_BYTES_LENGTH`, `ERR_KEY_EXPANDED`.
 */
export function signInternal(options: signInternal.Options): Uint8Array {
  const { type, secretKey, message, randomness } = readSign(options)
  return call((engine) => engine.mlDsaSignInternal(type, secretKey, message, randomness))
}

const common = {
  type: (value: unknown, name: string) => check.oneOf(value, name, mlDsaKeyTypes),
  message: check.bytes,
}

const readSign = shape({
  ...common,
  secretKey: check.bytes,
  randomness: check.bytes,
} satisfies Fields<signInternal.Options>)

export declare namespace signInternal {
  type Options = {
    readonly type: MlDsaType
    /** 2560, 4032 or 4896 bytes. */
    readonly secretKey: Uint8Array
    /** `M'`. */
    readonly message: Uint8Array
    /** 32 bytes; zeros make the signature deterministic. */
    readonly randomness: Uint8Array
  }
}

/**
 * Tells whether a signature over `M'` holds (algorithm 8).
 *
 * Costs at most 1 signature check.
 *
 * @returns `false` for whatever does not hold: also a key or signature of a wrong length.
 */
export function verifyInternal(options: verifyInternal.Options): boolean {
  const { type, publicKey, message, signature } = readVerify(options)
  return call((engine) => engine.mlDsaVerifyInternal(type, publicKey, message, signature))
}

const readVerify = shape({
  ...common,
  publicKey: check.bytes,
  signature: check.bytes,
} satisfies Fields<verifyInternal.Options>)

export declare namespace verifyInternal {
  type Options = {
    readonly type: MlDsaType
    /** 1312, 1952 or 2592 bytes. */
    readonly publicKey: Uint8Array
    /** `M'`. */
    readonly message: Uint8Array
    /** 2420, 3309 or 4627 bytes. */
    readonly signature: Uint8Array
  }
}
