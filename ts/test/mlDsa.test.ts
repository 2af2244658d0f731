import { ed25519 } from '@noble/curves/ed25519.js'
import { sha512 } from '@noble/hashes/sha2.js'
import { describe, expect, test } from 'vitest'
import example from '../../rust/vectors/composite/ML-DSA-65-Ed25519.jose.json' with { type: 'json' }
import { MlDsa } from '../src/hazmat.js'
import { Card, Did, Grant, Jws, Keys, Pop, Receipt } from '../src/subpath/all.js'
import { small as card } from './setup/card.js'
import { refusal } from './setup/help.js'

const types = ['ML-DSA-44', 'ML-DSA-65', 'ML-DSA-87'] as const
const all = [...types, 'Ed25519+ML-DSA-65'] as const
const message = new TextEncoder().encode('message')
const seed = new Uint8Array(32).fill(7)
const seeds = Uint8Array.from({ length: 64 }, (_, index) => index)
const context = new TextEncoder().encode('countersign test')

const secretOf = (type: (typeof all)[number]) => (type === 'Ed25519+ML-DSA-65' ? seeds : seed)
const sizes = {
  'ML-DSA-44': [1_312, 2_420],
  'ML-DSA-65': [1_952, 3_309],
  'ML-DSA-87': [2_592, 4_627],
  'Ed25519+ML-DSA-65': [1_984, 3_373],
} as const

describe.each(all)('%s', (type) => {
  test('signs, and its signatures differ', () => {
    using signer = Keys.generate(type)
    const { publicKey } = signer
    const [first, second] = [signer.sign(message), Keys.sign(message, signer)]
    expect([publicKey.bytes.length, first.length]).toEqual(sizes[type])
    expect(first.length).toBe(Keys.signatureLengths[signer.algorithm])
    expect(first).not.toEqual(second)
    for (const signature of [first, second])
      expect(Keys.verify({ publicKey, message, signature })).toBe(true)
  })

  test('is deterministic if asked', () => {
    using signer = Keys.fromSecret(type, secretOf(type))
    const [first, second] = [1, 2].map(() => Keys.sign(message, signer, { deterministic: true }))
    expect(first).toEqual(second)
  })

  test('binds the context', () => {
    using signer = Keys.fromSecret(type, secretOf(type))
    const { publicKey } = signer
    const signature = Keys.sign(message, signer, { context })
    expect(Keys.verify({ publicKey, message, signature, context })).toBe(true)
    expect(Keys.verify({ publicKey, message, signature })).toBe(false)
    expect(Keys.verify({ publicKey, message, signature, context: message })).toBe(false)
    const long = new Uint8Array(256)
    expect(() => Keys.sign(message, signer, { context: long })).toThrow(
      refusal('ERR_LIMIT_EXCEEDED'),
    )
    expect(Keys.verify({ publicKey, message, signature, context: long })).toBe(false)
  })

  test('refuses what is not its signature', () => {
    using signer = Keys.fromSecret(type, secretOf(type))
    const { publicKey } = signer
    const good = signer.sign(message)
    const flipped = (offset: number) =>
      good.map((byte, index) => (index === offset ? byte ^ 1 : byte))
    for (const signature of [
      good.slice(1),
      good.slice(0, -1),
      Uint8Array.of(...good, 0),
      new Uint8Array(),
      new Uint8Array(good.length),
      flipped(0),
      flipped(1_000),
      flipped(good.length - 1),
    ])
      expect(Keys.verify({ publicKey, message, signature })).toBe(false)
    expect(Keys.verifyBatch([{ publicKey, message, signature: good }])).toEqual([true])
  })

  test('keeps its bytes as JWK, PEM and DER', () => {
    using signer = Keys.fromSecret(type, secretOf(type))
    const jwk = Keys.dangerouslyExportJwk(signer)
    expect(jwk).toMatchObject({ kty: 'AKP' })
    using again = Keys.signerFromJwk(jwk)
    expect(again.publicKey).toEqual(signer.publicKey)
    expect(Keys.dangerouslyExportSecret(again)).toEqual(secretOf(type))
    using fromPem = Keys.signerFromPem(Keys.dangerouslyExportPem(signer))
    expect(fromPem.publicKey).toEqual(signer.publicKey)
    expect(Keys.publicKeyFromPem(Keys.toPem(signer.publicKey))).toEqual(signer.publicKey)
  })

  test('refuses secrets of another length', () => {
    for (const length of [0, 31, 33, 63, 65, 4_000])
      expect(() => Keys.fromSecret(type, new Uint8Array(length))).toThrow(
        refusal('ERR_BYTES_LENGTH'),
      )
  })

  test('works behind a signer of your own, which is checked', async () => {
    using local = Keys.generate(type)
    const { publicKey, algorithm } = local
    const signer = { publicKey, algorithm, sign: async (bytes: Uint8Array) => local.sign(bytes) }
    const jws = await Jws.sign(message, signer)
    expect(Jws.verify(jws, { key: publicKey }).payload).toEqual(message)
    const broken = { ...signer, sign: async () => new Uint8Array(64) }
    await expect(Jws.sign(message, broken)).rejects.toMatchObject({ code: 'ERR_SIGNER_INVALID' })
  })
})

describe.each(types)('an expanded key of %s', (type) => {
  const { publicKey, secretKey } = MlDsa.expand(type, seed)

  test('signs as its seed does', () => {
    using expanded = Keys.fromSecret(type, secretKey)
    using seeded = Keys.fromSecret(type, seed)
    expect(expanded.publicKey.bytes).toEqual(publicKey)
    const deterministic = { deterministic: true }
    expect(Keys.sign(message, expanded, deterministic)).toEqual(
      Keys.sign(message, seeded, deterministic),
    )
    expect(() => Keys.dangerouslyExportJwk(expanded)).toThrow(refusal('ERR_KEY_SEED'))
  })

  test('is refused where its parts do not fit', () => {
    for (const offset of [0, 64, 130, secretKey.length - 1]) {
      const bad = secretKey.map((byte, index) => (index === offset ? byte ^ 0xff : byte))
      expect(() => Keys.fromSecret(type, bad)).toThrow(refusal('ERR_KEY_EXPANDED'))
    }
  })

  test('signs a message that the caller composed', () => {
    const composed = Uint8Array.of(0, 0, ...message)
    const randomness = new Uint8Array(32)
    const signature = MlDsa.signInternal({ type, secretKey, message: composed, randomness })
    expect(MlDsa.verifyInternal({ type, publicKey, message: composed, signature })).toBe(true)
    expect(MlDsa.verifyInternal({ type, publicKey, message, signature })).toBe(false)
    const key = { type, bytes: publicKey }
    expect(Keys.verify({ publicKey: key, message, signature })).toBe(true)
  })
})

test('a context is for post-quantum keys alone', () => {
  using signer = Keys.generate('Ed25519')
  expect(() => Keys.sign(message, signer, { context })).toThrow(refusal('ERR_KEY_ALGORITHM'))
  const signature = signer.sign(message)
  const { publicKey } = signer
  expect(Keys.verify({ publicKey, message, signature, context })).toBe(false)
})

describe('hybrid', () => {
  const hybrid = () => Keys.fromSecret('Ed25519+ML-DSA-65', seeds)

  test('its Ed25519 half is that of an independent implementation', () => {
    const signer = hybrid()
    const signature = signer.sign(message)
    const label = new TextEncoder().encode('COMPSIG-MLDSA65-Ed25519-SHA512')
    const prefix = new TextEncoder().encode('CompositeAlgorithmSignatures2025')
    const composed = Uint8Array.of(...prefix, ...label, 0, ...sha512(message))
    const publicKey = signer.publicKey.bytes
    expect(publicKey.slice(1_952)).toEqual(ed25519.getPublicKey(seeds.slice(32)))
    expect(ed25519.verify(signature.slice(3_309), composed, publicKey.slice(1_952))).toBe(true)
    const half = { type: 'ML-DSA-65', bytes: publicKey.slice(0, 1_952) } as const
    const first = signature.slice(0, 3_309)
    const claim = { publicKey: half, message: composed, signature: first, context: label }
    expect(Keys.verify(claim)).toBe(true)
    expect(Keys.verify({ publicKey: half, message, signature: first })).toBe(false)
  })

  test('needs both halves', () => {
    const signer = hybrid()
    const { publicKey } = signer
    const [good, other] = [signer.sign(message), signer.sign(context)]
    for (const signature of [
      Uint8Array.of(...good.slice(0, 3_309), ...other.slice(3_309)),
      Uint8Array.of(...other.slice(0, 3_309), ...good.slice(3_309)),
      good.slice(0, 3_309),
      good.slice(3_309),
    ])
      expect(Keys.verify({ publicKey, message, signature })).toBe(false)
  })

  test('reads the example of the JOSE draft', () => {
    using signer = Keys.fromSecret('Ed25519+ML-DSA-65', new Uint8Array(64))
    expect(Keys.thumbprint(signer.publicKey)).toBe(example.kid)
    const { payload } = Jws.verify(example.jws, { key: signer.publicKey })
    expect(new TextDecoder().decode(payload)).toMatch(/^It's a dangerous business/)
  })

  test('has no Multikey and no did:key, and a did:jwk', () => {
    const { publicKey } = hybrid()
    expect(() => Keys.toMultikey(publicKey)).toThrow(refusal('ERR_KEY_NO_CODEC'))
    expect(() => Did.fromKey(publicKey)).toThrow(refusal('ERR_KEY_NO_CODEC'))
    const did = Did.jwkFromKey(publicKey)
    expect(did).toMatch(/^did:jwk:/)
  })
})

describe.each(all)('documents of %s', (type) => {
  const did = (key: Keys.PublicKey) =>
    key.type === 'Ed25519+ML-DSA-65' ? Did.jwkFromKey(key) : Did.fromKey(key)

  test('a card', () => {
    using signer = Keys.generate(type)
    const served = JSON.stringify(Card.sign(card, signer, { kid: 'did:web:a.example#k' }))
    const trust = { keys: [{ id: 'did:web:a.example#k', key: signer.publicKey }] }
    expect(Card.verify(served, trust).card.name).toBe('a')
    expect(() => Card.verify(served.replace('"b"', '"c"'), trust)).toThrow(
      refusal('ERR_CARD_SIGNATURE'),
    )
  })

  test('a receipt with a witness', () => {
    using signer = Keys.generate(type)
    using other = Keys.generate(type)
    const receipt = Receipt.countersign(
      Receipt.issue({ action: 'test', content: 1 }, signer),
      other,
      { key: signer.publicKey },
    )
    const trust = { keys: [signer, other].map(({ publicKey }) => ({ key: publicKey })) }
    expect(Receipt.verify(JSON.stringify(receipt), trust, { witnesses: 1 })).toBeDefined()
  })

  test('a grant, presented', () => {
    using signer = Keys.generate(type)
    using agent = Keys.generate(type)
    const grant = Grant.issue(
      {
        issuer: did(signer.publicKey),
        subject: did(agent.publicKey),
        subjectKey: agent.publicKey,
        capabilities: ['read:a'],
        constraints: { expires: new Date(Date.now() + 60_000) },
      },
      signer,
    )
    const chain = [JSON.parse(JSON.stringify(grant))]
    const presentation = Grant.present(chain, agent, { audience: 'https://a.example' })
    expect(presentation).toBeDefined()
    const report = Grant.verifyChain(chain, { key: signer.publicKey })
    expect(report.facts.signatures.state).toBe('ok')
    expect(report.signer?.trust).toBe('trusted')
  })

  test('a proof of possession', () => {
    using signer = Keys.generate(type)
    const challenge = Pop.challenge({ audience: 'https://a.example' })
    const name = 'did:web:a.example'
    const proof = Pop.prove(challenge, signer, { did: name })
    const trust = { key: signer.publicKey }
    expect(Pop.verify(JSON.stringify(proof), trust, { did: name, challenge }).did).toBe(name)
  })
})
