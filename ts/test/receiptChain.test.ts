import { describe, expect, test } from 'vitest'
import { Receipt, requireFacts } from '../src/subpath/all.js'
import { action, actor, code, keyId, now, signer, trust } from './setup/receipt.js'

function chain(count: number, last: object = { final: true }): Receipt.Receipt[] {
  const issuer = signer()
  const receipts: Receipt.Receipt[] = []
  for (let index = 0; index < count; index += 1) {
    const previous = receipts.at(-1)
    const what = { ...action, content: index, ...(index + 1 === count && last) }
    receipts.push(Receipt.issue(what, issuer, { actor, keyId, now, ...(previous && { previous }) }))
  }
  return receipts
}

describe('a chain', () => {
  const texts = chain(12).map((receipt) => JSON.stringify(receipt))
  const facts = (receipts: readonly Receipt.Input[], options: object = {}) =>
    Receipt.verifyChain(receipts, trust, { now, ...options })
  async function* stream(receipts: readonly string[]) {
    yield* receipts
  }

  test('holds as a whole, as array, stream and piece by piece', async () => {
    const whole = facts(texts)
    requireFacts(whole)
    expect(whole).toMatchObject({ count: 12, actor, trust: 'trusted', parsed: false })
    expect(await Receipt.verifyStream(stream(texts), trust, { now })).toEqual(whole)
    const verifier = Receipt.chainVerifier(trust, { now })
    for (const text of texts) verifier.push(text)
    expect(verifier.report()).toEqual(whole)
    verifier.close()
    expect(() => verifier.report()).toThrow(code('ERR_HANDLE_CLOSED'))
  })

  test('is iterable at once, or a stream, by the name of the call', async () => {
    for (const wrong of [undefined, null, 5, '[]', {}, stream(texts)])
      expect(() => Receipt.verifyChain(wrong as never, trust, { now })).toThrow(
        expect.objectContaining({
          code: 'ERR_ARGUMENT',
          message: expect.stringMatching(/^receipts must be an iterable \(`verifyStream` takes/),
        }),
      )
    for (const wrong of [undefined, null, 5, '[]', {}, texts])
      await expect(Receipt.verifyStream(wrong as never, trust, { now })).rejects.toThrow(
        expect.objectContaining({
          code: 'ERR_ARGUMENT',
          message: expect.stringMatching(/^receipts must be an asynchronous iterable/),
        }),
      )
    // What is wrong beside the receipts rejects the promise too.
    const options = { now, tip: 'none' }
    await expect(Receipt.verifyStream(stream(texts), trust, options)).rejects.toThrow(
      code('ERR_RECEIPT_MALFORMED'),
    )
    const broken = (async function* () {
      yield* texts.slice(0, 3)
      throw new Error('the line is dead')
    })()
    await expect(Receipt.verifyStream(broken, trust, { now })).rejects.toThrow('the line is dead')
  })

  test('a cut tail is a matter of completeness alone', () => {
    const cut = facts(texts.slice(0, 8))
    expect(cut.facts.linkage.state).toBe('ok')
    expect(cut.facts.completeness.state).toBe('unchecked')
    expect(() => requireFacts(cut)).toThrow(code('ERR_FACT_UNCHECKED'))
    requireFacts(cut, { unchecked: ['completeness'] })
    for (const wrong of [5n, {}, undefined, null])
      expect(() => requireFacts(cut, { unchecked: [wrong as never] })).toThrow(code('ERR_ARGUMENT'))
    expect(facts(texts.slice(0, 8), { count: 12 }).facts.completeness).toEqual({
      state: 'failed',
      at: 7,
      code: 'ERR_RECEIPT_COUNT',
      why: expect.any(String),
      data: { want: 12, got: 8 },
    })
  })

  test.each([
    ['a gap', [0, 1, 3], 'linkage', 2, 'ERR_RECEIPT_PREVIOUS'],
    ['a cycle', [0, 1, 2, 0], 'linkage', 3, 'ERR_RECEIPT_DUPLICATE'],
    ['a missing start', [1, 2], 'completeness', 0, 'ERR_RECEIPT_START'],
  ] as const)('finds %s', (_, order, fact, index, reason) => {
    const found = facts(order.map((index) => texts[index] as string))
    expect(found.facts[fact]).toMatchObject({ state: 'failed', at: index, code: reason })
    expect(() => requireFacts(found)).toThrow(code(reason))
  })

  test('finds one bad signature among many of a key', () => {
    const other = (index: number) =>
      (JSON.parse(texts[index] as string) as { signature: string }).signature
    for (const position of [1, 2, 7]) {
      const receipt = { ...JSON.parse(texts[position] as string), signature: other(position - 1) }
      const found = facts(
        texts.map((text, place) => (place === position ? JSON.stringify(receipt) : text)),
      )
      expect(found.facts.signatures).toMatchObject({
        state: 'failed',
        at: position,
        code: 'ERR_RECEIPT_SIGNATURE',
      })
      const verdicts = Receipt.verifyBatch(
        [...texts.slice(0, position), receipt, ...texts],
        trust,
        {
          now,
        },
      )
      expect(verdicts.map(({ state }) => state === 'ok')).toEqual(
        Array.from({ length: position + 13 }, (_, place) => place !== position),
      )
    }
  })

  test('never throws for what the receipts hold', () => {
    const bad = [
      '',
      '{',
      '\u001e',
      `${texts[0]}\u001e${texts[1]}`,
      '\ud800',
      Uint8Array.of(0xff),
      {},
    ]
    for (const input of bad) {
      const found = facts([texts[0] as string, input, texts[1] as string])
      expect(found.count).toBe(3)
      expect(found.facts.format).toMatchObject({ state: 'failed', at: 1 })
    }
    expect(facts([]).facts.completeness.state).toBe('unchecked')
    expect(() => requireFacts(facts([]))).toThrow(code('ERR_FACT_UNCHECKED'))
  })

  test('a list that is longer together than any text is refused before it crosses', () => {
    const list = Array.from({ length: 123 }, () => ' '.repeat(2 ** 20))
    expect(() => Receipt.query(list, {})).toThrow(code('ERR_LIMIT_EXCEEDED'))
    expect(() => Receipt.query(list.slice(0, 1), {})).toThrow(code('ERR_JSON_MALFORMED'))
  })

  test('queries select and verify nothing', () => {
    const receipts = chain(5)
    const tip = Receipt.id(receipts[2] as object)
    expect(Receipt.query(receipts, { chain: tip })).toEqual(receipts.slice(0, 3))
    expect(Receipt.query(receipts, { action: 'tool.*', actor })).toHaveLength(5)
    expect(Receipt.query(receipts, { from: new Date(now.getTime() + 1) })).toEqual([])
  })
})
