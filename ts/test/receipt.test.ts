import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { describe, expect, test } from 'vitest'
import own from '../../rust/vectors/receipt/v1.json' with { type: 'json' }
import { Encoding, Keys, Receipt, requireFacts } from '../src/subpath/all.js'
import { join } from './setup/bytes.js'
import { jcs } from './setup/jcs.js'

const code = (code: string) => expect.objectContaining({ name: 'CountersignError', code })
const utf8 = (text: string) => new TextEncoder().encode(text)
const { decode: hex, encode: toHex } = Encoding.hex
/** Base64url by the host, so that the tests do not ask the engine about itself. */
const bytes = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0))

const actor = 'did:web:agent.example'
const keyId = `${actor}#key-1`
const now = new Date(1_760_000_000_000)
const seed = (fill: number) => new Uint8Array(32).fill(fill)
const signer = (fill = 1) => Keys.fromSecret('Ed25519', seed(fill))
const named = (id: string, fill: number) => ({ id, key: signer(fill).publicKey })
const trust = { keys: [named(keyId, 1)] }
const action = { action: 'tool.call', content: { tool: 'search' } } as const

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

describe('our own vectors, by other implementations', () => {
  // Written from the description in rust/core/src/receipt.rs alone.
  const lp = (part: Uint8Array) => {
    const length = new Uint8Array(4)
    new DataView(length.buffer).setUint32(0, part.length)
    return join(length, part)
  }
  const labelled = (label: string, value: unknown) => join(lp(utf8(label)), utf8(jcs(value)))
  const without = (value: object, ...names: string[]) =>
    Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)))
  const holds = (signature: string, message: Uint8Array, fill: number) =>
    ed25519.verify(bytes(signature), message, ed25519.getPublicKey(seed(fill)), { zip215: false })

  test('ids, statements, signatures, links', () => {
    let previous: string | undefined
    for (const { id, statement, receipt } of own.chain) {
      const body = without(receipt, 'signature', 'witnesses')
      const message = labelled('countersign/receipt/v1', body)
      expect(toHex(message)).toBe(statement)
      expect(holds(receipt.signature, message, receipt.keyId.endsWith('1') ? 1 : 2)).toBe(true)
      const hashed = join(
        lp(utf8('countersign/receipt-hash/v1')),
        lp(utf8(jcs(body))),
        bytes(receipt.signature),
      )
      expect(`sha256:${toHex(sha256(hashed))}`).toBe(id)
      expect((receipt as Receipt.Receipt).previous).toBe(previous)
      previous = id
      expect(Receipt.id(receipt)).toBe(id)
    }
  })

  test('witness, rotation, content hash', () => {
    const [, second, third] = own.chain.map(({ receipt }) => receipt as Receipt.Receipt)
    const [witness] = second?.witnesses ?? []
    const seen = { ...without(witness ?? {}, 'signature'), receipt: own.chain[1]?.id }
    const message = labelled('countersign/receipt-witness/v1', seen)
    expect(holds(witness?.signature ?? '', message, 3)).toBe(true)
    const { next, ...body } = without(third ?? {}, 'signature') as Receipt.Receipt
    const bare = { ...body, next: without(next ?? {}, 'signature') }
    const agreed = labelled('countersign/receipt-rotation/v1', bare)
    expect(holds(next?.signature ?? '', agreed, 2)).toBe(true)
    const content = labelled('countersign/receipt-content/v1', own.content)
    expect(second?.contentHash).toBe(`sha256:${toHex(sha256(content))}`)
    expect(Receipt.contentHash(own.content)).toBe(second?.contentHash)
  })

  test('envelopes', () => {
    const payload = utf8(jcs(own.chain[1]?.receipt))
    const [header = '', body = '', signature = ''] = own.envelopes.jws.split('.')
    expect(bytes(body)).toEqual(payload)
    expect(holds(signature, utf8(`${header}.${body}`), 9)).toBe(true)
    const dsse = JSON.parse(own.envelopes.dsse)
    const type = utf8(Receipt.mediaType)
    const pae = utf8(`DSSEv1 ${type.length} ${Receipt.mediaType} ${payload.length} `)
    expect(bytes(dsse.payload)).toEqual(payload)
    expect(holds(dsse.signatures[0].sig, join(pae, payload), 9)).toBe(true)
    // COSE_Sign1: tag 18, array of 4; lengths by hand (RFC 8949, section 3).
    const text = (major: number, length: number) =>
      length < 24
        ? [major + length]
        : length < 256
          ? [major + 24, length]
          : [major + 25, length >> 8, length & 255]
    const item = (major: number, part: Uint8Array) =>
      join(Uint8Array.from(text(major, part.length)), part)
    const kid = utf8('did:web:archive.example#key-1')
    const head = [Uint8Array.of(0xa3, 1, 0x27, 3), item(0x60, type), Uint8Array.of(4)]
    const protectedHeader = join(...head, item(0x40, kid))
    const signed = join(
      Uint8Array.of(0x84),
      item(0x60, utf8('Signature1')),
      item(0x40, protectedHeader),
      Uint8Array.of(0x40),
      item(0x40, payload),
    )
    const cose = hex(own.envelopes.cose)
    const start = join(
      Uint8Array.of(0xd2, 0x84),
      item(0x40, protectedHeader),
      Uint8Array.of(0xa0),
      item(0x40, payload),
      Uint8Array.of(0x58, 64),
    )
    expect(toHex(cose.subarray(0, -64))).toBe(toHex(start))
    const key = ed25519.getPublicKey(seed(9))
    expect(ed25519.verify(cose.subarray(-64), signed, key, { zip215: false })).toBe(true)
  })

  test('the API makes and takes the same', () => {
    const [first, second, third] = own.chain.map(({ receipt }) => receipt as Receipt.Receipt)
    const place = { actor, keyId, now }
    expect(Receipt.issue({ ...action, content: first?.content ?? 0 }, signer(), place)).toEqual(
      first,
    )
    const rotation = { nextKeyId: `${actor}#key-2` }
    const after = { ...place, previous: second as Receipt.Receipt }
    const rotated = Receipt.rotate(rotation, signer(), signer(2), after)
    expect(rotated).toEqual(third)
    const facts = Receipt.verifyChain(
      own.chain.map(({ receipt }) => JSON.stringify(receipt)),
      trust,
      { now },
    )
    requireFacts(facts)
    expect(facts.rotations).toMatchObject([{ index: 2, keyId: `${actor}#key-2` }])
    const both = { keys: [...trust.keys, named('did:web:archive.example#key-1', 9)] }
    const { jws, dsse, cose } = own.envelopes
    const opened = [
      Receipt.fromJws(jws, both, { now }),
      Receipt.fromDsse(dsse, both, { now }),
      Receipt.fromCose(hex(cose), both, { now }),
    ]
    for (const receipt of opened) {
      expect(receipt.receipt).toEqual(second)
      expect(receipt.envelope.signer.id).toBe('did:web:archive.example#key-1')
      expect(receipt.id).toBe(own.chain[1]?.id)
    }
  })
})

describe('an envelope', () => {
  const { jws, dsse, cose } = own.envelopes
  const both = { keys: [...trust.keys, named('did:web:archive.example#key-1', 9)] }
  const open = {
    jws: (text: string) => Receipt.fromJws(text, both, { now }),
    dsse: (text: string) => Receipt.fromDsse(text, both, { now }),
    cose: (text: string) => Receipt.fromCose(hex(text), both, { now }),
  }
  const signed = (text: string) =>
    JSON.stringify({ ...JSON.parse(dsse), signatures: [{ sig: text }] })
  const flipped = (text: string) => `${text.slice(0, -1)}${text.endsWith('0') ? '1' : '0'}`

  test.each([
    ['DSSE of another type', 'ERR_ENVELOPE_TYPE', 'dsse', dsse.replace('"payloadType":"', '$&x-')],
    [
      'COSE of another type',
      'ERR_ENVELOPE_TYPE',
      'cose',
      cose.replace(toHex(utf8('/')), toHex(utf8('-'))),
    ],
    [
      'DSSE under another signature',
      'ERR_ENVELOPE_SIGNATURE',
      'dsse',
      signed(`${'A'.repeat(86)}==`),
    ],
    ['COSE under another signature', 'ERR_ENVELOPE_SIGNATURE', 'cose', flipped(cose)],
    [
      'JWS under another signature',
      'ERR_JWS_SIGNATURE',
      'jws',
      jws.replace(/[^.]+$/, 'A'.repeat(86)),
    ],
  ] as const)('%s is refused', (_, wanted, form, text) => {
    expect(() => open[form](text)).toThrow(code(wanted))
  })

  test('under a key that nobody trusts is refused', () => {
    expect(() => Receipt.fromCose(hex(cose), trust, { now })).toThrow(code('ERR_ENVELOPE_KEY'))
    expect(() => Receipt.fromDsse(dsse, trust, { now })).toThrow(code('ERR_ENVELOPE_KEY'))
  })
})

test('a policy can ask whose a chain is', () => {
  const issuer = signer()
  const first = Receipt.issue(action, issuer, { actor, keyId, now })
  const pinned = Receipt.verifyChain([JSON.stringify(first)], { key: issuer.publicKey }, { now })
  expect(pinned.facts.identities).toEqual({ state: 'unchecked' })
  requireFacts(pinned, { unchecked: ['completeness', 'identities'] })
  const strict = () => requireFacts(pinned, { unchecked: ['completeness'] })
  expect(strict).toThrow(code('ERR_FACT_UNCHECKED'))
  expect(strict).toThrow('identities was not checked')
  const named = { keys: [{ id: keyId, key: issuer.publicKey }] }
  const known = Receipt.verifyChain([JSON.stringify(first)], named, { now })
  expect(known.facts.identities).toEqual({ state: 'ok' })
})

describe('one receipt', () => {
  test('gives what was proven', () => {
    const issuer = signer()
    const receipt = Receipt.issue(action, issuer, { actor, keyId, now })
    const text = JSON.stringify(receipt)
    const facts = Receipt.verify(text, trust, { now })
    expect(facts).toEqual({
      id: Receipt.id(receipt),
      actor,
      signer: {
        publicKeyMultibase: Keys.toMultikey(issuer.publicKey),
        type: 'Ed25519',
        id: keyId,
        trust: 'trusted',
      },
      unproven: [],
      witnesses: [],
      uncovered: [],
      receipt,
      parsed: false,
    })
    expect(Receipt.verify(utf8(text), { key: issuer.publicKey }, { now }).unproven).toEqual([
      'actor',
    ])
    expect(Receipt.verify(receipt, trust, { now, content: action.content }).parsed).toBe(true)
  })

  test('a signer is its own did:key, self-asserted unless pinned', () => {
    const issuer = signer()
    const receipt = Receipt.issue(action, issuer)
    expect(receipt.actor).toBe(`did:key:${Keys.toMultikey(issuer.publicKey)}`)
    const own = Receipt.verify(receipt, { allowEmbeddedKey: true })
    expect(own.signer.trust).toBe('self-asserted')
    const pinned = Receipt.verify(receipt, { key: issuer.publicKey })
    expect(pinned).toMatchObject({ signer: { trust: 'trusted' }, unproven: [] })
    expect(() => Receipt.verify(receipt, { keys: [] })).toThrow(code('ERR_RECEIPT_KEY'))
  })

  test('trust is read anew when it changes', () => {
    const receipt = Receipt.issue(action, signer(), { actor, keyId, now })
    const verify = (fill: number) =>
      Receipt.verify(receipt, { key: signer(fill).publicKey }, { now })
    for (let round = 0; round < 2; round += 1) {
      expect(verify(1).actor).toBe(actor)
      expect(() => verify(2)).toThrow(code('ERR_RECEIPT_SIGNATURE'))
    }
  })

  test.each([
    ['content', { content: 'other' }, 'ERR_RECEIPT_SIGNATURE'],
    ['actor', { actor: 'did:web:b.example', keyId: 'did:web:b.example#key-1' }, 'ERR_RECEIPT_KEY'],
    ['version', { type: 'countersign/receipt/v2' }, 'ERR_RECEIPT_VERSION'],
    ['unknown member', { id: 'sha256:0' }, 'ERR_RECEIPT_MALFORMED'],
    ['time', { time: now.getTime() + 61_000 }, 'ERR_RECEIPT_NOT_YET'],
  ])('refuses another %s', (_, change, reason) => {
    const receipt = Receipt.issue(action, signer(), { actor, keyId, now })
    const altered = JSON.stringify({ ...receipt, ...change })
    expect(() => Receipt.verify(altered, trust, { now })).toThrow(code(reason))
  })

  test('refuses rewritten content under a kept id, and a member twice', () => {
    const receipt = Receipt.issue(action, signer(), { actor, keyId, now })
    const id = Receipt.id(receipt)
    const rewritten = Receipt.issue({ ...action, content: 7 }, signer(), { actor, keyId, now })
    expect(Receipt.verify(receipt, trust, { now, id }).id).toBe(id)
    expect(() => Receipt.verify(rewritten, trust, { now, id })).toThrow(code('ERR_RECEIPT_ID'))
    const content = { now, content: 8 }
    expect(() => Receipt.verify(rewritten, trust, content)).toThrow(code('ERR_RECEIPT_CONTENT'))
    const twice = JSON.stringify(receipt).replace('{', '{"action":"x",')
    expect(() => Receipt.verify(twice, trust, { now })).toThrow(code('ERR_JSON_DUPLICATE'))
  })

  test('witnesses are reported, and needed where asked for', () => {
    const both = { keys: [...trust.keys, named('did:web:notary.example#k', 2)] }
    const receipt = Receipt.issue(action, signer(), { actor, keyId, now })
    const notary = {
      now,
      witness: 'did:web:notary.example',
      keyId: 'did:web:notary.example#k',
    }
    const once = Receipt.countersign(receipt, signer(2), trust, notary)
    const many = Receipt.countersign(once, signer(3), trust, { now })
    const facts = Receipt.verify(many, both, { now, witnesses: 1 })
    expect(facts.id).toBe(Receipt.id(receipt))
    expect(facts.uncovered).toEqual(['/witnesses'])
    expect(facts.witnesses).toMatchObject([
      { state: 'ok', witness: 'did:web:notary.example' },
      { state: 'unchecked', code: 'ERR_RECEIPT_KEY' },
    ])
    const two = { now, witnesses: 2 }
    expect(() => Receipt.verify(many, both, two)).toThrow(code('ERR_RECEIPT_WITNESSES'))
    const forged = { ...receipt, content: 0 }
    expect(() => Receipt.countersign(forged, signer(2), trust, notary)).toThrow(
      code('ERR_RECEIPT_SIGNATURE'),
    )
  })

  test('a witness counts once, and only under a key that is its own', () => {
    const who = 'did:web:notary.example'
    const keys = [named(`${who}#k`, 2), named(`${who}#l`, 3)]
    const receipt = Receipt.issue(action, signer(), { actor, keyId, now })
    const seen = (text: object, fill: number, key: string) =>
      Receipt.countersign(text, signer(fill), trust, { now, witness: who, keyId: `${who}#${key}` })
    const twice = seen(seen(receipt, 2, 'k'), 3, 'l')
    const both = { keys: [...trust.keys, ...keys] }
    expect(Receipt.verify(twice, both, { now }).witnesses[1]).toMatchObject({
      code: 'ERR_RECEIPT_WITNESS_DUPLICATE',
    })
    const bare = { keys: [...trust.keys, { key: signer(2).publicKey }] }
    const once = seen(receipt, 2, 'k')
    expect(Receipt.verify(once, bare, { now }).witnesses).toMatchObject([
      { state: 'ok', unproven: ['witness'] },
    ])
    const verify = () => Receipt.verify(once, bare, { now, witnesses: 1 })
    expect(verify).toThrow(code('ERR_RECEIPT_WITNESSES'))
  })

  test('strangers among the witnesses shut out none that is known', () => {
    const who = 'did:web:notary.example'
    const receipt = Receipt.issue(action, signer(), { actor, keyId, now })
    const options = { now, witness: who, keyId: `${who}#k` }
    const [known] = Receipt.countersign(receipt, signer(2), trust, options).witnesses ?? []
    if (known === undefined) throw new Error('no witness')
    const stranger = 'did:web:nobody.example'
    const strange = { ...known, witness: stranger, keyId: `${stranger}#k` }
    // Keys that any name may mean, as many as a receipt may cost checks.
    const bare = Array.from({ length: 20 }, (_, index) => ({ key: signer(100 + index).publicKey }))
    const keys = [...bare, ...trust.keys, named(`${who}#k`, 2)]
    const witnesses = [...Array.from({ length: 63 }, () => strange), known]
    const asked = { now, witnesses: 1 }
    expect(Receipt.verify({ ...receipt, witnesses }, { keys }, asked).witnesses[63]).toMatchObject({
      state: 'ok',
      unproven: [],
    })
    const none = { ...receipt, witnesses: witnesses.slice(0, 63) }
    expect(() => Receipt.verify(none, { keys }, asked)).toThrow(code('ERR_RECEIPT_WITNESSES'))
  })

  test('many by themselves get a verdict each', () => {
    const receipt = Receipt.issue(action, signer(), { actor, keyId, now })
    const stranger = Receipt.issue(action, signer(2), { now })
    const verdicts = Receipt.verifyBatch(
      [JSON.stringify(receipt), stranger, '{\u001e}', receipt],
      trust,
      { now },
    )
    expect(verdicts).toMatchObject([
      { state: 'ok', id: Receipt.id(receipt), receipt, parsed: false },
      { state: 'unchecked', code: 'ERR_RECEIPT_KEY' },
      { state: 'failed', code: 'ERR_JSON_MALFORMED' },
      { state: 'ok', id: Receipt.id(receipt), parsed: true },
    ])
    expect(Receipt.verifyBatch([], trust)).toEqual([])
    // What cannot cross is wrong by itself, and takes no other with it.
    const text = JSON.stringify(receipt)
    const unfit = [`${text}${' '.repeat(2 ** 20)}`, '\ud800', new Uint8Array([0xff])]
    const mixed = Receipt.verifyBatch([...unfit, text], trust, { now })
    expect(mixed.map(({ state }) => state)).toEqual(['failed', 'failed', 'failed', 'ok'])
    expect(() => Receipt.verifyBatch('x' as never, trust)).toThrow(code('ERR_ARGUMENT'))
  })

  test('any signer fits', async () => {
    const sign = (fill: number) => async (message: Uint8Array) => ed25519.sign(message, seed(fill))
    const external = {
      publicKey: signer().publicKey,
      algorithm: 'ed25519' as const,
      sign: sign(1),
    }
    const receipt = await Receipt.issue(action, external, { actor, keyId, now })
    expect(receipt).toEqual(Receipt.issue(action, signer(), { actor, keyId, now }))
    const rotation = { nextKeyId: `${actor}#key-2` }
    const place = { actor, keyId, now, previous: receipt }
    const rotated = await Receipt.rotate(rotation, external, signer(2), place)
    expect(rotated).toEqual(Receipt.rotate(rotation, signer(), signer(2), place))
    const other = { ...external, publicKey: signer(2).publicKey, sign: sign(2) }
    expect(await Receipt.rotate(rotation, signer(), other, place)).toEqual(rotated)
    const jws = await Receipt.toJws(receipt, external)
    expect(Receipt.fromJws(jws, { key: external.publicKey }, { now }).receipt).toEqual(receipt)
    const liar = { ...external, sign: () => new Uint8Array(64) }
    await expect(Receipt.issue(action, liar)).rejects.toThrow(code('ERR_SIGNER_INVALID'))
  })
})

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
