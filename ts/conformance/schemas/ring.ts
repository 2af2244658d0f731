/**
 * Ring signatures of ring-go: made again, verified by our rules and by its own, linked, hashed to points.
 *
 * @module
 */

import { type Api, gives, isRecord, judge, Skip, same } from '../case.js'
import { has, hex, isTable, list, type Schema, text } from '../schema.js'
import type { VectorFile } from '../vectors.js'
import type { Row } from './wycheproof.js'

type Type = 'Ed25519' | 'secp256k1'

export const ringGo: Schema = {
  name: 'ring-go',
  matches: (file) => rows(file).some(isRing),
  *cases(file) {
    for (const [index, row] of rows(file).entries())
      yield { name: String(row['name'] ?? index), run: (api) => judged(api, row) }
    const scalars = isRecord(file.json) ? file.json['hash_to_scalar'] : undefined
    for (const [index] of (Array.isArray(scalars) ? scalars : []).entries())
      yield { name: `hash to scalar ${index}`, run: noScalar }
  },
  expectations: [
    'signature',
    'key_image',
    'must_reject',
    'upstream_verify',
    'linked',
    'hash_to_curve',
    'decred_backend_verify',
    'upstream_result',
  ],
  // A changed signature is refused whatever the change, and so is one that upstream cannot even read.
  settled: (row, member) =>
    ('upstream_result' in row && member === 'signature') ||
    (row['must_reject'] === true && member === 'signature') ||
    (/^(decode_error|panic)/.test(String(row['upstream_verify'])) && member !== 'must_reject') ||
    (/^(?!true$)/.test(String(row['upstream_result'])) && member === 'upstream_result'),
}

function noScalar(): void {
  throw new Skip('point arithmetic')
}

export const ownRing: Schema = {
  name: 'own ring signatures',
  matches: ({ json }) =>
    isRecord(json) && isTable(json['cases'], 'keyType', 'scope', 'ring', 'image', 'signature'),
  *cases({ json }) {
    for (const row of list(json as Row, 'cases'))
      yield { name: text(row, 'keyType'), run: (api) => holdsOwn(api, row) }
  },
  expectations: ['image', 'signature'],
}

function holdsOwn(api: Api, row: Row): void {
  const type = text(row, 'keyType') as Type
  const ring = (row['ring'] as unknown[]).map((key) => ({ type, bytes: hex(key) }))
  const [message, scope] = [hex(row['message']), hex(row['scope'])]
  const claim = { message, signature: hex(row['signature']) }
  const proven = api.Ring.verify(claim, ring, { scope })
  same(proven.keyImage, hex(row['image']), 'image')
  const signer = api.Keys.fromSecret(type, hex(row['secret']))
  same(api.Ring.deriveKeyImage(signer, { scope }), hex(row['image']), 'image of the key')
}

function rows(file: VectorFile): Row[] {
  if (!isRecord(file.json) || !Array.isArray(file.json['cases'])) return []
  return file.json['cases'].filter(isRecord)
}

function isRing(row: Row): boolean {
  return (
    ('curve' in row && 'signature' in row && 'message' in row) ||
    'hash_to_curve' in row ||
    ('signature_a' in row && 'linked' in row)
  )
}

function judged(api: Api, row: Row): void {
  const judgeOf = judges.find(({ takes }) => takes(row))
  if (judgeOf === undefined) throw new Skip('point arithmetic')
  judgeOf.run(api, row)
}

/** The first that takes a row judges it. */
const judges: readonly { takes(row: Row): boolean; run(api: Api, row: Row): void }[] = [
  { takes: (row) => 'hash_to_curve' in row, run: hashes },
  { takes: (row) => 'linked' in row, run: links },
  { takes: (row) => 'private_key' in row, run: reproduces },
  { takes: (row) => 'signature' in row, run: verifies },
  { takes: (row) => /duplicate|already among/.test(String(row['name'])), run: refusesDuplicates },
]

function typeOf(row: Row): Type {
  return row['curve'] === 'ed25519' ? 'Ed25519' : 'secp256k1'
}

/** A signature is verified as it is, as it was tampered with, and as upstream made it. */
function verifies(api: Api, row: Row): void {
  const claim = {
    type: typeOf(row),
    message: hex(row['message']),
    signature: hex(row['signature']),
  }
  const upstream = row['upstream_verify'] ?? row['decred_backend_verify'] ?? String(row['verify'])
  judge(holds(api, claim, 'upstream'), upstream === 'true' ? 'accept' : 'reject', 'upstream')
  const strict = row['must_reject'] === true || (has(row, 'verify') && row['verify'] !== true)
  judge(holds(api, claim, 'strict'), strict ? 'reject' : 'accept', 'strict')
  if (upstream === 'true' && has(row, 'key_image'))
    same(proven(api, claim, 'upstream').keyImage, hex(row['key_image']), 'key image')
  for (const bad of (has(row, 'tampered') ? list(row, 'tampered') : []).filter(isRecord)) {
    const message = has(bad, 'message') ? hex(bad['message']) : claim.message
    const signature = has(bad, 'signature') ? hex(bad['signature']) : claim.signature
    const changed = { ...claim, message, signature }
    judge(holds(api, changed, 'strict'), 'reject', `strict, ${bad['name']}`)
    const verdict = bad['upstream_result'] === 'true' ? 'accept' : 'reject'
    judge(holds(api, changed, 'upstream'), verdict, `upstream, ${bad['name']}`)
  }
}

type Reading = 'strict' | 'upstream'

type Claim = { type: Type; message: Uint8Array; signature: Uint8Array }

function proven(api: Api, claim: Claim, reading: Reading) {
  return api.RingGo.verify(claim, { allowEmbeddedRing: true }, { reading })
}

function holds(api: Api, claim: Claim, reading: Reading): boolean {
  return gives(() => proven(api, claim, reading))
}

function reproduces(api: Api, row: Row): void {
  const [type, message] = [typeOf(row), hex(row['message'])]
  const claim = { type, message, signature: hex(row['signature']) }
  const { keyImage, members } = proven(api, claim, 'strict')
  same(keyImage, hex(row['key_image']), 'key image')
  const drawn = { ...claim, signature: hex(row['upstream_random_signature']) }
  same(proven(api, drawn, 'strict').keyImage, keyImage, 'key image of another signature')
  const inputs = row['deterministic_inputs']
  if (!isRecord(inputs)) throw new Error('the vector has no deterministic inputs')
  const rounds = list(inputs, 'rounds').filter(isRecord)
  const signerIndex = Number(row['signer_index'])
  const others = rounds.slice(1).map((_, step) => rounds[(signerIndex + step + 1) % rounds.length])
  const input = {
    secret: hex(row['private_key']),
    message,
    nonce: hex(inputs['u']),
    responses: new Uint8Array(Buffer.concat(others.map((round) => hex(round?.['s'])))),
  }
  const ring = members.map((bytes) => ({ type, bytes }))
  const made = api.RingGo.dangerouslySignWith(input, ring)
  same(made, claim.signature, 'signature')
  verifies(api, row)
}

function links(api: Api, row: Row): void {
  const [a, b] = [hex(row['signature_a']), hex(row['signature_b'])]
  const type: Type = text(row, 'image_a').length === 64 ? 'Ed25519' : 'secp256k1'
  for (const reading of ['strict', 'upstream'] as const)
    same(api.RingGo.link(a, b, { type, reading }), row['linked'], 'linked')
}

function hashes(api: Api, row: Row): void {
  const bytes = hex(row['public_key'])
  const type: Type = bytes.length === 32 ? 'Ed25519' : 'secp256k1'
  same(api.RingGo.hashToCurve({ type, bytes }), hex(row['hash_to_curve']), 'point')
}

/** The case records what upstream's constructor lets through, without its keys. */
function refusesDuplicates(api: Api, row: Row): void {
  const signer = api.Keys.generate(typeOf(row))
  const other = api.Keys.generate(typeOf(row)).publicKey
  const ring = [signer.publicKey, other, signer.publicKey]
  const message = new Uint8Array(32)
  judge(
    gives(() => api.RingGo.sign(message, signer, ring)),
    row['must_reject'] === true ? 'reject' : 'accept',
  )
}
