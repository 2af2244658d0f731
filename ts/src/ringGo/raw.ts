/**
 * Ring signatures of ring-go with scalars of the caller, to reproduce them byte for byte.
 *
 * @module
 */

import * as check from '../check.js'
import { call } from '../engine/slot.js'
import type { PublicKey } from '../key.js'
import { packRing } from '../ring/members.js'
import { type Fields, shape } from '../shape.js'

/**
 * Signs with a given secret and given nonces. **Dangerous**: two signatures with one nonce give the
 * secret away.
 *
 * @throws `ERR_RING_MALFORMED` for scalars that are not canonical, or too few; what `sign` throws.
 */
export function dangerouslySignWith(
  input: dangerouslySignWith.Input,
  ring: readonly PublicKey[],
): Uint8Array {
  // The ring comes first: its keys have getters, which could take away the memory of what is checked before.
  const { type, keys } = packRing(ring)
  const { secret, message, nonce, responses } = readInput(input)
  return call((engine) => engine.ringGoSignWith(type, keys, secret, message, nonce, responses))
}

const readInput = shape({
  secret: check.bytes,
  message: check.bytes,
  nonce: check.bytes,
  responses: check.bytes,
} satisfies Fields<dangerouslySignWith.Input>)

export declare namespace dangerouslySignWith {
  type Input = {
    /** Scalar, 32 bytes: little-endian for Ed25519, big-endian for secp256k1. */
    readonly secret: Uint8Array
    /** 32 bytes. */
    readonly message: Uint8Array
    /** Scalar, 32 bytes. */
    readonly nonce: Uint8Array
    /** A scalar for every other member, from the signer's successor on. */
    readonly responses: Uint8Array
  }
}

/** Hashes a key to a point as ring-go does. @throws `ERR_KEY_ALGORITHM` for a type without rings. */
export function hashToCurve(key: PublicKey): Uint8Array {
  const { type, keys } = packRing([key])
  return call((engine) => engine.ringGoHashToCurve(type, keys))
}
