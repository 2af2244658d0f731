import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { describe, expect, test } from 'vitest'
import own from '../../rust/vectors/identity/competence.json' with { type: 'json' }
import { Encoding, Identity, Keys, Receipt, requireFacts } from '../src/subpath/all.js'
import { frame } from './setup/framing.js'
import { refusal } from './setup/help.js'
import { jcs } from './setup/jcs.js'

const { competence } = Identity
const { encode: toHex } = Encoding.hex
const { decode: unbase } = Encoding.base64url
const utf8 = (text: string) => new TextEncoder().encode(text)

const [agent, notary, archive] = ['agent', 'notary', 'archive'].map(
  (name) => `did:web:${name}.example`,
) as [string, string, string]
const start = 1_760_000_000_000
const hour = 3_600_000
const timeAt = (time: number) => new Date(time)
const fills: Record<string, number> = { [agent]: 1, [notary]: 2, [archive]: 3 }
const key = (fill: number) => Keys.fromSecret('Ed25519', new Uint8Array(32).fill(fill))
const place = (did: string) => ({ actor: did, keyId: `${did}#key-1` })
const trust = {
  keys: [agent, notary, archive].map((did) => ({
    id: `${did}#key-1`,
    key: key(fills[did] ?? 9).publicKey,
  })),
}
const asked = { domain: 'deploy:**', now: timeAt(start + 99 * hour) }
const domain = 'deploy:web/staging'

const texts = (rows: readonly { readonly receipt: object }[]) =>
  rows.map(({ receipt }) => JSON.stringify(receipt))

/** A chain of these attempts, an hour apart. */
function chain(...attempts: Identity.competence.Attempt[]): Receipt.Receipt[] {
  const receipts: Receipt.Receipt[] = []
  for (const [index, what] of attempts.entries()) {
    const previous = receipts.at(-1)
    const where = {
      ...place(agent),
      now: timeAt(start + index * hour),
      ...(previous && { previous }),
    }
    receipts.push(competence.attempt(what, key(1), where))
  }
  return receipts
}

describe('our own vectors, by other implementations', () => {
  // Written from the description in rust/core/src/identity/competence.rs alone.
  type Row = {
    readonly receipt: { readonly signature: string; readonly actor: string }
    id: string
  }
  const check = ({ receipt, id }: Row) => {
    const { signature, ...body } = receipt
    const text = utf8(jcs(body))
    const message = Uint8Array.from([...frame('countersign/receipt/v1'), ...text])
    const signer = ed25519.getPublicKey(new Uint8Array(32).fill(fills[receipt.actor] ?? 0))
    expect(ed25519.verify(unbase(signature), message, signer, { zip215: false })).toBe(true)
    const label = frame('countersign/receipt-hash/v1')
    const hashed = Uint8Array.from([...label, ...frame(text), ...unbase(signature)])
    expect(`sha256:${toHex(sha256(hashed))}`).toBe(id)
  }
  type Content = { outcome?: string; score?: number; attempt?: string; rate?: number }
  const score = ({ outcome, score = 0 }: Content) => (outcome === 'success' ? 1_000_000 : score)
  const mean = (scores: readonly number[]) =>
    Math.floor(scores.reduce((sum, score) => sum + score, 0) / scores.length)

  test('signatures, ids and counts', () => {
    for (const row of [...own.attempts, ...own.validations]) check(row)
    const tried = own.attempts.filter(({ receipt }) => receipt.action === 'countersign/attempt')
    const scores = tried.map(({ receipt }) => score(receipt.content as Content))
    expect(own.report.reported.attempts).toBe(tried.length)
    expect(own.report.reported.rate).toBe(mean(scores))
    const judged = own.validations.map(({ receipt }) => receipt.content as Content)
    expect(judged.every(({ attempt }) => tried.some(({ id }) => id === attempt))).toBe(true)
    expect(own.report.validated.rate).toBe(mean(judged.map(score)))
  })

  test('the API counts the same', () => {
    const proof = { receipts: texts(own.attempts), validations: texts(own.validations) }
    const minimum = { attempts: 5, rate: 700_000, validated: 2 }
    const facts = competence.verify(proof, trust, { ...asked, minimum })
    expect(facts).toEqual({ ...own.report, parsed: false })
    requireFacts(facts)
  })

  test('the API makes the same', () => {
    const [first, , , , fifth] = own.attempts.map(({ receipt }) => receipt)
    const failure = competence.attempt({ domain, outcome: 'failure' }, key(1), {
      ...place(agent),
      now: timeAt(start),
    })
    expect(failure).toEqual(first)
    const now = timeAt((fifth?.time ?? 0) + 1000)
    const judged = competence.validate(fifth as object, key(3), trust, {
      outcome: 'failure',
      ...place(archive),
      now,
    })
    expect(judged).toEqual(own.validations[1]?.receipt)
    const [before, last] = own.attempts.slice(-2).map(({ receipt }) => receipt)
    const content = last?.content as Identity.competence.Claim
    const claim = competence.claim(content, key(1), {
      ...place(agent),
      now: timeAt(last?.time ?? 0),
      previous: before as object,
    })
    expect({ ...claim, signature: '' }).toEqual({
      ...last,
      final: undefined,
      previous: claim.previous,
      signature: '',
    })
  })
})

describe('competence', () => {
  const good = { domain, outcome: 'success' } as const
  const bad = { domain, outcome: 'failure' } as const
  const success = { outcome: 'success' } as const
  const part = { domain, outcome: 'partial', score: 400_000 } as const
  const receipts = chain(bad, good, part)
  const ends = { until: timeAt(start + 2 * hour) }

  test('what others say counts apart', () => {
    const [, second] = receipts
    const judge = (did: string, how: Identity.competence.Outcome) =>
      competence.validate(second as object, key(fills[did] ?? 0), trust, { ...how, ...place(did) })
    const validations = [judge(notary, success), judge(archive, { outcome: 'partial', score: 5 })]
    const facts = competence.verify({ receipts, validations }, trust, { ...asked, now: new Date() })
    expect(facts.reported).toMatchObject({ attempts: 3, rate: 466_666, streak: 0, bestStreak: 1 })
    expect(facts.validated).toMatchObject({ attempts: 1, rate: 5 })
    expect(facts.validations).toMatchObject({ counted: 2, refusals: 0 })
  })

  test('an agent does not validate itself', () => {
    const [first] = receipts as [object]
    const own = () => competence.validate(first, key(1), trust, { ...success, ...place(agent) })
    expect(own).toThrow(refusal('ERR_COMPETENCE_SELF'))
    // Its own key under another name.
    const alias = { id: 'did:web:alias.example#key-1', key: key(1).publicKey }
    const both = { keys: [...trust.keys, alias] }
    const as = { ...place('did:web:alias.example'), now: timeAt(start + hour) }
    const validations = [competence.validate(first, key(1), both, { ...success, ...as })]
    const facts = competence.verify({ receipts, validations }, both, asked)
    expect(facts.validations.refused).toMatchObject([{ index: 0, code: 'ERR_COMPETENCE_SELF' }])
    expect(facts.validated.attempts).toBe(0)
  })

  test('a failure that is left out is missed', () => {
    const facts = competence.verify({ receipts: receipts.slice(1) }, trust, asked)
    expect(facts.facts.window).toMatchObject({ code: 'ERR_COMPETENCE_WINDOW' })
    expect(() => requireFacts(facts, { unchecked: ['window'] })).toThrow()
    const open = competence.verify({ receipts }, trust, asked)
    expect(() => requireFacts(open)).toThrow(refusal('ERR_FACT_UNCHECKED'))
    requireFacts(competence.verify({ receipts }, trust, { ...asked, ...ends }))
  })

  test('thresholds and claims', () => {
    const fails = (minimum: object) =>
      competence.verify({ receipts }, trust, { ...asked, minimum }).facts.thresholds
    expect(fails({ attempts: 3 })).toEqual({ state: 'ok' })
    expect(fails({ rate: 466_667 })).toMatchObject({ code: 'ERR_COMPETENCE_THRESHOLD' })
    expect(fails({ validated: 1 })).toMatchObject({ code: 'ERR_COMPETENCE_THRESHOLD' })
    const other = { ...asked, domain: 'review:**', minimum: { attempts: 1 } }
    const none = competence.verify({ receipts }, trust, other)
    expect(none.facts.thresholds).toMatchObject({ code: 'ERR_COMPETENCE_DOMAIN' })
    const claim = (rate: number) => {
      const what = { domain: 'deploy:**', attempts: 3, rate }
      const where = {
        ...place(agent),
        previous: receipts[2] as object,
        now: timeAt(start + 3 * hour),
      }
      return competence.claim(what, key(1), where)
    }
    const claimFact = (rate: number) =>
      competence.verify({ receipts: [...receipts, claim(rate)] }, trust, asked).facts.claims
    expect(claimFact(466_666)).toEqual({ state: 'ok' })
    expect(claimFact(500_000)).toMatchObject({ at: 3, code: 'ERR_COMPETENCE_CLAIM' })
  })

  test('refuses what is no attempt', () => {
    const make = (what: object) => () => competence.attempt(what as never, key(1))
    expect(make({ domain, outcome: 'perfect' })).toThrow(refusal('ERR_COMPETENCE_MALFORMED'))
    expect(make({ ...part, score: 0.4 })).toThrow(refusal('ERR_COMPETENCE_MALFORMED'))
    expect(make({ ...good, domain: 'deploy:../prod' })).toThrow(refusal('ERR_CAPABILITY_TRAVERSAL'))
    const plain = Receipt.issue({ action: 'tool.call', content: null }, key(1), place(agent))
    const judge = () => competence.validate(plain, key(2), trust, { ...success, ...place(notary) })
    expect(judge).toThrow(refusal('ERR_COMPETENCE_MALFORMED'))
    expect(() => competence.verifier(trust, { ...asked, domain: 'deploy' })).toThrow(
      refusal('ERR_CAPABILITY_MALFORMED'),
    )
    const far = { ...asked, minimum: { rate: 1_000_001 } }
    expect(() => competence.verifier(trust, far)).toThrow(refusal('ERR_ARGUMENT'))
  })

  test('a verifier in pieces', () => {
    const counter = competence.verifier(trust, { ...asked, ...ends })
    counter.validations('{}')
    counter.push(...receipts)
    const facts = counter.report()
    counter.close()
    expect(facts.validations.refused).toHaveLength(1)
    expect(facts.reported.attempts).toBe(2)
    expect(facts.others).toBe(1)
    expect(() => counter.push(receipts[0] as object)).toThrow(refusal('ERR_HANDLE_CLOSED'))
  })
})
