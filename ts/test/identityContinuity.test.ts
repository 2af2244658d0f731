import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { describe, expect, test } from 'vitest'
import own from '../../rust/vectors/identity/continuity.json' with { type: 'json' }
import { Encoding, Identity, Keys, Receipt, requireFacts } from '../src/subpath/all.js'
import { frameRecord } from './setup/framing.js'
import { refusal } from './setup/help.js'

const { continuity } = Identity
const { encode: toHex } = Encoding.hex
const { decode: unbase } = Encoding.base64url

const agent = 'did:web:agent.example'
const notary = 'did:web:notary.example'
const start = 1_760_000_000_000
const hour = 3_600_000
const timeAt = (time: number) => new Date(time)
const key = (fill: number) => Keys.fromSecret('Ed25519', new Uint8Array(32).fill(fill))
const place = { actor: agent, keyId: `${agent}#key-1` }
const trust = {
  keys: [
    { id: `${agent}#key-1`, key: key(1).publicKey },
    { id: `${notary}#key-1`, key: key(2).publicKey },
  ],
}
const challenge = new Uint8Array(16).fill(7)

/** As the vectors: an hour apart, each witnessed a minute later, the anchor before acknowledged. */
function chain(count: number): Receipt.Receipt[] {
  const receipts: Receipt.Receipt[] = []
  for (let index = 0; index < count; index += 1) {
    const previous = receipts.at(-1)
    const now = timeAt(start + index * hour)
    const receipt = previous
      ? continuity.heartbeat(
          { acknowledges: [previous], ...(index + 1 === count && { challenge }) },
          key(1),
          { ...place, now, previous },
        )
      : Receipt.issue({ action: 'tool.call', content: null }, key(1), { ...place, now })
    const seen = { witness: notary, keyId: `${notary}#key-1`, now: timeAt(+now + 60_000) }
    receipts.push(Receipt.countersign(receipt, key(2), trust, seen))
  }
  return receipts
}

const asked = {
  now: timeAt(start + 4 * hour + 120_000),
  maxSilence: 3600,
  maxLag: 60,
  maxLead: 3600,
  challenge,
  first: 0,
  from: timeAt(start),
}
const ongoing = { unchecked: ['completeness'] } as const

describe('our own vectors, by other implementations', () => {
  // Written from the description in rust/core/src/identity/continuity.rs alone.
  const holds = (signature: string, message: Uint8Array, fill: number) =>
    ed25519.verify(
      unbase(signature),
      message,
      ed25519.getPublicKey(new Uint8Array(32).fill(fill)),
      {
        zip215: false,
      },
    )

  test('receipts, anchors and their ids', () => {
    let acknowledged: readonly string[] | undefined
    for (const { receipt, id, anchors } of own.experiences) {
      const { signature, witnesses, ...body } = receipt
      expect(holds(signature, frameRecord('countersign/receipt/v1', body), own.seeds.agent)).toBe(
        true,
      )
      const ids = witnesses.map((entry) => {
        const { signature: sealed, ...rest } = entry
        const message = frameRecord('countersign/receipt-witness/v1', { ...rest, receipt: id })
        expect(holds(sealed, message, own.seeds.notary)).toBe(true)
        const named = frameRecord('countersign/continuity-anchor/v1', { ...entry, receipt: id })
        return `sha256:${toHex(sha256(named))}`
      })
      expect(ids).toEqual(anchors)
      const content = body.content as { anchors?: string[] } | null
      expect(content?.anchors).toEqual(acknowledged)
      acknowledged = ids
    }
  })

  test('the silences, by hand', () => {
    const times = own.experiences.map(({ receipt }) => receipt.time)
    const steps = times.slice(1).map((time, index) => time - (times[index] ?? 0))
    const end = own.policy.now - (times.at(-1) ?? 0)
    expect(own.report.longestSilence).toBe(Math.max(...steps, end))
    expect(own.cut.report.gaps).toEqual([
      { index: 2, after: 1, from: times[1], until: times[3], announced: false },
    ])
  })

  test('the API makes and takes the same', () => {
    const receipts = own.experiences.map(({ receipt }) => receipt)
    expect(chain(5)).toEqual(receipts)
    const texts = receipts.map((receipt) => JSON.stringify(receipt))
    expect(continuity.verify(texts, trust, asked)).toEqual({ ...own.report, parsed: false })
    const rest = texts.filter((_, index) => index !== own.cut.without)
    expect(continuity.verify(rest, trust, asked)).toEqual({ ...own.cut.report, parsed: false })
  })
})

describe('continuity', () => {
  const receipts = chain(5)

  test('holds, and says what', () => {
    const facts = continuity.verify(receipts, trust, asked)
    expect(facts.parsed).toBe(true)
    requireFacts(facts, ongoing)
    expect(() => requireFacts(facts)).toThrow(refusal('ERR_FACT_UNCHECKED'))
    const waived = { unchecked: ['anchors'] } as const
    expect(() => requireFacts(facts, waived)).toThrow(refusal('ERR_FACT_UNCHECKED'))
    const unasked = continuity.verify(receipts, trust, { now: asked.now })
    expect(unasked.facts.anchors ?? unasked.facts.challenge).toBeUndefined()
    expect(() => requireFacts(unasked, ongoing)).toThrow(refusal('ERR_FACT_UNCHECKED'))
  })

  test.each([
    ['a silence until now', { now: timeAt(start + 9 * hour) }, 'silence', 'ERR_CONTINUITY_GAP'],
    [
      'another challenge',
      { challenge: new Uint8Array(16) },
      'challenge',
      'ERR_CONTINUITY_CHALLENGE',
    ],
    ['late anchors', { maxLag: 59 }, 'anchors', 'ERR_CONTINUITY_ANCHOR'],
    ['old anchors', { maxLead: 3500 }, 'freshness', 'ERR_CONTINUITY_FRESHNESS'],
    ['too few witnesses', { quorum: 2 }, 'anchors', 'ERR_CONTINUITY_ANCHOR'],
    ['another range', { last: 9 }, 'range', 'ERR_CONTINUITY_RANGE'],
  ] as const)('%s', (_, other, fact, code) => {
    const facts = continuity.verify(receipts, trust, { ...asked, ...other })
    expect(facts.facts[fact]).toMatchObject({ state: 'failed', code })
    expect(() => requireFacts(facts, ongoing)).toThrow(refusal(code))
  })

  test('a range by itself', () => {
    const range = { now: timeAt(start + 99 * hour), maxSilence: 3600, first: 1, last: 3 }
    const tip = Receipt.id(receipts[3] as object)
    requireFacts(continuity.verify(receipts.slice(1, 4), trust, { ...range, tip }))
    const cut = continuity.verify([receipts[1], receipts[3]] as object[], trust, {
      ...range,
      tip,
    })
    expect(() => requireFacts(cut)).toThrow(refusal('ERR_RECEIPT_PREVIOUS'))
  })

  test('comes in pieces, or as a stream', async () => {
    const verifier = continuity.verifier(trust, asked)
    for (const receipt of receipts) verifier.push(receipt)
    const facts = verifier.report()
    verifier.close()
    expect(facts).toEqual(continuity.verify(receipts, trust, asked))
    expect(() => verifier.report()).toThrow(refusal('ERR_HANDLE_CLOSED'))
    async function* stream() {
      yield* receipts
    }
    expect(await continuity.verifyStream(stream(), trust, asked)).toEqual(facts)
  })

  test('is a stream by the name of the call', async () => {
    async function* stream() {
      yield* receipts
    }
    for (const wrong of [undefined, null, 5, '[]', {}, stream()])
      expect(() => continuity.verify(wrong as never, trust)).toThrow(refusal('ERR_ARGUMENT'))
    for (const wrong of [undefined, null, 5, '[]', {}, receipts])
      await expect(continuity.verifyStream(wrong as never, trust)).rejects.toThrow(
        refusal('ERR_ARGUMENT'),
      )
    const policy = { maxSilence: 1.5 }
    await expect(continuity.verifyStream(stream(), trust, policy)).rejects.toThrow(
      refusal('ERR_ARGUMENT'),
    )
  })

  test('a heartbeat by a signer that waits', async () => {
    const { publicKey, algorithm } = key(1)
    const sign = async (message: Uint8Array) => key(1).sign(message)
    const beat = await continuity.heartbeat({ status: 'idle' }, { publicKey, algorithm, sign })
    expect(beat.content).toEqual({ status: 'idle' })
    expect(Receipt.verify(beat, { key: publicKey }).receipt).toEqual(beat)
  })

  test('refuses what is no heartbeat', () => {
    const beat = (what: object) => () => continuity.heartbeat(what, key(1))
    expect(beat({ status: 'dead' })).toThrow(refusal('ERR_ARGUMENT'))
    expect(beat({ challenge: new Uint8Array(3) })).toThrow(refusal('ERR_CONTINUITY_HEARTBEAT'))
    const bare = Receipt.issue({ action: 'tool.call', content: null }, key(1), place)
    expect(beat({ acknowledges: [bare] })).toThrow(refusal('ERR_RECEIPT_MALFORMED'))
    const policy = { maxSilence: 1.5 }
    expect(() => continuity.verify([], trust, policy)).toThrow(refusal('ERR_ARGUMENT'))
  })

  test('keys of a history sign in their time', () => {
    const [old, next] = [key(1), key(4)]
    let text = Identity.start(old, { now: timeAt(start - hour) })
    text = Identity.rotate(text, old, next, { now: timeAt(start + 2 * hour) })
    const history = Identity.readHistory(text, { at: timeAt(start) })
    const { id } = history
    const made: Receipt.Receipt[] = []
    for (const [index, signer] of [old, old, next].entries()) {
      const previous = made.at(-1)
      const now = timeAt(start + index * hour)
      const where = { actor: id, keyId: `${id}#key`, now, ...(previous && { previous }) }
      made.push(Receipt.issue({ action: 'tool.call', content: index }, signer, where))
    }
    const policy = { maxSilence: 3600, now: timeAt(start + 2 * hour) }
    const facts = continuity.verify(made, Identity.toTrustOverTime(history), policy)
    requireFacts(facts, ongoing)
  })
})
