/**
 * What a caller trusts, as plain values.
 *
 * @internal
 * @module
 */

import * as check from '../check.js'
import { print, receive } from '../document.js'
import { CountersignError } from '../errors.js'
import { type Algorithm, keyBytes, type PublicKey } from '../key.js'
import { anything, type Field, type Fields, members, optional, type Read, shape } from '../shape.js'
import { type Frame, keysFrame, type Purpose, purposes } from './frame.js'

/** A key that the caller trusts, and for what. */
export type TrustedKey = {
  /** The key itself. */
  readonly key: PublicKey
  /** Its name: a DID URL, or the `kid` of a JWS. Without one it is tried for every name. */
  readonly id?: string
  /** The DID that holds it. A DID that is another key (`did:key`, `did:jwk`) is refused, except for an X25519 key. */
  readonly controller?: string
  /** Uses it is trusted for. Default: all. */
  readonly purposes?: readonly Purpose[]
  /** The one algorithm it is trusted with. Default: any of its type. */
  readonly algorithm?: Algorithm
  /** A revoked key verifies nothing. */
  readonly revoked?: boolean
  /** First moment at which it is no longer trusted. */
  readonly expires?: Date
  /**
   * First moment at which it signs, for a key that took over from another. A receipt, a witness and a grant state when
   * they were signed; everything else counts as signed now.
   */
  readonly from?: Date
  /** First moment at which it no longer signs. What states an earlier time is still believed. */
  readonly until?: Date
}

/** What a trust input may hold. */
type Members = {
  /** One pinned key. */
  readonly key: PublicKey
  /** A set of keys. */
  readonly keys: readonly TrustedKey[]
  /** A resolved DID document: each key for the relationships it is listed under. */
  readonly document: object
  /**
   * A JWK or JWK Set (RFC 7517, section 5), as text or object: its public keys for signatures, by their `kid`. Keys of
   * other algorithms or uses are passed over; one private key spoils the set.
   */
  readonly jwks: string | object
  /** The key in the object itself: proves that whoever made it holds that key, and no more. */
  readonly allowEmbeddedKey: boolean
}

/**
 * The explicit trust input of every `verify`: at least one of its members, or several, which are read together. A key
 * that is listed twice counts as its strictest entry says: if one entry revokes it, it is revoked.
 *
 * @example
 * ```ts
 * Card.verify(card, { key: pinned })
 * Card.verify(card, { document: await resolver.resolve(did) })
 * const witness = { key: notary, controller: 'did:web:notary.example' }
 * Receipt.verify(receipt, { document, keys: [witness] })
 * ```
 */
export type TrustInput = {
  [Name in keyof Members]: Pick<Members, Name> & Partial<Members>
}[keyof Members]

/** The members of a trust input. */
export const trustFields: {
  readonly key: Field<unknown>
  readonly keys: Field<readonly unknown[] | undefined>
  readonly document: Field<Record<string, unknown> | undefined>
  readonly jwks: Field<string | undefined>
  readonly allowEmbeddedKey: Field<boolean | undefined>
} = {
  key: anything,
  keys: optional(check.list),
  document: optional(check.record),
  jwks: optional((value, name) => receive(value, name).text),
  allowEmbeddedKey: optional(check.boolean),
} satisfies Fields<Members>

/** The members of a trust input, as they were read. */
export type TrustMembers = Read<typeof trustFields>

const shapeOfTrust = shape(trustFields)

const readKey = shape({
  key: keyBytes,
  id: optional(check.text),
  controller: optional(check.text),
  purposes: optional((value, name) =>
    check.list(value, name).map((item) => check.oneOf(item, name, purposes)),
  ),
  algorithm: optional(check.text),
  revoked: optional(check.boolean),
  expires: optional(check.seconds),
  from: optional(check.seconds),
  until: optional(check.seconds),
} satisfies Fields<TrustedKey>)

/** Trust is never left out: `undefined` does not count as an empty input. */
export function readInput(trust: unknown): Frame {
  const read = shapeOfTrust(trustRecord(trust), 'trust')
  if (!isEmpty(read)) return frameOf(read)
  throw check.wrong('trust', 'an object with key, keys, document, jwks or allowEmbeddedKey', trust)
}

/** What is trusted, before its members are read. */
export function trustRecord(trust: unknown): Record<string, unknown> {
  const record = check.record(trust, 'trust')
  // A caller who takes trust for an option is told this before any other mistake.
  if (members(record, 'trust', ['trust']).trust !== undefined)
    throw new CountersignError(
      'ERR_ARGUMENT',
      'trust has no member "trust": pass its content itself as this argument, and options after it, as in `verify(document, trust, options)`',
      { member: 'trust' },
    )
  return record
}

/** Whether no member was given. */
export function isEmpty(read: TrustMembers): boolean {
  return Object.values(read).every((member) => member === undefined)
}

/** The members that were given, as they cross. */
export function frameOf({ key, keys, document, jwks, allowEmbeddedKey }: TrustMembers): Frame {
  const pinned = [
    ...(key === undefined ? [] : [{ key: keyBytes(key, 'trust.key') }]),
    ...(keys ?? []).map((key, index) => readKey(key, `trust.keys[${index}]`)),
  ]
  return {
    keys: keysFrame(pinned, jwks, allowEmbeddedKey === true),
    document: document === undefined ? '' : print(document, 'trust.document'),
  }
}
