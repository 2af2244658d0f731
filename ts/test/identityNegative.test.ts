import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { afterAll, describe, expect, test } from 'vitest'
import vectors from '../../rust/vectors/identity/negative.json' with { type: 'json' }
import spawned from '../../rust/vectors/identity/spawn.json' with { type: 'json' }
import { Did, Encoding, Identity, Keys, requireFacts } from '../src/subpath/all.js'
import { frameRecord } from './setup/framing.js'
import { refusal, unhex } from './setup/help.js'

const { decode: unbase, encode: base } = Encoding.base64url
const timeAt = (seconds: number) => new Date(seconds * 1000)
const now = timeAt(vectors.now)
const { negative } = Identity

const [declarer, notary, stranger] = [1, 2, 8].map((fill) =>
  Keys.fromSecret('Ed25519', new Uint8Array(32).fill(fill)),
) as [Keys.LocalSigner, Keys.LocalSigner, Keys.LocalSigner]
afterAll(() => {
  for (const key of [declarer, notary, stranger]) key.close()
})

const didOf = (key: Keys.LocalSigner) => Did.fromKey(key.publicKey)
const trust = { key: declarer.publicKey }

describe('the vectors, by other implementations', () => {
  test.each(vectors.records)('$record.type', ({ record, message }) => {
    const { signature, ...body } = record
    const signed = frameRecord(record.type, body)
    expect(signed).toEqual(unhex(message))
    const { bytes } = Keys.fromMultikey(record.key)
    expect(ed25519.verify(unbase(signature), signed, bytes)).toBe(true)
  })

  test('the id', () => {
    const hash = sha256(frameRecord('countersign/negative-id/v1', vectors.declaration))
    expect(`negative:${base(hash)}`).toBe(vectors.declarationId)
    expect(negative.declarationId(vectors.declaration)).toBe(vectors.declarationId)
  })

  test.each(vectors.ceilings)('the ceiling and $capability', ({ capability, excludedAt }) => {
    const proof = negative.excludeByLineage(JSON.stringify(vectors.lineage), trust, {
      capability,
      now,
    })
    expect(proof.excludedBy?.at).toBe(excludedAt)
    if (excludedAt === undefined)
      expect(() => requireFacts(proof)).toThrow(refusal('ERR_NEGATIVE_COVERED'))
    else expect(requireFacts(proof)).toMatchObject({ evidence: 'ceiling', parsed: false })
  })

  test.each(vectors.absences)('absence %#', (row) => {
    const { actions, from, to, count, code } = row as AbsenceRow
    const proof = negative.proveAbsence(
      vectors.receipts.map((receipt) => JSON.stringify(receipt)),
      trust,
      {
        actions,
        now: timeAt(vectors.now + 60),
        ...(from !== undefined && { from }),
        ...(to !== undefined && { to }),
        ...(count !== undefined && { count }),
      },
    )
    if (code === undefined) expect(requireFacts(proof).parsed).toBe(false)
    else expect(() => requireFacts(proof)).toThrow(refusal(code))
  })
})

type AbsenceRow = {
  actions: string[]
  from?: number
  to?: number
  count?: number
  code?: string
}

test('a ceiling that nobody signed excludes nothing', () => {
  const by = (lineage: readonly object[], options: { key?: Keys.PublicKey; now?: Date } = {}) => {
    const { key = declarer.publicKey, now: time = now } = options
    const asked = { capability: 'delete:docs/a', now: time }
    return negative.excludeByLineage(lineage as never, { key }, asked)
  }
  expect(requireFacts(by(vectors.lineage)).unproven).toContain('other lineages')
  const strange = by(vectors.lineage, { key: stranger.publicKey })
  expect(() => requireFacts(strange)).toThrow(refusal('ERR_SPAWN_ROOT'))
  const [first, second] = vectors.lineage
  const forged = [first, { ...second, spawn: { ...second?.spawn, ceiling: ['read:docs/b'] } }]
  expect(() => requireFacts(by(forged as object[]))).toThrow(refusal('ERR_SPAWN_SIGNATURE'))
  const early = by(vectors.lineage, { now: timeAt(vectors.now - 1000) })
  expect(() => requireFacts(early)).toThrow(refusal('ERR_NEGATIVE_NOT_YET'))
  const vague = { capability: 'docs' }
  expect(() => negative.excludeByLineage(vectors.lineage as never, trust, vague)).toThrow(
    refusal('ERR_CAPABILITY_MALFORMED'),
  )
})

test('grants exclude what they do not name', () => {
  const by = (capability: string) =>
    negative.excludeByGrants(spawned.grants, trust, { capability, now })
  expect(requireFacts(by('read:docs/b'))).toMatchObject({ basis: 'grants' })
  expect(() => requireFacts(by('read:docs/a/b'))).toThrow(refusal('ERR_NEGATIVE_COVERED'))
})

describe('a declaration', () => {
  const freeze = {
    declarer: didOf(declarer),
    capabilities: ['deploy:production/**'],
    until: timeAt(vectors.now + 3600),
    reason: 'freeze',
  }
  const word = negative.declareAbstention(freeze, declarer, { now })
  const both = { keys: [{ key: declarer.publicKey }, { key: notary.publicKey }] }

  test('is evidence that it was made, and names its witnesses', () => {
    const seen = negative.witness(word, notary, { witness: didOf(notary), now })
    const own = negative.witness(word, declarer, { witness: didOf(declarer), now })
    const found = negative.verifyDeclaration(JSON.stringify(word), both, {
      witnesses: [seen, own],
      capability: 'deploy:production/api',
      at: timeAt(vectors.now + 1),
      now,
    })
    expect(found).toMatchObject({
      evidence: 'declaration',
      speaksOf: 'future',
      declared: true,
      identityBound: true,
      parsed: false,
    })
    expect(found.witnesses.map(({ state }) => state)).toEqual(['ok', 'failed'])
    expect(found.unproven).toContain('that it is kept')
  })

  test('does not hold changed, early, or of a stranger', () => {
    const verify = (said: object, options: object = {}, key = declarer.publicKey) =>
      negative.verifyDeclaration(said, { key }, { now, ...options })
    expect(verify(word).declared).toBe(true)
    expect(() => verify({ ...word, until: vectors.now + 7200 })).toThrow(
      refusal('ERR_NEGATIVE_SIGNATURE'),
    )
    expect(() => verify(word, { now: timeAt(vectors.now - 61) })).toThrow(
      refusal('ERR_NEGATIVE_NOT_YET'),
    )
    expect(() => verify(word, {}, stranger.publicKey)).toThrow(refusal('ERR_NEGATIVE_KEY'))
    expect(() => verify({ ...word, more: 1 })).toThrow(refusal('ERR_NEGATIVE_MALFORMED'))
    expect(() =>
      negative.witness({ ...word, reason: 'another' }, notary, { witness: didOf(notary) }),
    ).toThrow(refusal('ERR_NEGATIVE_SIGNATURE'))
  })
})
