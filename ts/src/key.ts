/**
 * What a key is: the vocabulary that every feature shares.
 *
 * @module
 */

import { type Algorithm, algorithms } from './algorithm.js'
import * as check from './check.js'
import { call } from './engine/slot.js'
import { algorithmsOf, keyTypes, signingKeyTypes, tags } from './generated/keys.js'
import { members } from './shape.js'

export { type Algorithm, algorithms, algorithmsOf, keyTypes, signingKeyTypes, tags }

/** A type of key. */
export type KeyType = (typeof keyTypes)[number]

/** Types that sign. */
export type SigningKeyType = (typeof signingKeyTypes)[number]

/**
 * A public key: its type, and its canonical raw bytes: 32, or 33 for a compressed point; ML-DSA 1312,
 * 1952 and 2592; hybrid 1984, ML-DSA before Ed25519.
 */
export type PublicKey = { readonly type: KeyType; readonly bytes: Uint8Array }

const typesByTag: ReadonlyMap<string, KeyType> = new Map(
  keyTypes.map((type) => [String(tags[type]), type]),
)

/** Whether keys of `type` sign. A type that does not sign only agrees on secrets. */
export function signs(type: KeyType): type is SigningKeyType {
  return (signingKeyTypes as readonly KeyType[]).includes(type)
}

/** The default algorithm of `type`. A type that does not sign gets one that refuses the type. */
export function defaultAlgorithm(type: KeyType): Algorithm {
  const own: Readonly<Partial<Record<KeyType, readonly Algorithm[]>>> = algorithmsOf
  return own[type]?.[0] ?? 'ed25519'
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
 * and `ERR_PART_MISSING`.
 */
export function publicKey(key: PublicKey): PublicKey {
  const { type, bytes } = parts(key)
  return { type, bytes: call((engine) => engine.keysPublic(type, bytes)) }
}

/** A public key as it crosses to the engine: `tag ‖ canonical raw`. @internal */
export function keyBytes(key: unknown, name: string = 'publicKey'): Uint8Array {
  const { type, bytes } = parts(key, name)
  const tagged = new Uint8Array(bytes.length + 2)
  tagged.set(tags[type])
  tagged.set(bytes, 2)
  return tagged
}

/** The public key that the engine gave as `tag ‖ canonical raw`. @internal */
export function fromKeyBytes(tagged: Uint8Array): PublicKey {
  const type = typesByTag.get(String([tagged[0], tagged[1]])) as KeyType
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
