/**
 * What the rows of the group `documents` share: the next of many inputs for each call, and keys.
 *
 * @module
 */

import type { Keys } from 'countersign'
import type { Api, Case, Job } from '../case.js'
import { bytes, secret } from '../input.js'

/** When everything is signed and verified. */
export const now: Date = new Date('2026-01-01T00:00:00Z')

/** How many inputs a row has, all different. */
export const count = 1_000

/** How many bytes documents sign, about: a proof of SAGE, most, a grant, a card. */
export const lengths = [64, 400, 700, 2_900] as const

/** A signer of its own for each index. */
export function signerOf(api: Api, index: number = 1): Keys.LocalSigner {
  const seed = secret(index & 0xff)
  seed[0] = index >> 8
  return api.Keys.fromSecret('Ed25519', seed)
}

/** Uses the next of many inputs, one after another. */
export function each<T>(make: (index: number) => T, use: (input: T) => unknown): Job {
  const inputs = Array.from({ length: count }, (_, index) => make(index))
  let next = 0
  return {
    run: () => use(inputs[next++ % count] as T),
    agree: () => use(inputs[0] as T),
  }
}

/** A row of the group. */
export function row(name: string, prepare: Case['prepare'], more: Partial<Case> = {}): Case {
  return { name, group: 'documents', prepare, ...more }
}

/** Bytes that begin with their number. */
export function numbered(length: number, index: number): Uint8Array {
  const message = bytes(length)
  new DataView(message.buffer).setUint32(0, index)
  return message
}

/** A signature of a message, with what it takes to check it. */
export function claimOf(message: Uint8Array, signer: Keys.LocalSigner): Keys.verify.Options {
  return { publicKey: signer.publicKey, message, signature: signer.sign(message) }
}
