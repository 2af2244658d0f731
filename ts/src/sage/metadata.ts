/**
 * Metadata of an agent with several keys, as SAGE writes it: version 1 with one signing key,
 * version 4 with a list.
 *
 * Names of members are those of the format. `verified` is what the writer of a record claims;
 * `Pop` proves a key. Nothing here ever sets it.
 *
 * @module
 */

import * as check from '../check.js'
import { type JsonObject, receive } from '../document.js'
import { call } from '../engine/slot.js'
import { keyBytes, type PublicKey } from '../key.js'
import { fromMultikey } from '../keyFormats/multikey.js'
import { type Fields, optional, shape, withDefault } from '../shape.js'

/** What both versions say beside the keys. Times are RFC 3339, as spelled. */
export type Profile = {
  readonly did: string
  readonly name: string
  readonly description: string
  readonly endpoint: string
  /** Free form. */
  readonly capabilities: JsonObject | null
  readonly owner: string
  readonly is_active: boolean
  readonly created_at: string
  readonly updated_at: string
}

/** Version 1. Bytes are standard base64. */
export type V1 = Profile & {
  /** secp256k1 or Ed25519. */
  readonly public_key: string | null
  /** Our addition, where the type of `public_key` is not the one that SAGE assumes. */
  readonly public_key_type?: 'ECDSA' | 'Ed25519'
  /** X25519. */
  readonly public_kem_key: string | null
}

/** A key in a list: 0 is secp256k1, 1 Ed25519, 2 X25519. Bytes are standard base64. */
export type AgentKey = {
  readonly type: 0 | 1 | 2
  readonly key_data: string
  /** Its proof of possession, unchecked. */
  readonly signature: string | null
  /** What the writer claims. */
  readonly verified: boolean
  readonly created_at: string
}

/** Version 4. */
export type V4 = Profile & {
  readonly keys: readonly AgentKey[] | null
  /** X25519, beside the list. */
  readonly public_kem_key: string | null
}

/** Metadata as received: text or bytes; or a parsed object. */
export type Input = string | Uint8Array | object

/** Metadata that is well formed. */
export type Parsed<T> = {
  /** Every member of the format, and no other. */
  readonly metadata: T
  /** The keys, checked: those of the list, or `public_key` and `public_kem_key`. */
  readonly keys: readonly PublicKey[]
  /** Paths of members that are not of the format. They are not in `metadata`. */
  readonly unknown: readonly string[]
  /** Whether a parsed object was given: duplicate members could not be seen. */
  readonly parsed: boolean
}

/** The outcome of a conversion. */
export type Converted<T> = {
  /** The metadata in the other version. */
  readonly metadata: T
  /** What was left behind, and why. Empty unless loss was allowed. */
  readonly lost: readonly { readonly path: string; readonly reason: string }[]
  /** What the source did not spell out, and what was taken. */
  readonly inferred: readonly { readonly path: string; readonly value: string }[]
  /** Whether a parsed object was given: duplicate members could not be seen. */
  readonly parsed: boolean
}

/**
 * Reads metadata of version 1 and checks it: types of members, times, every key.
 *
 * @example
 * ```ts
 * const { metadata, keys } = Sage.Metadata.parseV1(v1)
 * ```
 *
 * @throws `ERR_METADATA_MALFORMED`; an `ERR_JSON_` code; a code of `Keys.publicKey` for a bad key.
 */
export function parseV1(metadata: Input): Parsed<V1> {
  const { text, parsed } = receive(metadata, 'metadata')
  return parsedOf(
    call((engine) => engine.metadataV1(text)),
    parsed,
  )
}

/**
 * Reads metadata of version 4 and checks it. A key that is listed twice is refused.
 *
 * @example
 * ```ts
 * const { metadata, keys } = Sage.Metadata.parseV4(v4)
 * ```
 *
 * @throws as {@link parseV1}; `ERR_LIMIT_EXCEEDED` over 64 keys; `ERR_KEY_TYPE_UNKNOWN`.
 */
export function parseV4(metadata: Input): Parsed<V4> {
  const { text, parsed } = receive(metadata, 'metadata')
  return parsedOf(
    call((engine) => engine.metadataV4(text)),
    parsed,
  )
}

/**
 * An entry for the list of keys: without proof, and not verified.
 *
 * @example
 * ```ts
 * const keys = [Sage.Metadata.agentKey(signer.publicKey)]
 * ```
 *
 * @throws `ERR_KEY_UNSUPPORTED` unless the key is secp256k1, Ed25519 or X25519.
 */
export function agentKey(publicKey: PublicKey, options: agentKey.Options = {}): AgentKey {
  const key = keyBytes(publicKey)
  const { createdAt: created } = readAgentKey(options)
  return JSON.parse(call((engine) => engine.metadataKey(key, created))) as AgentKey
}

const readAgentKey = shape({
  createdAt: check.timestampOrNow,
} satisfies Fields<agentKey.Options>)

export declare namespace agentKey {
  type Options = {
    /** When it was added. Whole seconds are kept. Default: the clock. */
    readonly createdAt?: Date
  }
}

/**
 * Converts version 1 to 4. No key becomes `verified`.
 *
 * @example
 * ```ts
 * const { metadata, inferred } = Sage.Metadata.toV4(v1)
 * ```
 *
 * @throws `ERR_METADATA_LOSSY` for a member without a place, unless `allowLoss`; as {@link parseV1}.
 */
export function toV4(metadata: Input, options: toV4.Options = {}): Converted<V4> {
  const { text, parsed } = receive(metadata, 'metadata')
  const { allowLoss } = readToV4(options)
  return outcome(
    call((engine) => engine.metadataToV4(text, allowLoss)),
    parsed,
  )
}

const loss = { allowLoss: withDefault(check.boolean, false) }

const readToV4 = shape(loss satisfies Fields<toV4.Options>)

export declare namespace toV4 {
  type Options = {
    /** Leave behind what version 4 has no place for, and report it. Default: refuse. */
    readonly allowLoss?: boolean
  }
}

/**
 * Converts version 4 to 1, which holds one signing key and one X25519 key, and no proofs.
 *
 * The signing key is the first that is `verified`: secp256k1 before Ed25519. An unverified one is
 * taken only if `primary` names it.
 *
 * @example
 * ```ts
 * const { metadata, lost } = Sage.Metadata.toV1(v4, { allowLoss: true })
 * // lost: [{ path: 'keys[0].verified', reason: 'no place for the claim' }, …]
 * ```
 *
 * @throws `ERR_METADATA_LOSSY` unless `allowLoss` or nothing is lost; `ERR_METADATA_PRIMARY` if
 * `primary` is not the index of a signing key; as {@link parseV4}.
 */
export function toV1(metadata: Input, options: toV1.Options = {}): Converted<V1> {
  const { text, parsed } = receive(metadata, 'metadata')
  const { allowLoss, primary } = readToV1(options)
  if (primary === undefined)
    return outcome(
      call((engine) => engine.metadataToV1(text, allowLoss)),
      parsed,
    )
  return outcome(
    call((engine) => engine.metadataToV1By(text, primary, allowLoss)),
    parsed,
  )
}

const readToV1 = shape({
  ...loss,
  primary: optional(check.integer32),
} satisfies Fields<toV1.Options>)

export declare namespace toV1 {
  type Options = {
    /** Leave behind what version 1 has no place for, and report it. Default: refuse. */
    readonly allowLoss?: boolean
    /** Index of the key that becomes `public_key`, verified or not: the caller answers for it. */
    readonly primary?: number
  }
}

function parsedOf<T>(text: string, parsed: boolean): Parsed<T> {
  const read = JSON.parse(text) as { metadata: T; unknown: string[]; keys: string[] }
  return { ...read, keys: read.keys.map(fromMultikey), parsed }
}

function outcome<T>(text: string, parsed: boolean): Converted<T> {
  const { metadata, lost, inferred } = JSON.parse(text) as Omit<Converted<T>, 'parsed'>
  return { metadata, lost, inferred, parsed }
}
