/**
 * Ring signatures of ring-go with scalars of the caller, to reproduce them byte for byte.
 *
 * @module
 */

import * as check from '../check.js'
import { call } from '../engine/slot.js'
import type { PublicKey } from '../key.js'
import { packed } from '../ring/members.js'

/**
 * Signs with a given secret and given nonces. **Dangerous**: two signatures with one nonce give the
 * secret away.
 *
 * @throws `ERR_RING_MALFORMED` for scalars that are not canonical, or too few; what `Ring.go.sign` throws.
 */
export function signWith(options: signWith.Options): Uint8Array {
  const fields = check.record(options, 'options')
  const { type, keys } = packed(fields['ring'] as PublicKey[])
  const bytes = (name: string) => check.bytes(fields[name], name)
  const [secret, message, nonce, responses] = [
    bytes('secret'),
    bytes('message'),
    bytes('nonce'),
    bytes('responses'),
  ]
  return call((engine) => engine.ringGoSignWith(type, keys, secret, message, nonce, responses))
}

export declare namespace signWith {
  type Options = {
    readonly ring: readonly PublicKey[]
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
  const { type, keys } = packed([key])
  return call((engine) => engine.ringGoHashToCurve(type, keys))
}
