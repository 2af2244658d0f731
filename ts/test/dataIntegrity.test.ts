import { describe, expect, test } from 'vitest'
import ecdsaSigned from '../../rust/vectors/vc-di/vc-di-ecdsa/ecdsa-jcs-2019-p256/signedJCSECDSAP256.json' with {
  type: 'json',
}
import ecdsaKeys from '../../rust/vectors/vc-di/vc-di-ecdsa/p256KeyPair.json' with { type: 'json' }
import eddsaSigned from '../../rust/vectors/vc-di/vc-di-eddsa/eddsa-jcs-2022/signedJCS.json' with {
  type: 'json',
}
import eddsaKeys from '../../rust/vectors/vc-di/vc-di-eddsa/keyPair.json' with { type: 'json' }
import { DataIntegrity, Keys } from '../src/subpath/all.js'
import type { TrustInput } from '../src/trust.js'

const code = (run: () => unknown, want: string) =>
  expect(run).toThrowError(expect.objectContaining({ code: want, name: 'CountersignError' }))

const method = 'did:web:a.example#key'
const document = { '@context': ['https://a.example/v1'], claim: 'x' }

/** The seed of a secret Multikey: base58btc of a codec of two bytes, then the seed. */
function seedOf(multikey: string): Uint8Array {
  const letters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
  const number = [...multikey.slice(1)].reduce(
    (sum, c) => sum * 58n + BigInt(letters.indexOf(c)),
    0n,
  )
  const hex = number.toString(16).slice(-64)
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

describe.each([
  ['eddsa-jcs-2022', eddsaSigned, eddsaKeys.publicKeyMultibase],
  ['ecdsa-jcs-2019', ecdsaSigned, ecdsaKeys.publicKeyMultibase],
] as const)('the W3C example of %s', (_, signed, key) => {
  const trust = { key: Keys.fromMultikey(key) }

  test('verifies as text and as an object', () => {
    const signer = { publicKeyMultibase: key, trust: 'trusted' }
    const { document, proofs, parsed } = DataIntegrity.verify(JSON.stringify(signed), trust)
    const { proof, ...claims } = signed
    expect(document).toEqual(claims)
    expect(proofs).toMatchObject([{ state: 'ok', signer, proof, unchecked: [] }])
    expect(parsed).toBe(false)
    expect(DataIntegrity.verify(signed, trust).parsed).toBe(true)
  })

  test('refuses a changed document', () =>
    code(
      () => DataIntegrity.verify({ ...signed, name: 'x' }, trust),
      'ERR_DATA_INTEGRITY_SIGNATURE',
    ))

  test('is self-asserted by its did:key', () => {
    const { proofs } = DataIntegrity.verify(signed, { allowEmbeddedKey: true })
    expect(proofs).toMatchObject([{ signer: { trust: 'self-asserted' } }])
  })
})

test('reproduces the Ed25519 example', () => {
  const { proof, ...claims } = eddsaSigned
  const signer = Keys.fromSecret('Ed25519', seedOf(eddsaKeys.privateKeyMultibase))
  const { verificationMethod, created } = proof
  const secured = DataIntegrity.sign(claims, signer, {
    verificationMethod,
    created: new Date(created),
  })
  expect(secured).toEqual(eddsaSigned)
})

describe.each(['Ed25519', 'P-256'] as const)('%s', (type) => {
  const signer = Keys.generate(type)
  const trust = { keys: [{ id: method, key: signer.publicKey }] }
  const bound = DataIntegrity.sign(document, signer, {
    verificationMethod: method,
    created: new Date('2026-01-01T00:00:00Z'),
    expires: new Date('2026-01-02T00:00:00Z'),
    domain: 'a.example',
    challenge: 'c',
  })
  const now = new Date('2026-01-01T12:00:00Z')

  test('holds', () => {
    const expected = { now, domain: 'a.example', challenge: 'c', all: true }
    const { proofs } = DataIntegrity.verify(bound, trust, expected)
    expect(proofs).toMatchObject([{ state: 'ok', signer: { id: method }, unchecked: [] }])
  })

  test('names what nobody compared', () => {
    const { proofs } = DataIntegrity.verify(bound, trust, { now })
    expect(proofs).toMatchObject([{ unchecked: ['challenge', 'domain'] }])
  })

  test.each([
    ['too late', { now: new Date('2026-01-02T00:01:00Z') }, 'EXPIRED'],
    ['too early', { now: new Date('2025-12-31T23:58:00Z') }, 'NOT_YET'],
    ['another domain', { now, domain: 'b.example' }, 'DOMAIN'],
    ['another challenge', { now, challenge: 'd' }, 'CHALLENGE'],
    ['another purpose', { now, purpose: 'authentication' }, 'PURPOSE'],
    ['nobody trusted', { now }, 'KEY', { keys: [] }],
  ] as const)('%s', (_, options, want, trusted: TrustInput = trust) =>
    code(() => DataIntegrity.verify(bound, trusted, options), `ERR_DATA_INTEGRITY_${want}`),
  )
})

test('proofs in a chain', () => {
  const [first, second] = [Keys.generate('Ed25519'), Keys.generate('P-256')]
  const once = DataIntegrity.sign(document, first, { verificationMethod: method, id: 'urn:1' })
  const twice = DataIntegrity.sign(once, second, {
    verificationMethod: `${method}2`,
    previousProof: 'urn:1',
  })
  const trust = {
    keys: [
      { id: method, key: first.publicKey },
      { id: `${method}2`, key: second.publicKey },
    ],
  }
  expect(DataIntegrity.verify(twice, trust, { all: true }).proofs.length).toBe(2)
  const alone = { ...twice, proof: [twice.proof].flat().slice(1) }
  code(() => DataIntegrity.verify(alone, trust), 'ERR_DATA_INTEGRITY_PREVIOUS')
})

describe('refuses', () => {
  const signer = Keys.generate('Ed25519')
  test.each([
    [
      'a document that is a list',
      () => DataIntegrity.sign([] as never, signer, { verificationMethod: method }),
    ],
    ['no method', () => DataIntegrity.sign(document, signer, {} as never)],
    [
      'a time that is text',
      () =>
        DataIntegrity.sign(document, signer, {
          verificationMethod: method,
          created: '2026' as never,
        }),
    ],
    ['no trust', () => DataIntegrity.verify(document, {} as never)],
    ['a number', () => DataIntegrity.verify(5 as never, { keys: [] })],
  ])('%s', (_, run) => code(run, 'ERR_ARGUMENT'))

  test.each([
    ['a member twice', '{"a":1,"a":1}', 'ERR_JSON_DUPLICATE'],
    ['no proof', document, 'ERR_DATA_INTEGRITY_MALFORMED'],
  ])('%s', (_, text, want) => code(() => DataIntegrity.verify(text, { keys: [] }), want))

  test('a signer that no suite fits', () =>
    code(
      () =>
        DataIntegrity.sign(document, Keys.generate('secp256k1'), { verificationMethod: method }),
      'ERR_DATA_INTEGRITY_SUITE',
    ))
})
