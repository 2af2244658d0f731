/**
 * Claims of a caller that a key signed a message.
 *
 * @internal
 * @module
 */

import * as check from '../check.js'
import { type Algorithm, algorithms, defaultAlgorithm, type KeyType } from '../key.js'
import { anything, type Field, type Fields, members, shape } from '../shape.js'
import type { verify } from './verify.js'

/**
 * The members of a claim, each read once. Nothing is checked before all are read (in a batch, those of all claims): a
 * getter is code of the caller, which could take an array's memory away.
 */
const readClaim = shape({
  publicKey: (value, name) => members(value, name, ['type', 'bytes']),
  algorithm: anything,
  message: anything,
  signature: anything,
  highS: anything,
  context: anything,
} satisfies Fields<verify.Options>)

/** The members of a claim, unchecked. */
export type Members = { readonly [Name in keyof verify.Options]-?: unknown } & {
  readonly publicKey: Readonly<Record<'type' | 'bytes', unknown>>
}

/** The members of `value`, to be checked later. */
export function claim(value: unknown): Members {
  return readClaim(check.record(value, 'claim'), 'claim')
}

/** The algorithm that is named, or else that of the type. */
export function algorithmOf(named: unknown, type: KeyType): Algorithm {
  return named === undefined ? defaultAlgorithm(type) : check.oneOf(named, 'algorithm', algorithms)
}

/** Whether an S above half the order is accepted. */
export function accepts(highS: unknown, name: string): boolean {
  return highS !== undefined && check.oneOf(highS, name, ['refuse', 'accept']) === 'accept'
}

/** What the signature is bound to; nothing where it is absent. */
export const context: Field<Uint8Array> = (value, name) =>
  value === undefined ? noContext : check.bytes(value, name)

const noContext = new Uint8Array()
