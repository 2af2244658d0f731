/**
 * Claims of a caller that a key signed a message.
 *
 * @internal
 * @module
 */

import * as check from '../check.js'
import {
  type Algorithm,
  algorithms,
  defaultAlgorithm,
  type KeyType,
  keyBytes,
  type PublicKey,
} from '../key.js'
import { anything, type Field, type Fields, members, type Shape, shape } from '../shape.js'

/** A signature and what it is said to be of. The three are named, since all of them are bytes. */
export type Claim = {
  readonly publicKey: PublicKey
  readonly message: Uint8Array
  readonly signature: Uint8Array
}

/** A {@link Claim}, and how it is checked. */
export type Settings = Claim & {
  /** Curve and hash. Default: the key type's own; SHA-256 for secp256k1. */
  readonly algorithm?: Algorithm
  /** Whether ECDSA accepts an S above half the order. Default: `'refuse'`. */
  readonly highS?: HighS
  /** As of `Keys.sign`; with a context, no signature of a curve holds. Default: none. */
  readonly context?: Uint8Array
}

/** What ECDSA does with an S above half the order: with `'accept'` anybody can change a signature. */
export type HighS = 'refuse' | 'accept'

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
} satisfies Fields<Settings>)

/** Reads a claim that has no more members than these. @internal */
export const readBareClaim: Shape<{ readonly [Name in keyof Claim]: Uint8Array }> = shape({
  publicKey: keyBytes,
  message: check.bytes,
  signature: check.bytes,
} satisfies Fields<Claim>)

/** The members of a claim, unchecked. */
export type Members = { readonly [Name in keyof Settings]-?: unknown } & {
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
export const accepts: Field<boolean> = (highS, name) =>
  highS !== undefined && check.oneOf(highS, name, ['refuse', 'accept']) === 'accept'

/** What the signature is bound to; nothing where it is absent. */
export const context: Field<Uint8Array> = (value, name) =>
  value === undefined ? noContext : check.bytes(value, name)

const noContext = new Uint8Array()
