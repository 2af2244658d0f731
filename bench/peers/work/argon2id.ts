/**
 * Argon2id of the bench: our default cost, which is the second one that RFC 9106 recommends, in one lane.
 *
 * @module
 */

import { bytes, secret } from '../../input.js'

export const argon2idName = 'Argon2id, 64 MiB, 3 passes'

export const argon2idInput: { readonly password: Uint8Array; readonly salt: Uint8Array } = {
  password: bytes(44),
  salt: secret(2),
}

/** As hash-wasm names it. */
export const argon2idCost = {
  memorySize: 65_536,
  iterations: 3,
  parallelism: 1,
  hashLength: 32,
} as const
