import { ed25519 } from '@noble/curves/ed25519.js'
import { p256 } from '@noble/curves/nist.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { afterAll, describe, expect, test } from 'vitest'
import certificates from '../../rust/vectors/identity/certificate.json' with { type: 'json' }
import vectors from '../../rust/vectors/identity/rotation.json' with { type: 'json' }
import believed from '../../rust/vectors/identity/trust.json' with { type: 'json' }
import {
  Did,
  Encoding,
  Grant,
  Identity,
  Jws,
  Keys,
  Receipt,
  requireFacts,
} from '../src/subpath/all.js'
import { frame, frameRecord, without } from './setup/framing.js'
import { refusal } from './setup/help.js'
import { jcs } from './setup/jcs.js'

const { encode: toHex } = Encoding.hex
const { decode: unbase, encode: base } = Encoding.base64url
const utf8 = (text: string) => new TextEncoder().encode(text)
const did = 'did:web:agent.example'
const timeAt = (seconds: number) => new Date(seconds * 1000)

const [first, second, third] = [1, 2, 3].map((fill) =>
  Keys.fromSecret('Ed25519', new Uint8Array(32).fill(fill)),
) as [Keys.LocalSigner, Keys.LocalSigner, Keys.LocalSigner]
afterAll(() => {
  for (const key of [first, second, third]) key.close()
})

/** `lp` of each part, one after the other. */
/** Verifies with the curves of another implementation. */
function holds(multikey: string, message: Uint8Array, signature: string): boolean {
  const { type, bytes } = Keys.fromMultikey(multikey)
  if (type === 'Ed25519') return ed25519.verify(unbase(signature), message, bytes)
  const curve = type === 'P-256' ? p256 : secp256k1
  return curve.verify(unbase(signature), sha256(message), bytes, { prehash: false, lowS: true })
}

describe('the vectors, by other implementations', () => {
  test.each(certificates.certificates)('certificate %#', (row) => {
    const { certificate } = row
    const body = without(certificate, 'signature', 'possession')
    const statement = frameRecord('countersign/key-certificate/v1', body)
    const possession = frameRecord('countersign/key-certificate-possession/v1', body)
    expect(toHex(statement)).toBe(row.statement)
    expect(toHex(possession)).toBe(row.possessionStatement)
    expect(holds(certificate.issuer, statement, certificate.signature)).toBe(true)
    const signed = (certificate as { possession?: string }).possession
    if (signed !== undefined) expect(holds(certificate.key, possession, signed)).toBe(true)
    const issuer = { key: Keys.fromMultikey(certificate.issuer) }
    const proven = Identity.verifyCertificate(JSON.stringify(certificate), issuer, {
      purpose: certificate.purpose as 'device',
      now: timeAt(certificate.notBefore),
    })
    expect(Keys.toMultikey(proven.key)).toBe(certificate.key)
    expect(proven.possession).toBe(signed !== undefined)
  })

  type Event = Record<string, string>
  const names = ['signature', 'authorized', 'accepted']
  const own = (event: Event) => without(event, ...names)
  const hashed = (event: Event) => sha256(frameRecord('countersign/rotation-event/v1', event))
  /** Whether a member of an event is the signature of `key` over the rest. */
  const holdsFor = (event: Event, key: string, label: string, member: string) =>
    holds(key, frameRecord(`countersign/${label}/v1`, own(event)), event[member] as string)

  /** The `did:peer:4` of a history, whose document has the first event. */
  function didOf(start: Event): string {
    const purposes = [
      'authentication',
      'assertionMethod',
      'capabilityInvocation',
      'capabilityDelegation',
    ]
    const document = {
      '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/multikey/v1'],
      verificationMethod: [{ id: '#key-0', type: 'Multikey', publicKeyMultibase: start['key'] }],
      ...Object.fromEntries(purposes.map((name) => [name, ['#key-0']])),
      inception: own(start),
    }
    const json = Uint8Array.from([0x80, 0x04, ...utf8(jcs(document))])
    const encoded = `z${Encoding.base58.encode(json)}`
    const hash = Uint8Array.from([0x12, 0x20, ...sha256(utf8(encoded))])
    return `did:peer:4z${Encoding.base58.encode(hash)}`
  }

  test.each(vectors.histories)('history %#', ({ history, id, tip }) => {
    const [start, ...rest] = history.events as unknown as Event[]
    if (start === undefined) throw new Error('no event')
    expect(holdsFor(start, start['key'] as string, 'inception', 'signature')).toBe(true)
    expect(didOf(start)).toBe(id)
    let before = start
    for (const event of rest) {
      const [old, key] = [before['key'] as string, event['key'] as string]
      expect(holdsFor(event, old, 'rotation', 'authorized')).toBe(true)
      expect(holdsFor(event, key, 'rotation-accept', 'accepted')).toBe(true)
      expect(event['previous']).toBe(base(hashed(before)))
      const tagged = Encoding.base58.decode(key.slice(1))
      const next = base(sha256(frame('countersign/next-key/v1', tagged)))
      if (before['next'] !== undefined) expect(before['next']).toBe(next)
      before = event
    }
    expect(toHex(hashed(before))).toBe(tip)
    expect(toHex(unbase(Identity.verifyHistory(history, id).tip))).toBe(tip)
  })
})

describe('a certificate', () => {
  const notAfter = timeAt(2_000_000_000)
  const device = () => {
    using vault = Identity.create()
    using key = vault.derive({ purpose: 'device', context: 'laptop', type: 'P-256' })
    const of = { identity: did, purpose: 'device', context: 'laptop', notAfter } as const
    return Identity.certify(key, first, of)
  }
  const trust = { keys: [{ key: first.publicKey, controller: did }] }

  test('links a derived key to its identity', () => {
    const proven = Identity.verifyCertificate(device(), trust, {
      purpose: 'device',
      context: 'laptop',
    })
    expect(proven).toMatchObject({
      identity: did,
      identityBound: true,
      signer: {
        publicKeyMultibase: Keys.toMultikey(first.publicKey),
        controller: did,
        trust: 'trusted',
      },
      possession: true,
      parsed: true,
    })
    expect(proven.notAfter).toEqual(notAfter)
  })

  test('of a key for agreement says that it could not sign', () => {
    using vault = Identity.create()
    using key = vault.deriveAgreement({ purpose: 'encryption', context: 'inbox' })
    const of = { identity: did, purpose: 'encryption', context: 'inbox', notAfter } as const
    const certificate = Identity.certify(key, first, of)
    expect(certificate.possession).toBeUndefined()
    const proven = Identity.verifyCertificate(certificate, trust, { purpose: 'encryption' })
    expect(proven.possession).toBe(false)
  })

  test('by a signer elsewhere', async () => {
    using key = Keys.generate('secp256k1', { algorithm: 'ecdsa-secp256k1-keccak256' })
    const of = { identity: did, purpose: 'capability', context: 'read', notAfter } as const
    const { publicKey, algorithm } = second
    const elsewhere = {
      publicKey,
      algorithm,
      sign: async (bytes: Uint8Array) => second.sign(bytes),
    }
    const certificate = await Identity.certify(key, elsewhere, of)
    const issuer = { key: second.publicKey }
    const proven = Identity.verifyCertificate(certificate, issuer, { purpose: 'capability' })
    expect(proven.identityBound).toBe(false)
  })

  test.each([
    ['another purpose', { purpose: 'session' }, 'ERR_CERTIFICATE_PURPOSE'],
    ['another context', { context: 'phone' }, 'ERR_CERTIFICATE_SUBJECT'],
    ['another key', { key: second.publicKey }, 'ERR_CERTIFICATE_SUBJECT'],
    ['too late', { now: timeAt(2_000_000_060) }, 'ERR_CERTIFICATE_EXPIRED'],
    ['too early', { now: timeAt(1_000_000_000) }, 'ERR_CERTIFICATE_NOT_YET'],
    ['a stranger', { trust: { key: second.publicKey } }, 'ERR_CERTIFICATE_ISSUER'],
    [
      'a key of another identity',
      { trust: { keys: [{ key: first.publicKey, controller: 'did:web:m.example' }] } },
      'ERR_CERTIFICATE_IDENTITY',
    ],
    ['no trust', { trust: undefined as never }, 'ERR_ARGUMENT'],
  ] as const)('refuses %s', (_, change, code) => {
    const { trust: by, ...asked } = { trust, purpose: 'device', ...change } as const
    expect(() => Identity.verifyCertificate(device(), by, asked)).toThrowError(refusal(code))
  })

  test('refuses a changed one, and one of a key that is elsewhere', () => {
    const changed = { ...device(), context: 'phone' }
    const verify = () => Identity.verifyCertificate(changed, trust, { purpose: 'device' })
    expect(verify).toThrowError(refusal('ERR_CERTIFICATE_SIGNATURE'))
    const of = { identity: did, purpose: 'device', context: 'a', notAfter } as const
    const elsewhere = { publicKey: second.publicKey }
    expect(() => Identity.certify(elsewhere as never, first, of)).toThrowError(
      refusal('ERR_ARGUMENT'),
    )
  })
})

describe('a history', () => {
  const time = 1_760_000_000
  const start = () => Identity.start(first, { next: second.publicKey, now: timeAt(time) })
  const { id } = Identity.readHistory(start())
  const longer = () => Identity.rotate(start(), first, second, { now: timeAt(time + 100) })
  const longest = () =>
    Identity.rotate(longer(), second, third, {
      reason: 'compromised',
      compromisedSince: timeAt(time + 150),
      now: timeAt(time + 200),
    })

  test('keeps its identifier, and tells the key of each time', () => {
    const history = Identity.verifyHistory(longest(), id)
    expect(history).toMatchObject({ id, sequence: 2, committed: false, parsed: false })
    expect(Did.parse(history.longId)).toBe(history.longId)
    expect(history.keys.map(({ key }) => key)).toEqual(
      [first, second, third].map((key) => key.publicKey),
    )
    const valid = (seconds: number) =>
      Identity.verifyHistory(longest(), id, { at: timeAt(time + seconds) }).valid?.key
    expect(valid(-1)).toBeUndefined()
    expect(valid(0)).toEqual(first.publicKey)
    expect(valid(100)).toEqual(second.publicKey)
    expect(valid(150)).toBeUndefined()
    expect(valid(200)).toEqual(third.publicKey)
    expect(history.keys[1]).toMatchObject({ reason: 'compromised', until: timeAt(time + 200) })
  })

  test('is a trust input', () => {
    using key = Keys.generate('Ed25519')
    const of = {
      identity: id,
      purpose: 'device',
      context: 'a',
      notBefore: timeAt(time),
      notAfter: timeAt(time + 1000),
    } as const
    const certificate = Identity.certify(key, first, of)
    const verify = (seconds: number) => {
      const history = Identity.verifyHistory(longest(), id, { at: timeAt(time + seconds) })
      const trust = Identity.toTrust(history)
      return Identity.verifyCertificate(certificate, trust, {
        purpose: 'device',
        now: timeAt(time + 50),
      })
    }
    expect(verify(50).identityBound).toBe(true)
    expect(() => verify(120)).toThrowError(refusal('ERR_CERTIFICATE_ISSUER'))
    expect(() => verify(160)).toThrowError(refusal('ERR_CERTIFICATE_ISSUER'))
  })

  test('with keys of many times is a trust input for what states when it was signed', () => {
    const trust = Identity.toTrustOverTime(Identity.verifyHistory(longest(), id))
    const now = timeAt(time + 1000)
    const place = (seconds: number) => ({
      actor: id,
      keyId: `${id}#key`,
      now: timeAt(time + seconds),
    })
    const act = { action: 'tool.call', content: 1 } as const
    const before = Receipt.issue(act, first, place(99))
    expect(Receipt.verify(before, trust, { now })).toMatchObject({
      signer: { trust: 'trusted' },
      unproven: [],
    })
    const after = Receipt.issue(act, first, place(100))
    // Of that time is another key, and it did not sign.
    const refused = refusal('ERR_RECEIPT_SIGNATURE')
    expect(() => Receipt.verify(after, trust, { now })).toThrowError(refused)
    const next = Receipt.issue(act, second, { ...place(120), previous: before })
    const last = Receipt.issue(act, third, { ...place(220), previous: next })
    const facts = Receipt.verifyChain([before, next, last], trust, { now })
    requireFacts(facts, { unchecked: ['completeness'] })
    // One key alone does not speak for another's time.
    const only = Identity.toTrust(Identity.verifyHistory(longest(), id, { at: now }))
    expect(Receipt.verifyChain([before, next, last], only, { now }).facts.signatures).toMatchObject(
      {
        state: 'failed',
        at: 0,
        code: 'ERR_RECEIPT_SIGNATURE',
      },
    )
    // A JWS states no time: it is of now, and the last key's.
    const payload = new Uint8Array(1)
    const verify = (key: Keys.LocalSigner) => Jws.verify(Jws.sign(payload, key), trust, { now })
    expect(verify(third).payload).toEqual(payload)
    expect(() => verify(first)).toThrowError(refusal('ERR_JWS_SIGNATURE'))
  })

  test.each(believed.objects)('$kind %# of a history is judged by its time', (row) => {
    const history = Identity.verifyHistory(believed.history, believed.id)
    const [trust, now] = [Identity.toTrustOverTime(history), timeAt(believed.now)]
    const judge = () => {
      if (row.kind === 'receipt') return Receipt.verify(row.object, trust, { now })
      const chain = row.object as object[]
      if (row.kind === 'grants')
        return requireFacts(Grant.verifyChain(chain, trust, { now, revocations: [] }))
      const { signatures } = Receipt.verifyChain(chain, trust, { now }).facts
      if ('code' in signatures) throw Object.assign(new Error(), signatures)
      return signatures
    }
    if (row.code === null) expect(judge).not.toThrow()
    else expect(judge).toThrowError(expect.objectContaining({ code: row.code }))
  })

  test('shows a fork and a missing end', () => {
    const plain = Identity.start(first, { now: timeAt(time) })
    const turn = (to: Keys.LocalSigner) =>
      Identity.rotate(plain, first, to, { now: timeAt(time + 100) })
    const [left, right] = [turn(second), turn(third)]
    expect(Identity.compareHistories(left, right)).toEqual({ relation: 'fork', at: 1 })
    expect(Identity.compareHistories(left, plain)).toEqual({ relation: 'ahead' })
    expect(Identity.compareHistories(plain, left)).toEqual({ relation: 'behind' })
    expect(Identity.compareHistories(left, left)).toEqual({ relation: 'same' })
    const known = Identity.readHistory(left)
    const verify = (text: string) => () => Identity.verifyHistory(text, known.id, { known })
    expect(verify(left)()).toMatchObject({ sequence: 1 })
    expect(verify(right)).toThrowError(refusal('ERR_HISTORY_FORK'))
    expect(verify(plain)).toThrowError(refusal('ERR_HISTORY_TRUNCATED'))
    expect(() => Identity.compareHistories(left, start())).toThrowError(refusal('ERR_HISTORY_ID'))
  })

  test('with signers elsewhere', async () => {
    const elsewhere = (key: Keys.LocalSigner) => {
      const { publicKey, algorithm } = key
      return { publicKey, algorithm, sign: async (bytes: Uint8Array) => key.sign(bytes) }
    }
    const begun = await Identity.start(elsewhere(first), { now: timeAt(time) })
    const turned = await Identity.rotate(begun, elsewhere(first), elsewhere(second))
    expect(Identity.readHistory(turned).sequence).toBe(1)
  })

  test.each([
    [
      'another key than was committed to',
      () => Identity.rotate(start(), first, third),
      'ERR_HISTORY_COMMITMENT',
    ],
    ['a thief', () => Identity.rotate(start(), third, second), 'ERR_HISTORY_SIGNATURE'],
    [
      'time running back',
      () => Identity.rotate(start(), first, second, { now: timeAt(time) }),
      'ERR_HISTORY_TIME',
    ],
    ['a key that comes back', () => Identity.rotate(longer(), second, first), 'ERR_HISTORY_KEY'],
    [
      'a mark without its reason',
      () => Identity.rotate(longer(), second, third, { compromisedSince: timeAt(time) }),
      'ERR_HISTORY_MALFORMED',
    ],
    [
      'a reason nobody knows',
      () => Identity.rotate(longer(), second, third, { reason: 'x' as never }),
      'ERR_HISTORY_MALFORMED',
    ],
    ['no identity', () => Identity.verifyHistory(longer(), undefined as never), 'ERR_ARGUMENT'],
    [
      'an identity as an option',
      () => Identity.verifyHistory(longer(), { id } as never),
      'ERR_ARGUMENT',
    ],
    ['another identity', () => Identity.verifyHistory(longer(), did), 'ERR_HISTORY_ID'],
    [
      'the future',
      () => Identity.verifyHistory(longer(), id, { now: timeAt(time) }),
      'ERR_HISTORY_TIME',
    ],
    [
      'a tip that is none',
      () => Identity.verifyHistory(longer(), id, { known: { sequence: 0, tip: 'AAAA' } }),
      'ERR_BYTES_LENGTH',
    ],
    [
      'an empty tip',
      () => Identity.verifyHistory(longer(), id, { known: { sequence: 0, tip: '' } }),
      'ERR_ARGUMENT',
    ],
    ['a key that does not sign', () => Identity.start({} as never), 'ERR_ARGUMENT'],
  ])('refuses %s', (_, use, code) => {
    expect(use).toThrowError(refusal(code))
  })
})
