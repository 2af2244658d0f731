import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { describe, expect, test } from 'vitest'
import chains from '../../rust/vectors/agentic-identity/receipt_chains.json' with { type: 'json' }
import vectors from '../../rust/vectors/agentic-identity/receipts.json' with { type: 'json' }
import { Aid, Encoding, Keys, requireFacts } from '../src/subpath/all.js'

const aid = Aid.Receipt
const withCode = (code: string): Error => expect.objectContaining({ code }) as never
const utf8 = (text: string) => new TextEncoder().encode(text)
const seed = (byte: number) => new Uint8Array(32).fill(byte)
const [alice, bob] = [Keys.fromSecret('Ed25519', seed(1)), Keys.fromSecret('Ed25519', seed(2))]
const embedded = { allowEmbeddedKey: true } as const

const draft: Aid.Receipt.Draft = {
  action_type: 'Decision',
  action: { description: 'Chose PostgreSQL', data: { n: [1, 2.5, null] }, references: ['a'] },
  timestamp: 1735689600000000n,
}

describe('a receipt', () => {
  test.each(vectors.cases)('is upstream’s byte for byte: $name', (vector) => {
    const { receipt_json_compact: text, hash_input_utf8: input } = vector
    const facts = aid.verify(text, embedded)
    expect(facts.receipt).toBe(text)
    expect(facts.hashInput).toBe(input)
    const { action_type, action, timestamp, context_hash, previous_receipt } = JSON.parse(text)
    const again = JSON.stringify({
      action_type,
      action,
      timestamp: String(timestamp),
      context_hash,
      previous_receipt,
    })
    const signer = Keys.fromSecret('Ed25519', Encoding.hex.decode(vector.signer_seed_hex))
    expect(aid.issue(again, signer)).toBe(text)
  })

  test('is what other implementations compute', () => {
    const receipt = JSON.parse(aid.issue(draft, alice))
    const action = '{"description":"Chose PostgreSQL","data":{"n":[1,2.5,null]},"references":["a"]}'
    const key = Encoding.base64.encode(alice.publicKey.bytes)
    const actor = `aid_${Encoding.base58.encode(sha256(alice.publicKey.bytes).slice(0, 16))}`
    const input = `${actor}:${key}:decision:${action}:1735689600000000::`
    const hash = Encoding.hex.encode(sha256(utf8(input)))
    expect(receipt.receipt_hash).toBe(hash)
    expect(receipt.id).toBe(`arec_${Encoding.base58.encode(sha256(utf8(hash)).slice(0, 16))}`)
    expect(receipt.actor).toBe(actor)
    expect(Aid.Identity.id(alice.publicKey)).toBe(actor)
    expect(receipt.signature).toBe(Encoding.base64.encode(ed25519.sign(utf8(hash), seed(1))))
  })

  test('is verified from a trust', () => {
    const text = aid.issue(draft, alice)
    const actor = Aid.Identity.id(alice.publicKey)
    expect(aid.verify(text, { identities: [actor] })).toMatchObject({
      signer: { trust: 'trusted' },
      timestamp: 1735689600000000n,
      parsed: false,
      uncovered: ['witnesses'],
    })
    expect(aid.verify(text, { key: alice.publicKey }).signer.trust).toBe('trusted')
    expect(() => aid.verify(text, { key: bob.publicKey })).toThrow(withCode('ERR_AID_UNTRUSTED'))
    expect(aid.verify(JSON.parse(text), embedded)).toMatchObject({ parsed: true })
    const edited = text.replace('PostgreSQL', 'SQLite')
    expect(() => aid.verify(edited, embedded)).toThrow(withCode('ERR_AID_HASH'))
  })

  test('keeps numbers that JavaScript would lose', () => {
    const exact =
      '{"action_type":"Decision","action":{"description":"","data":[100.0,18446744073709551615],"references":[]},"timestamp":"18446744073709551615"}'
    const text = aid.issue(exact, alice)
    expect(text).toContain('[100.0,18446744073709551615]')
    expect(aid.verify(text, embedded).timestamp).toBe(18446744073709551615n)
  })

  test('takes witnesses that are others', () => {
    const text = aid.issue(draft, alice)
    expect(() => aid.witness(text, alice)).toThrow(withCode('ERR_AID_WITNESS'))
    const witnessed = aid.witness(text, bob, { at: 7n })
    expect(aid.verify(witnessed, embedded).witnesses).toMatchObject([
      { identity: Aid.Identity.id(bob.publicKey), witnessedAt: 7n, state: 'ok' },
    ])
    const spoiled = JSON.parse(witnessed)
    spoiled.witnesses[0].witnessed_at = 8
    expect(aid.verify(spoiled, embedded).witnesses[0]).toMatchObject({
      state: 'failed',
      code: 'ERR_AID_SIGNATURE',
    })
  })

  test('refuses arguments of other types', () => {
    expect(() => aid.verify(5 as never, embedded)).toThrow(withCode('ERR_ARGUMENT'))
    expect(() => aid.issue({ ...draft, timestamp: 5 as never }, alice)).not.toThrow()
    expect(() => aid.issue({ ...draft, timestamp: -1n }, alice)).toThrow(withCode('ERR_ARGUMENT'))
    expect(() => aid.verify('{}', embedded, { now: 5 as never })).toThrow(withCode('ERR_ARGUMENT'))
  })
})

describe('a chain', () => {
  test.each(chains.cases)('$name', ({ chain, successor_should: should }) => {
    // What is whole here nobody expects otherwise; by default a missing end is not waived.
    const open = { unchecked: ['completeness'] } as const
    const act = () => requireFacts(aid.verifyChain(chain, embedded), open)
    if (chain.length === 0) expect(act).toThrow(withCode('ERR_FACT_UNCHECKED'))
    else if (should.startsWith('reject'))
      expect(act).toThrow(withCode(expect.stringMatching(/^ERR_AID_/) as never))
    // The head of a partial chain is missing, which completeness says.
    else if (should.includes('partial')) expect(act).toThrow(withCode('ERR_AID_LINK'))
    else expect(act().length).toBe(chain.length)
  })

  test('shows its forks and its tip', () => {
    const first = aid.issue(draft, alice)
    const { id } = JSON.parse(first)
    const next = (description: string) =>
      aid.issue({ ...draft, action: { description, references: [] }, previous_receipt: id }, alice)
    const [left, right] = [next('left'), next('right')]
    expect(aid.findForks([first, left, right], embedded)).toMatchObject([{ previous: id }])
    const { tip } = aid.verifyChain([first, left], embedded)
    expect(
      aid.verifyChain([first, right], embedded, { tip: tip ?? '' }).facts.completeness.state,
    ).toBe('failed')
    const whole = aid.verifyChain([first, left], embedded)
    expect(() => requireFacts(whole)).toThrow(withCode('ERR_FACT_UNCHECKED'))
    const found = aid.query([first, left, right, left], embedded, { chain_root: id })
    expect(found.map(({ index }) => index).sort()).toEqual([1, 2])
  })

  test('keeps its items apart, whatever is in them', () => {
    const first = aid.issue(draft, alice)
    const two = `${first}\u{1e}${first}`
    const report = aid.verifyChain([two], embedded)
    expect(report).toMatchObject({ length: 1, trust: null })
    expect(report.facts.signatures).toMatchObject({ state: 'failed', at: 0 })
    expect(() => aid.query([two, first], embedded, {})).toThrow(withCode('ERR_JSON_TRAILING'))
    expect(aid.verifyChain([], embedded).trust).toBeNull()
  })
})
