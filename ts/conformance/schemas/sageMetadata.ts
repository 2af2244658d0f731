/**
 * SAGE: metadata V1 and V4 (specs/sage.md 4), file `metadata`.
 *
 * A row gives both versions as SAGE converts them. Ours differs by rule: it
 * never sets `verified`, keeps what SAGE drops, takes a verified key as the
 * primary one, and refuses a conversion that loses something unless allowed.
 *
 * @module
 */

import { type Api, attempt, isRecord, judge, same } from '../case.js'
import { expected, overridden } from '../rules.js'
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
  const empty = v1['public_key'] === '' || v1['public_kem_key'] === ''
  const outcome = attempt(() => metadataToV4(api, JSON.stringify(v1), true))
  const { verdict, why } = expected(row, true, [empty && 'point checked on import'])
  judge('value' in outcome, verdict, why)
  if (!('value' in outcome)) return
  const { metadata } = outcome.value
  const ours = overridden(row) && isRecord(row['ours']) ? row['ours']['v4'] : undefined
  if (ours !== undefined) same(metadata, ours, 'V4')
  same(shared(metadata), shared(object(row, 'v4')), 'members of both versions')
  same(keysOf(metadata), keysFrom(v1), 'keys')
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

function keysOf(v4: Row): unknown {
  const keys = Array.isArray(v4['keys']) ? v4['keys'].filter(isRecord) : []
  return keys.map(({ type, key_data, verified }) => ({ type, key_data, verified }))
}

/** The keys of V1: 32 bytes can only be Ed25519; never verified. */
function keysFrom(v1: Row): unknown {
  const key = (data: unknown, type: number) =>
    typeof data === 'string' ? [{ type, key_data: data, verified: false }] : []
  const signing = v1['public_key']
  const type = Buffer.from(String(signing ?? ''), 'base64').length === 32 ? 1 : 0
  return [...key(signing, type), ...key(v1['public_kem_key'], 2)]
}

function toV1(api: Api, row: Row): void {
  const v4 = JSON.stringify(object(row, 'v4'))
  const lossy = losing(object(row, 'v4'))
  const strict = attempt(() => metadataToV1(api, v4, false))
  const { verdict, why } = expected(row, true, [lossy && 'no silent loss'])
  judge('value' in strict, verdict, why)
  const { metadata, lost } = metadataToV1(api, v4, true)
  same(lost.length > 0, lossy, 'whether something is lost')
  const ours = isRecord(row['ours']) ? row['ours'] : {}
  if ('v1' in ours) same(metadata, ours['v1'], 'V1')
  if (Array.isArray(ours['lost'])) same([...lost].sort(), [...ours['lost']].sort(), 'lost')
  same(shared(metadata), shared(object(row, 'v1')), 'members of both versions')
  same(metadata['public_key'] ?? null, primary(object(row, 'v4')), 'primary key')
}

/** V1 has no place for proofs, for `verified`, and for more than one key of each kind. */
function losing(v4: Row): boolean {
  const keys = Array.isArray(v4['keys']) ? v4['keys'].filter(isRecord) : []
  return (
    keys.some((key) => key['verified'] === true || key['signature'] !== null) || keys.length > 2
  )
}

/** The first verified secp256k1 key, else the first verified Ed25519 key. */
function primary(v4: Row): unknown {
  const keys = Array.isArray(v4['keys']) ? v4['keys'].filter(isRecord) : []
  const first = (type: number) =>
    keys.find((key) => key['type'] === type && key['verified'] === true)
  return (first(0) ?? first(1))?.['key_data'] ?? null
}
