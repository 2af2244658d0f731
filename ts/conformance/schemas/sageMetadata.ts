/**
 * SAGE: metadata V1 and V4, file `metadata`.
 *
 * A row gives both versions as SAGE converts them. Ours differs by rule: it
 * never sets `verified`, keeps what SAGE drops, takes a verified key as the
 * primary one, and refuses a conversion that loses something unless allowed.
 *
 * @module
 */

import { type Api, attempt, isRecord, judge, same } from '../case.js'
import { isEd25519Key, isLowOrderX25519, isSageSecp256k1Key } from '../curve.js'
import { findExpected } from '../rules.js'
import { metadataToV1, metadataToV4 } from '../sageDocuments.js'
import { object, type Schema } from '../schema.js'
import { sage } from './sage.js'
import type { Row } from './wycheproof.js'

export const sageMetadata: Schema = sage('metadata', { v1_to_v4: toV4, v4_to_v1: toV1 }, [
  'endpoint',
  'owner',
  'key_data',
])

function toV4(api: Api, row: Row): void {
  const v1 = object(row, 'v1')
  const keys = keysFrom(v1)
  const outcome = attempt(() => metadataToV4(api, JSON.stringify(v1), true))
  const { verdict, why } = findExpected(row, true, [!sound(keys) && 'point checked on import'])
  judge('value' in outcome, verdict, why)
  if (!('value' in outcome)) return
  const { metadata } = outcome.value
  const ours = isRecord(row['ours']) ? row['ours']['v4'] : undefined
  if (ours !== undefined) same(metadata, ours, 'V4')
  same(shared(metadata), shared(object(row, 'v4')), 'members of both versions')
  same(keysOf(metadata), keys, 'keys')
}

type Key = { readonly type: unknown; readonly key_data: unknown; readonly verified: unknown }

/** Whether every key is one, and none is listed twice. */
function sound(keys: readonly Key[]): boolean {
  const data = keys.map(({ key_data }) => key_data)
  return keys.every(isKey) && new Set(data).size === data.length
}

function isKey({ type, key_data }: Key): boolean {
  if (typeof key_data !== 'string') return false
  const bytes = new Uint8Array(Buffer.from(key_data, 'base64'))
  if (type === 0) return isSageSecp256k1Key(bytes)
  return type === 1 ? isEd25519Key(bytes) : bytes.length === 32 && !isLowOrderX25519(bytes)
}

const scalars = [
  'did',
  'name',
  'description',
  'endpoint',
  'capabilities',
  'owner',
  'is_active',
  'created_at',
  'updated_at',
]

function shared(metadata: Row): Row {
  return Object.fromEntries(scalars.map((name) => [name, metadata[name]]))
}

function keysOf(v4: Row): Key[] {
  const keys = Array.isArray(v4['keys']) ? v4['keys'].filter(isRecord) : []
  return keys.map(({ type, key_data, verified }) => ({ type, key_data, verified }))
}

/** The keys of V1: 32 bytes can only be Ed25519; never verified. */
function keysFrom(v1: Row): Key[] {
  const key = (key_data: unknown, type: number): Key[] =>
    key_data === null || key_data === undefined ? [] : [{ type, key_data, verified: false }]
  const signing = v1['public_key']
  const type = Buffer.from(String(signing ?? ''), 'base64').length === 32 ? 1 : 0
  return [...key(signing, type), ...key(v1['public_kem_key'], 2)]
}

function toV1(api: Api, row: Row): void {
  const v4 = object(row, 'v4')
  const keys = keysOf(v4)
  const strict = attempt(() => metadataToV1(api, JSON.stringify(v4), false))
  const { verdict, why } = findExpected(row, true, [
    !sound(keys) && 'point checked on import',
    keys.length > 0 && 'no silent loss',
  ])
  judge('value' in strict, verdict, why)
  if (sound(keys)) allowingLoss(api, row, v4)
}

/** V1 has no place for `verified`, so that a list with keys always loses something. */
function allowingLoss(api: Api, row: Row, v4: Row): void {
  const { metadata, lost } = metadataToV1(api, JSON.stringify(v4), true)
  same(lost.length > 0, keysOf(v4).length > 0, 'whether something is lost')
  const ours = isRecord(row['ours']) ? row['ours'] : {}
  if ('v1' in ours) same(metadata, ours['v1'], 'V1')
  if (Array.isArray(ours['lost'])) same([...lost].sort(), [...ours['lost']].sort(), 'lost')
  same(shared(metadata), shared(object(row, 'v1')), 'members of both versions')
  same(metadata['public_key'] ?? null, primary(keysOf(v4)), 'primary key')
}

/** The first verified secp256k1 key, else the first verified Ed25519 key. */
function primary(keys: readonly Key[]): unknown {
  const first = (type: number) => keys.find((key) => key.type === type && key.verified === true)
  return (first(0) ?? first(1))?.key_data ?? null
}
