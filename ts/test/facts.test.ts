import { describe, expect, test } from 'vitest'
import { type Fact, Grant, Identity, Keys, Receipt, requireFacts } from '../src/subpath/all.js'
import { refusal } from './setup/help.js'

const now = new Date('2026-06-01T12:00:00Z')
const signer = Keys.fromSecret('Ed25519', new Uint8Array(32).fill(1))
const stranger = Keys.fromSecret('Ed25519', new Uint8Array(32).fill(2))
const [actor, keyId] = ['did:web:agent.example', 'did:web:agent.example#key-1']
const trust = { keys: [{ id: keyId, key: signer.publicKey }] }

const receipts: Receipt.Receipt[] = []
for (const content of [0, 1, 2, 3]) {
  const previous = receipts.at(-1)
  const what = { action: 'tool.call', content, ...(content === 3 && { final: true as const }) }
  const place = { actor, keyId, now, ...(previous && { previous }) }
  receipts.push(Receipt.issue(what, signer, place))
}
const terms = {
  issuer: actor,
  subject: 'did:web:helper.example',
  subjectKey: stranger.publicKey,
  capabilities: ['read:docs/a'],
}
const grant = Grant.issue(terms, signer, { now })

function thrownBy(call: () => unknown): unknown {
  try {
    return call()
  } catch (error) {
    return error
  }
}

/** Names of facts as they come. */
const asked = (report: { facts: object }) => Object.keys(report.facts)

describe('the first fact that failed', () => {
  test('is the first in the order of the questions, and gives its own code', () => {
    // No start, and a gap: `completeness` stands last.
    const cut = Receipt.verifyChain([receipts[1], receipts[3]] as object[], trust, { now })
    expect(asked(cut)).toEqual([
      'format',
      'linkage',
      'sequence',
      'actors',
      'signatures',
      'identities',
      'time',
      'completeness',
    ])
    expect(cut.facts.completeness).toMatchObject({ state: 'failed', code: 'ERR_RECEIPT_START' })
    expect(() => requireFacts(cut)).toThrow(refusal('ERR_RECEIPT_PREVIOUS'))
    expect(() => requireFacts(cut)).toThrow(/^linkage, at 1: /)
  })

  test('also of grants, by themselves and along a lineage', () => {
    const options = { now, revocations: [], capability: 'write:docs/a' }
    const report = Grant.authorize([grant], { key: stranger.publicKey }, options)
    expect(report.facts.capability.state).toBe('failed')
    expect(() => requireFacts(report)).toThrow(refusal('ERR_GRANT_ROOT'))
    const life = { parent: actor, child: terms.subject, childKey: stranger.publicKey, number: 1 }
    const bounds = {
      purpose: 'help',
      ceiling: ['read:**'],
      expires: new Date(now.getTime() + 1000),
    }
    const spawn = Identity.spawn.issue({ ...life, ...bounds }, signer, { now })
    const key = { key: signer.publicKey }
    const lineage = Identity.spawn.verifyLineage([{ spawn }], key, { now, grants: [grant] })
    expect(asked(lineage.grants as Grant.Report)).toEqual(asked(Grant.verifyChain([grant], key)))
  })

  test('is thrown with its data, and with its place where the data have none', () => {
    const report = Receipt.verifyChain(receipts, trust, { now, witnesses: 2 })
    expect(report.facts.witnesses).toMatchObject({
      state: 'failed',
      at: 0,
      data: { want: 2, got: 0 },
    })
    expect(thrownBy(() => requireFacts(report))).toMatchObject({
      code: 'ERR_RECEIPT_WITNESSES',
      at: 0,
      want: 2,
      got: 0,
    })
    const placed: Fact = {
      state: 'failed',
      at: 2,
      code: 'ERR_DID_LOG',
      why: 'it forks',
      data: { at: 7, reason: 'forks' },
    }
    expect(thrownBy(() => requireFacts({ facts: { a: placed } }))).toMatchObject({
      at: 7,
      reason: 'forks',
      message: 'a, at 2: it forks',
    })
  })

  test('cannot be named away', () => {
    // Nobody can say by whom the chain is signed, and it is refused all the same.
    const strange = Receipt.verifyChain(receipts, { keys: [] }, { now })
    expect(strange.facts.signatures).toMatchObject({
      state: 'unchecked',
      code: 'ERR_RECEIPT_KEY',
      at: 0,
    })
    const every = Object.keys(strange.facts) as (keyof typeof strange.facts)[]
    expect(() => requireFacts(strange, { unchecked: every })).toThrow(refusal('ERR_RECEIPT_KEY'))
    const cut = Receipt.verifyChain(receipts.slice(1), trust, { now })
    const unchecked = ['completeness'] as const
    expect(() => requireFacts(cut, { unchecked })).toThrow(refusal('ERR_RECEIPT_START'))
  })
})

describe('what is unchecked', () => {
  test('is refused unless it is named, whatever the report is about', () => {
    const open = Receipt.verifyChain(receipts.slice(0, 2), trust, { now })
    const bare = Receipt.verifyChain(receipts, { key: signer.publicKey }, { now })
    const chain = Grant.verifyChain([grant], { key: signer.publicKey }, { now, revocations: [] })
    const silent = Identity.continuity.verify(receipts, trust, { now })
    const counted = Identity.competence.verify({ receipts: receipts.slice(0, 2) }, trust, {
      now,
      domain: 'deploy:**',
    })
    const rows = [
      [open, 'completeness'],
      [bare, 'identities'],
      [chain, 'identities'],
      [silent, 'silence'],
      [counted, 'window'],
    ] as const
    for (const [report, name] of rows) {
      const facts: Readonly<Record<string, Fact | undefined>> = report.facts
      expect(facts[name]).toEqual({ state: 'unchecked' })
      expect(() => requireFacts(report)).toThrow(refusal('ERR_FACT_UNCHECKED'))
      expect(() => requireFacts(report)).toThrow(new RegExp(`^${name} was not checked`))
      expect(requireFacts(report, { unchecked: [name] as never })).toBe(report)
    }
  })

  test('is not there if nobody asked', () => {
    expect(requireFacts(Receipt.verifyChain(receipts, trust, { now })).facts.witnesses).toBe(
      undefined,
    )
    const wanted = Receipt.verifyChain(receipts, trust, { now, witnesses: 1 })
    expect(() => requireFacts(wanted)).toThrow(refusal('ERR_RECEIPT_WITNESSES'))
    const silent = Identity.continuity.verify(receipts, trust, { now, maxSilence: 60 })
    expect(asked(requireFacts(silent)).slice(8)).toEqual(['silence'])
    const counted = Identity.competence.verify({ receipts }, trust, { now, domain: 'deploy:**' })
    expect(asked(requireFacts(counted)).slice(-2)).toEqual(['completeness', 'window'])
  })
})

test('a report that is none is refused, and never taken for one without faults', () => {
  const ok: Fact = { state: 'ok' }
  const hidden = Object.defineProperty({ a: ok }, 'b', { value: { state: 'unchecked' } })
  const rows: [unknown, string][] = [
    [undefined, 'ERR_ARGUMENT'],
    [{}, 'ERR_ARGUMENT'],
    [{ facts: [] }, 'ERR_ARGUMENT'],
    [{ facts: {} }, 'ERR_FACT_UNCHECKED'],
    [{ facts: { a: ok, b: undefined } }, 'ERR_FACT_UNCHECKED'],
    [{ facts: { a: ok, b: null } }, 'ERR_ARGUMENT'],
    [{ facts: { a: ok, b: { state: 'verified' } } }, 'ERR_ARGUMENT'],
    [{ facts: { a: ok, b: { state: 'failed' } } }, 'ERR_ARGUMENT'],
    [{ facts: { b: { state: 'failed', code: 'ERR_JSON_BOM', data: 5 } } }, 'ERR_ARGUMENT'],
    [{ facts: { b: { state: 'unchecked', code: 5 } } }, 'ERR_ARGUMENT'],
    [{ facts: { b: { state: 'unchecked', code: 'ERR_JSON_BOM', why: '' } } }, 'ERR_JSON_BOM'],
    [{ facts: Object.create({ a: ok }) }, 'ERR_FACT_UNCHECKED'],
    [{ facts: hidden }, 'ERR_FACT_UNCHECKED'],
  ]
  for (const [report, code] of rows)
    expect(() => requireFacts(report as never), JSON.stringify(report)).toThrow(refusal(code))
  const unchecked = ['a', 5] as never
  expect(() => requireFacts({ facts: { a: ok } }, { unchecked })).toThrow(refusal('ERR_ARGUMENT'))
  // @ts-expect-error the report has no such fact
  requireFacts({ facts: { a: ok } }, { unchecked: ['b'] })
})
