// Post-quantum keys where other parts meet them: DID documents, and the formats that have no name for them.

import { describe, expect, test } from 'vitest'
import {
  Card,
  DataIntegrity,
  Did,
  Encoding,
  Handshake,
  HttpSig,
  Keys,
  memoryReplayStore,
  Peer,
  Ring,
  Sage,
} from '../src/subpath/all.js'
import { small as card } from './setup/card.js'
import { refusal } from './setup/help.js'

const sets = ['ML-DSA-44', 'ML-DSA-65', 'ML-DSA-87'] as const
const hybrid = 'Ed25519+ML-DSA-65'
const all = [...sets, hybrid] as const
const signers = Object.fromEntries(all.map((type) => [type, Keys.generate(type)])) as Record<
  (typeof all)[number],
  Keys.LocalSigner
>

describe.each(sets)('the did:key of %s', (type) => {
  const { publicKey } = signers[type]
  const did = Did.fromKey(publicKey)

  test('is the key, and its document lists it', () => {
    expect(Did.toKey(did)).toEqual(publicKey)
    const document = Did.document(did)
    const [key, ...others] = Did.keys(document)
    expect(others).toEqual([])
    expect(key).toMatchObject({ id: Did.keyId(publicKey), type: 'Multikey', publicKey })
    expect(key?.purposes).toContain('assertionMethod')
    expect(key?.purposes).not.toContain('keyAgreement')
  })

  test('resolves without a network', async () => {
    const document = await Did.resolver().resolve(did)
    expect(Did.keys(document)[0]?.publicKey).toEqual(publicKey)
  })
})

describe.each(all)('the did:jwk of %s', (type) => {
  test('has a document with the key', () => {
    const { publicKey } = signers[type]
    const did = Did.jwkFromKey(publicKey)
    const [key] = Did.keys(Did.document(did))
    expect(key).toMatchObject({ id: `${did}#0`, type: 'JsonWebKey2020', publicKey })
  })
})

describe('a document that was fetched', () => {
  const did = 'did:web:a.example'
  const method = (id: string, material: object) => ({
    id: `${did}#${id}`,
    controller: did,
    ...material,
  })
  const document = {
    id: did,
    verificationMethod: [
      ...sets.map((type) =>
        method(type.toLowerCase(), {
          type: 'Multikey',
          publicKeyMultibase: Keys.toMultikey(signers[type].publicKey),
        }),
      ),
      method('hybrid', {
        type: 'JsonWebKey',
        publicKeyJwk: Keys.toJwk(signers[hybrid].publicKey),
      }),
      method('nobody', {
        type: 'JsonWebKey',
        publicKeyJwk: {
          kty: 'AKP',
          alg: 'ML-DSA-44',
          pub: Encoding.base64url.encode(new Uint8Array(1_312)),
        },
      }),
    ],
    assertionMethod: [...sets.map((type) => `#${type.toLowerCase()}`), '#hybrid', '#nobody'],
  }

  test('lists hybrid and ML-DSA keys, and not the key of nobody', () => {
    const keys = Did.keys(Did.checkDocument(JSON.stringify(document), { did }))
    expect(keys.map(({ publicKey }) => publicKey?.type)).toEqual([...all, undefined])
    expect(keys.at(-1)?.unused).toBe('key')
  })

  test('is what a card of each is verified with', () => {
    for (const [type, id] of [
      ...sets.map((type) => [type, type.toLowerCase()] as const),
      [hybrid, 'hybrid'] as const,
    ]) {
      const signed = Card.sign(card, signers[type], { kid: `${did}#${id}` })
      expect(Card.verify(JSON.stringify(signed), { document }).card.name).toBe('a')
    }
  })
})

describe.each(all)('%s, where no standard names it', (type) => {
  const signer = signers[type]
  const { publicKey } = signer

  test('HTTP message signatures refuse it', async () => {
    const request = {
      kind: 'request',
      method: 'GET',
      url: 'https://a.example/',
      headers: [],
    } as const
    expect(() => HttpSig.sign(request, signer)).toThrow(refusal('ERR_HTTP_SIG_ALGORITHM'))
    const other = Keys.generate('Ed25519')
    const signed = HttpSig.sign(request, other)
    await expect(HttpSig.verify(signed, { key: publicKey })).rejects.toThrow(
      refusal('ERR_HTTP_SIG_ALGORITHM'),
    )
  })

  test('Data Integrity refuses it', () => {
    const verificationMethod = 'did:web:a.example#k'
    expect(() => DataIntegrity.sign({ a: 1 }, signer, { verificationMethod })).toThrow(
      refusal('ERR_DATA_INTEGRITY_SUITE'),
    )
  })

  test('key agreement, rings, Ethereum and SAGE refuse it', () => {
    expect(() => Ring.prepare([publicKey, publicKey])).toThrow(refusal('ERR_KEY_ALGORITHM'))
    expect(() => Keys.toEthereumAddress(publicKey)).toThrow(refusal('ERR_KEY_TYPE_MISMATCH'))
    expect(() => Sage.Keys.marshal(publicKey)).toThrow(refusal('ERR_KEY_UNSUPPORTED'))
    expect(() => Keys.toUncompressed(publicKey)).toThrow(refusal('ERR_KEY_ALGORITHM'))
    if (type !== 'ML-DSA-87')
      expect(() => Peer.fromKey(publicKey)).toThrow(refusal('ERR_KEY_ALGORITHM'))
  })
})

describe.each(all)('a handshake of agents with keys of %s', (type) => {
  const agent = (name: string) => {
    const did = `did:web:${name}.example`
    const [signer, agreement] = [Keys.generate(type), Keys.generate('X25519')]
    const method = (id: string, key: Keys.PublicKey) => ({
      id: `${did}#${id}`,
      type: 'JsonWebKey',
      controller: did,
      publicKeyJwk: Keys.toJwk(key),
    })
    const document = {
      id: did,
      verificationMethod: [method('k', signer.publicKey), method('a', agreement.publicKey)],
      authentication: ['#k'],
      keyAgreement: ['#a'],
    }
    return { did, signer, agreement, document }
  }

  test('is signed by both', async () => {
    const [alice, bob] = [agent('alice'), agent('bob')]
    const trust = { document: bob.document }
    const { did, signer } = alice
    const pending = Handshake.initiate(signer, trust, { did, peer: bob.did })
    const answered = await Handshake.respond(
      pending.message,
      bob.signer,
      () => ({ document: alice.document }),
      { did: bob.did, agreement: bob.agreement, replay: memoryReplayStore() },
    )
    const { peer, suite, session } = pending.finish(answered.reply)
    expect(suite).toBe('X25519+ML-KEM-768')
    const provenAs = (key: Keys.PublicKey) => ({
      type: key.type,
      trust: 'trusted',
    })
    expect(peer).toMatchObject({ did: bob.did, signer: provenAs(bob.signer.publicKey) })
    expect(answered.peer.signer).toMatchObject(provenAs(signer.publicKey))
    expect(answered.session.open(session.seal(Uint8Array.of(1)))).toEqual(Uint8Array.of(1))
  })
})

test('a key whose t1 is zero verifies as FIPS 204 has it, and is refused where it stands for somebody', () => {
  const bytes = new Uint8Array(1_312)
  const publicKey = { type: 'ML-DSA-44', bytes } as const
  const signature = new Uint8Array(2_420)
  expect(Keys.verify({ publicKey, message: bytes, signature })).toBe(false)
  expect(() => Keys.publicKey(publicKey)).toThrow(refusal('ERR_KEY_UNBOUND'))
  expect(() => Did.fromKey(publicKey)).toThrow(refusal('ERR_KEY_UNBOUND'))
  expect(() => Keys.toJwk(publicKey)).toThrow(refusal('ERR_KEY_UNBOUND'))
  const both = { type: hybrid, bytes: new Uint8Array(1_984) } as const
  expect(() => Did.jwkFromKey(both)).toThrow(refusal('ERR_KEY_UNBOUND'))
})
