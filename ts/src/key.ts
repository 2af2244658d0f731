/**
 * What a key is: the vocabulary that every feature shares.
 *
 * @module
 */

import { type Algorithm, algorithms } from './algorithm.js'
import * as check from './check.js'
import { call } from './engine/slot.js'
import { members } from './shape.js'

export { type Algorithm, algorithms }

/** Every type of key. */
export const keyTypes = [
  'Ed25519',
  'secp256k1',
  'P-256',
  'X25519',
  'ML-DSA-44',
  'ML-DSA-65',
  'ML-DSA-87',
  'Ed25519+ML-DSA-65',
] as const

/** A type of key. */
export type KeyType = (typeof keyTypes)[number]

/** Types that sign. */
export type SigningKeyType = Exclude<KeyType, 'X25519'>

/**
 * A public key: its type, and its canonical raw bytes: 32, or 33 for a compressed point; ML-DSA 1312,
 * 1952 and 2592; hybrid 1984, ML-DSA before Ed25519.
 */
export type PublicKey = { readonly type: KeyType; readonly bytes: Uint8Array }

/** Tags of public keys: multicodecs as varints, where there is one. The core has the same list. @internal */
export const codecs: Readonly<Record<KeyType, readonly [number, number]>> = {
  Ed25519: [0xed, 0x01],
  secp256k1: [0xe7, 0x01],
  'P-256': [0x80, 0x24],
  X25519: [0xec, 0x01],
  'ML-DSA-44': [0x90, 0x24],
  'ML-DSA-65': [0x91, 0x24],
  'ML-DSA-87': [0x92, 0x24],
  'Ed25519+ML-DSA-65': [0, 8],
}

const defaults: Readonly<Partial<Record<KeyType, Algorithm>>> = {
  Ed25519: 'ed25519',
  secp256k1: 'ecdsa-secp256k1-sha256',
  'P-256': 'ecdsa-p256-sha256',
  'ML-DSA-44': 'ml-dsa-44',
  'ML-DSA-65': 'ml-dsa-65',
  'ML-DSA-87': 'ml-dsa-87',
  'Ed25519+ML-DSA-65': 'ed25519+ml-dsa-65',
}

const typesByCodec: ReadonlyMap<string, KeyType> = new Map(
  keyTypes.map((type) => [String(codecs[type]), type]),
)

/** The algorithm of `type` where none is named. A type that does not sign gets one that refuses it. */
export function defaultAlgorithm(type: KeyType): Algorithm {
  return defaults[type] ?? 'ed25519'
}

/**
 * Reads and checks a public key.
 *
 * @example
 * ```ts
 * const key = Keys.publicKey({ type: 'Ed25519', bytes })
 * ```
 *
 * @param key - Its type, and raw bytes: 32, or a point of 33 (compressed) or 65 bytes.
 * @returns The same key in canonical bytes, a copy.
 * @throws `ERR_BYTES_LENGTH`, `ERR_KEY_POINT_FORM`, `ERR_KEY_OFF_CURVE`, `ERR_KEY_NOT_CANONICAL`,
 * `ERR_KEY_SMALL_ORDER`; of ML-DSA and hybrid keys `ERR_KEY_UNBOUND` for one that everybody can sign for,
 * and `ERR_ENGINE_LEAN`.
 */
export function publicKey(key: PublicKey): PublicKey {
  const { type, bytes } = parts(key)
  return { type, bytes: call((engine) => engine.keysPublic(type, bytes)) }
}

/** A public key as it crosses to the engine: `tag ‖ canonical raw`. @internal */
export function keyBytes(key: unknown, name: string = 'publicKey'): Uint8Array {
  const { type, bytes } = parts(key, name)
  const tagged = new Uint8Array(bytes.length + 2)
  tagged.set(codecs[type])
  tagged.set(bytes, 2)
  return tagged
}

/** The public key that the engine gave as `tag ‖ canonical raw`. @internal */
export function fromKeyBytes(tagged: Uint8Array): PublicKey {
  const type = typesByCodec.get(String([tagged[0], tagged[1]])) as KeyType
  return { type, bytes: tagged.slice(2) }
}

/** As {@link parts}, for bytes that are copied at once. @internal */
export function sourceParts(key: unknown, name: string = 'publicKey'): PublicKey {
  const { type, bytes } = members(key, name, ['type', 'bytes'])
  return {
    type: check.oneOf(type, `${name}.type`, keyTypes),
    bytes: check.source(bytes, `${name}.bytes`),
  }
}

/** The checked members of a public key. @internal */
export function parts(key: unknown, name: string = 'publicKey'): PublicKey {
  const { type, bytes } = members(key, name, ['type', 'bytes'])
  return {
    type: check.oneOf(type, `${name}.type`, keyTypes),
    bytes: check.bytes(bytes, `${name}.bytes`),
  }
}
