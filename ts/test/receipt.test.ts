import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { describe, expect, test } from 'vitest'
import own from '../../rust/vectors/receipt/v1.json' with { type: 'json' }
import { Encoding, Receipt, requireFacts } from '../src/subpath/all.js'
import { join } from './setup/bytes.js'
import { frame, frameRecord, without } from './setup/framing.js'
import { jcs } from './setup/jcs.js'
import {
  action,
  actor,
  code,
  keyId,
  named,
  now,
  seed,
  signer,
  trust,
  utf8,
} from './setup/receipt.js'

const { decode: hex, encode: toHex } = Encoding.hex

/** Base64url by the host, so that the tests do not ask the engine about itself. */
const bytes = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0))

describe('our own vectors, by other implementations', () => {
  // Written from the description in rust/core/src/receipt.rs alone.
  const holds = (signature: string, message: Uint8Array, fill: number) =>
    ed25519.verify(bytes(signature), message, ed25519.getPublicKey(seed(fill)), { zip215: false })

  test('ids, statements, signatures, links', () => {
    let previous: string | undefined
    for (const { id, statement, receipt } of own.chain) {
      const body = without(receipt, 'signature', 'witnesses')
      const message = frameRecord('countersign/receipt/v1', body)
      expect(toHex(message)).toBe(statement)
      expect(holds(receipt.signature, message, receipt.keyId.endsWith('1') ? 1 : 2)).toBe(true)
      const hashed = join(
        frame('countersign/receipt-hash/v1'),
        frame(utf8(jcs(body))),
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
    const message = frameRecord('countersign/receipt-witness/v1', seen)
    expect(holds(witness?.signature ?? '', message, 3)).toBe(true)
    const { next, ...body } = without(third ?? {}, 'signature') as Receipt.Receipt
    const bare = { ...body, next: without(next ?? {}, 'signature') }
    const agreed = frameRecord('countersign/receipt-rotation/v1', bare)
    expect(holds(next?.signature ?? '', agreed, 2)).toBe(true)
    const content = frameRecord('countersign/receipt-content/v1', own.content)
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
    const { start, signed } = coseOf(payload, type)
    const cose = hex(own.envelopes.cose)
    expect(toHex(cose.subarray(0, -64))).toBe(toHex(start))
    const key = ed25519.getPublicKey(seed(9))
    expect(ed25519.verify(cose.subarray(-64), signed, key, { zip215: false })).toBe(true)
  })

  /** COSE_Sign1: tag 18, array of 4; lengths by hand (RFC 8949, section 3). */
  function coseOf(payload: Uint8Array, type: Uint8Array) {
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
    const protectedHeader = item(0x40, join(...head, item(0x40, kid)))
    const body = item(0x40, payload)
    const label = item(0x60, utf8('Signature1'))
    return {
      start: join(
        Uint8Array.of(0xd2, 0x84),
        protectedHeader,
        Uint8Array.of(0xa0),
        body,
        Uint8Array.of(0x58, 64),
      ),
      signed: join(Uint8Array.of(0x84), label, protectedHeader, Uint8Array.of(0x40), body),
    }
  }

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
