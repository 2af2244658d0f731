/**
 * SAGE: agent cards with proof, and merging, files `a2a_card` and `a2a_merge`.
 *
 * Ours verifies from an explicit trust. Here the tool vouches for the keys that
 * a card lists, as a resolver would that returns them for the card's DID; with
 * no trust at all, every card must be refused.
 *
 * @module
 */

import { type Api, attempt, gives, isRecord, judge, Mismatch, same } from '../case.js'
import { findExpected, type Rule } from '../rules.js'
import {
  cardCanonical,
  cardGenerate,
  cardMerge,
  cardSign,
  cardValidate,
  cardVerify,
  type SigningKey,
  type Vouched,
} from '../sageDocuments.js'
import { hex, object, type Schema, text, toHex, utf8 } from '../schema.js'
import { sage } from './sage.js'
import type { Row } from './wycheproof.js'

export const sageCard: Schema = sage(
  'agent card',
  { sign: signs, verify: verifies, sign_error: refusesToSign, validate: validates },
  ['canonical', 'signature_hex', 'verify', 'accept'],
  (row) => 'wire' in row || 'card' in row || row['op'] === 'sign_error',
)

function signs(api: Api, row: Row, root: Row): void {
  const wire = JSON.parse(text(row, 'wire')) as Row
  const card = cardGenerate(api, jsonOf(row['metadata']))
  same(cardCanonical(api, card), text(row, 'canonical'), 'canonical form')
  same(toHex(utf8(text(row, 'canonical'))), row['canonical_hex'], 'canonical bytes')
  const key = signingKey(root, text(row, 'signing_key'))
  const signed = cardSign(api, card, key, text(object(wire, 'proof'), 'created'))
  same(JSON.parse(signed), wire, 'signed card')
  const value = api.Encoding.base58.decode(text(object(wire, 'proof'), 'proofValue'))
  same(value, hex(row['signature_hex']), 'signature')
  judge(
    gives(() => cardVerify(api, text(row, 'wire'), vouched(api, wire))),
    row['verify'] === true ? 'accept' : 'reject',
  )
}

/** A record as text, whether the vector has it as text or as an object. */
function jsonOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function signingKey(root: Row, name: string): SigningKey {
  const keys = object(root, 'keys')
  const [seeds, scalars] = [object(keys, 'ed25519_seeds'), object(keys, 'secp256k1')]
  if (name in seeds) return { type: 'Ed25519', secret: hex(seeds[name]) }
  return { type: 'secp256k1', secret: hex(scalars[name]) }
}

function verifies(api: Api, row: Row): void {
  const wire = text(row, 'wire')
  const card = JSON.parse(wire) as Row
  const { verdict, why } = findExpected(row, row['verify'] === true, [foreign(card)])
  const either = row['verify'] === false && hexOnly(card)
  const outcome = attempt(() => cardVerify(api, wire, vouched(api, card)))
  if (!either) judge('value' in outcome, verdict, why)
  judge(
    gives(() => cardVerify(api, wire, [])),
    'reject',
    'trust not in the object',
  )
  if ('value' in outcome) namesUnsigned(card, outcome.value)
}

/** The keys of a card, for its DID. Those that cannot be read are left out. */
function vouched(api: Api, card: Row): Vouched[] {
  const keys = Array.isArray(card['publicKey']) ? card['publicKey'].filter(isRecord) : []
  return keys.flatMap((key) => {
    const type = ({ Ed25519: 'Ed25519', EcdsaSe: 'secp256k1' } as const)[typeName(key)]
    const raw = hex(key['publicKeyHex'] ?? '')
    const bytes = raw.length === 64 ? Uint8Array.from([4, ...raw]) : raw
    const read =
      type &&
      attempt(() => api.Keys.publicKey({ type: raw.length === 32 ? 'Ed25519' : type, bytes }))
    return read && 'value' in read
      ? [{ id: String(key['id']), did: String(card['id']), key: read.value }]
      : []
  })
}

function typeName(key: Row): 'Ed25519' | 'EcdsaSe' {
  return String(key['type']).slice(0, 7) as 'Ed25519'
}

/** Controller, purpose and type must fit the card and the proof. */
function foreign(card: Row): Rule | false {
  const proof = isRecord(card['proof']) ? card['proof'] : {}
  const keys = Array.isArray(card['publicKey']) ? card['publicKey'].filter(isRecord) : []
  const key = keys.find((key) => key['id'] === proof['verificationMethod'])
  const fits =
    key?.['controller'] === card['id'] &&
    proof['proofPurpose'] === 'assertionMethod' &&
    String(key?.['type']).slice(0, 7) === String(proof['type']).slice(0, 7)
  return !fits && 'trust not in the object'
}

/** A key in hex alone is a key, though SAGE cannot read it; our verdict depends on the signature. */
function hexOnly(card: Row): boolean {
  const proof = isRecord(card['proof']) ? card['proof'] : {}
  const keys = Array.isArray(card['publicKey']) ? card['publicKey'].filter(isRecord) : []
  return keys.some(
    (key) => key['id'] === proof['verificationMethod'] && key['publicKeyBase58'] === '',
  )
}

const members = new Set(
  '@context id type name description publicKey service capabilities created updated proof'.split(
    ' ',
  ),
)

/** Rule "unsigned members named": what the signature does not cover is said. */
function namesUnsigned(card: Row, uncovered: readonly string[]): void {
  for (const name of Object.keys(card).filter((name) => !members.has(name)))
    if (!uncovered.some((path) => path.includes(name)))
      throw new Mismatch(`"${name}" is not named as uncovered`)
}

/** The signer must be a key of the card. */
function refusesToSign(api: Api, row: Row, root: Row): void {
  const rows = root['cases'] as Row[]
  const base = rows.find((row) => row['op'] === 'sign' && 'metadata' in row)
  if (base === undefined) throw new Error('no signed card in this file')
  const card = cardGenerate(api, jsonOf(base['metadata']))
  const secret = new Uint8Array(32).fill(9)
  const stranger = { type: 'Ed25519', secret } as const
  const { verdict, why } = findExpected(row, false)
  judge(
    gives(() => cardSign(api, card, stranger, '2025-01-01T00:00:00Z')),
    verdict,
    why === '' ? text(row, 'name') : why,
  )
}

function validates(api: Api, row: Row): void {
  const text = jsonOf(row['card'])
  const { verdict, why } = findExpected(row, row['accept'] === true)
  // SAGE decodes nothing here; a key that cannot be read may be refused at once, or when it is used.
  const unread = verdict === 'accept' && !keysRead(api, JSON.parse(text) as Row)
  judge(
    gives(() => cardValidate(api, text)),
    unread ? 'either' : verdict,
    why,
  )
}

function keysRead(api: Api, card: Row): boolean {
  const keys = Array.isArray(card['publicKey']) ? card['publicKey'].filter(isRecord) : []
  return (
    vouched(api, card).length === keys.filter(({ type }) => !String(type).startsWith('X')).length
  )
}

export const sageMerge: Schema = sage(
  'card merge',
  { merge: merges, regenerate_after_merge: regenerates },
  ['card'],
)

/** The inputs are not recorded: a card of another id and no proof, made from the result. */
function merges(api: Api, row: Row): void {
  const metadata = JSON.stringify(row['result'])
  const card = JSON.parse(cardGenerate(api, metadata)) as Row
  const foreignCard = JSON.stringify({
    ...card,
    id: 'did:sage:ethereum:0x000000000000000000000000000000000000dead',
  })
  const { verdict, why } = findExpected(row, row['error'] === null, ['merge needs proof'])
  judge(
    gives(() => cardMerge(api, foreignCard, metadata, false)),
    verdict,
    why,
  )
  judge(
    gives(() => cardMerge(api, JSON.stringify(card), metadata, false)),
    verdict,
    why,
  )
  const merged = cardMerge(api, foreignCard, metadata, true)
  same(merged['endpoint'], object(row, 'result')['endpoint'], 'endpoint')
}

/** SAGE cannot read back what it merged, and its defaults reappear; ours reads it. */
function regenerates(api: Api, row: Row, root: Row): void {
  const rows = root['cases'] as Row[]
  const result = rows.find((row) => 'result' in row)?.['result']
  if (!isRecord(result)) throw new Error('no merged metadata in this file')
  const made = attempt(() => cardGenerate(api, JSON.stringify(result)))
  const { verdict, why } = findExpected(row, true)
  judge('value' in made, verdict, why)
  if (!('value' in made)) return
  const card = JSON.parse(made.value) as Row
  const ours = isRecord(row['ours']) ? row['ours']['card'] : undefined
  if (ours !== undefined) same(card, ours, 'card')
  for (const name of [
    '@context',
    'id',
    'type',
    'name',
    'description',
    'publicKey',
    'created',
    'updated',
  ])
    same(card[name], object(row, 'card')[name], name)
  same(card['capabilities'], object(result, 'capabilities')['capabilities'], 'capabilities')
}
