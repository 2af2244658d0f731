/**
 * Authenticated encryption: ChaCha20-Poly1305 (RFC 8439), XChaCha20-Poly1305, AES-GCM (SP 800-38D).
 * **Dangerous**: one nonce used twice under one key gives the plaintexts away and lets anybody forge.
 * `Session` counts its nonces itself.
 *
 * | Algorithm | Key | Nonce |
 * | --- | --- | --- |
 * | `chacha20-poly1305` | 32 bytes | 12 bytes |
 * | `xchacha20-poly1305` | 32 bytes | 24 bytes; long enough to be random |
 * | `aes-128-gcm` | 16 bytes | 12 bytes |
 * | `aes-256-gcm` | 32 bytes | 12 bytes |
 *
 * @module
 */

import * as check from '../check.js'
import { call } from '../engine/slot.js'
import { aeadAlgorithms } from '../generated/names.js'
import { type Fields, shape, withDefault } from '../shape.js'

export { aeadAlgorithms as algorithms } from '../generated/names.js'

/** An algorithm. */
export type Algorithm = (typeof aeadAlgorithms)[number]

/** Length in bytes of a tag. */
export const tagLength = 16

/**
 * The ciphertext of `plaintext`, followed by its tag.
 *
 * @example
 * ```ts
 * const sealed = Aead.seal({ algorithm: 'chacha20-poly1305', key, nonce, plaintext })
 * ```
 *
 * @throws `ERR_AEAD_KEY` or `ERR_AEAD_NONCE` for another length than the table has.
 */
export function seal(options: seal.Options): Uint8Array {
  const { algorithm, key, nonce, associatedData, plaintext } = readSeal(options)
  return call((engine) => engine.aeadSeal(algorithm, key, nonce, associatedData, plaintext))
}

const common = {
  algorithm: (value: unknown, name: string) => check.oneOf(value, name, aeadAlgorithms),
  key: check.bytes,
  nonce: check.bytes,
  associatedData: withDefault(check.bytes, new Uint8Array()),
}

const readSeal = shape({ ...common, plaintext: check.bytes } satisfies Fields<seal.Options>)

export declare namespace seal {
  type Options = {
    /** Which cipher. */
    readonly algorithm: Algorithm
    /** The secret key, of the length in the table. */
    readonly key: Uint8Array
    /** Never the same twice under one key. */
    readonly nonce: Uint8Array
    /** What is sealed. */
    readonly plaintext: Uint8Array
    /** What is authenticated but not contained. Default: empty. */
    readonly associatedData?: Uint8Array
  }
}

/**
 * The plaintext of what {@link seal} made.
 *
 * @example
 * ```ts
 * const plaintext = Aead.open({ algorithm: 'chacha20-poly1305', key, nonce, sealed })
 * ```
 *
 * @throws `ERR_AEAD_OPEN` if the tag does not hold: for whatever reason, the same code. `ERR_AEAD_KEY`
 * or `ERR_AEAD_NONCE` for another length than the table has.
 */
export function open(options: open.Options): Uint8Array {
  const { algorithm, key, nonce, associatedData, sealed } = readOpen(options)
  return call((engine) => engine.aeadOpen(algorithm, key, nonce, associatedData, sealed))
}

const readOpen = shape({ ...common, sealed: check.bytes } satisfies Fields<open.Options>)

export declare namespace open {
  type Options = Omit<seal.Options, 'plaintext'> & {
    /** Ciphertext and tag. */
    readonly sealed: Uint8Array
  }
}
