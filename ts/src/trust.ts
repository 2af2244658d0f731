/**
 * What a verification starts from.
 *
 * A key that the verified object carries is never used unless `allowEmbeddedKey`
 * is set, and the result then says `trust: 'self-asserted'`.
 *
 * @module
 */

import * as check from './check.js'
import { print } from './document.js'
import { call } from './engine/slot.js'
import { type Algorithm, keyBytes, type PublicKey } from './key.js'

/** Verification relationships of DID Core 1.0, section 5.3. */
export const purposes = [
  'authentication',
  'assertionMethod',
  'keyAgreement',
  'capabilityInvocation',
  'capabilityDelegation',
] as const

/** What a key may be used for. */
export type Purpose = (typeof purposes)[number]

/** A key that the caller trusts, and for what. */
export type TrustedKey = {
  /** The key itself. */
  readonly key: PublicKey
  /** Its name: a DID URL, or the `kid` of a JWS. Without one it is tried for every name. */
  readonly id?: string
  /** The DID that holds it. */
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
   * First moment at which it signs, for a key that took over from another. A receipt, a witness and a grant
   * state when they were signed; all else is taken as signed now.
   */
  readonly from?: Date
  /** First moment at which it no longer signs; what states an earlier one is still believed. */
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
  /** The key in the object itself: proves that whoever made it holds that key, and no more. */
  readonly allowEmbeddedKey: boolean
}

/**
 * The explicit trust input of every `verify`: at least one of its members, or several, which are read
 * together. A key that is listed twice is as its strictest entry: what revokes it holds.
 *
 * @example
 * ```ts
 * Card.verify(text, { key: pinned })
 * Card.verify(text, { document: await resolver.resolve(did) })
 * Receipt.verify(text, { trust: { document, keys: [{ key: notary, controller: 'did:web:notary.example' }] } })
 * ```
 */
export type Trust = {
  [Name in keyof Members]: Pick<Members, Name> & Partial<Members>
}[keyof Members]

/** @internal */
export const members = ['key', 'keys', 'document', 'allowEmbeddedKey'] as const

const times = ['expires', 'from', 'until'] as const
const ofKey = ['key', 'id', 'controller', 'purposes', 'algorithm', 'revoked', ...times] as const

const nothing = new Uint8Array()

/** A trust input as it crosses to the engine: a pinned key alone as bytes, all else as text. @internal */
export function trustOf(trust: Trust): readonly [key: Uint8Array, text: string] {
  const read = membersOf(trust, 'trust', members)
  const { key, keys, document, allowEmbeddedKey } = read
  const alone = keys === undefined && document === undefined && allowEmbeddedKey === undefined
  if (key === undefined || !alone) return [nothing, trustText(read as Trust)]
  return [keyBytes(key as PublicKey, 'trust.key'), '']
}

/** A trust input as it crosses to the engine as text. @internal */
export function trustText(trust: Trust): string {
  const all = trustMembers(trust)
  if (all.length > 0) return `{${all.join(',')}}`
  throw check.wrong('trust', `an object with ${members.join(', ')}`, trust)
}

/**
 * The members of these names, each read once, wherever an object has them: one that is passed over could revoke
 * a key. An own member of another name is refused. A document is JSON, of which own members alone count. @internal
 */
export function membersOf<const Name extends string>(
  value: unknown,
  name: string,
  names: readonly Name[],
): Record<Name, unknown> {
  const fields = check.record(value, name)
  for (const own of Object.keys(fields))
    if (!names.includes(own as Name) && fields[own] !== undefined)
      throw check.wrong(name, `an object of ${names.join(', ')} alone`, own)
  const read = {} as Record<Name, unknown>
  for (const one of names) read[one] = fields[one]
  return read
}

/** The members that were given, each as JSON. @internal */
export function trustMembers(trust: unknown): string[] {
  const { key, keys, document, allowEmbeddedKey } = membersOf(trust, 'trust', members)
  const listed = keys === undefined ? [] : check.list(keys, 'trust.keys')
  const pinned = [
    ...(key === undefined ? [] : [trustedKey({ key }, 'trust')]),
    ...listed.map((one, at) => trustedKey(one, `trust.keys[${at}]`)),
  ]
  return [
    ...(key === undefined && keys === undefined ? [] : [`"keys":${JSON.stringify(pinned)}`]),
    ...(document === undefined
      ? []
      : [`"document":${print(check.record(document, 'trust.document'), 'trust.document')}`]),
    ...(allowEmbeddedKey === undefined
      ? []
      : [`"allowEmbeddedKey":${check.boolean(allowEmbeddedKey, 'trust.allowEmbeddedKey')}`]),
  ]
}

function trustedKey(value: unknown, name: string): Record<string, unknown> {
  const read = membersOf(value, name, ofKey)
  const { key, id, controller, purposes, algorithm, revoked } = read
  const tagged = keyBytes(key as PublicKey, `${name}.key`)
  return {
    publicKeyMultibase: call((engine) => engine.multikeyEncode(tagged)),
    ...(id !== undefined && { id: check.text(id, `${name}.id`) }),
    ...(controller !== undefined && { controller: check.text(controller, `${name}.controller`) }),
    ...(purposes !== undefined && { purposes: check.list(purposes, `${name}.purposes`) }),
    ...(algorithm !== undefined && { algorithm: check.text(algorithm, `${name}.algorithm`) }),
    ...(revoked !== undefined && { revoked: check.boolean(revoked, `${name}.revoked`) }),
    ...seconds(read, name),
  }
}

/** The times of a key in whole Unix seconds. */
function seconds(
  read: Record<(typeof times)[number], unknown>,
  name: string,
): Record<string, number> {
  const given = times.filter((one) => read[one] !== undefined)
  return Object.fromEntries(given.map((one) => [one, check.seconds(read[one], `${name}.${one}`)]))
}
