import { ed25519, x25519 } from '@noble/curves/ed25519.js'
import { p256 } from '@noble/curves/nist.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { hkdf } from '@noble/hashes/hkdf.js'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { describe, expect, test } from 'vitest'
import own from '../../rust/vectors/pop/v1.json' with { type: 'json' }
import { Keys, Pop } from '../src/subpath/all.js'
import { join } from './setup/bytes.js'
import { frame, u64 } from './setup/framing.js'
import { audience, code, did, hex, later, listed, now, toHex, utf8 } from './setup/pop.js'

/** Base64url by the host, so that the tests do not ask the engine about itself. */
const bytes = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0))

describe('our own vectors, by other implementations', () => {
  // Written from the description in rust/core/src/pop.rs alone.
  const key = (multikey: string) => Keys.fromMultikey(multikey)
  const statement = (proof: Pop.Proof) => {
    const proven = key(proof.key)
    const head = [
      frame(proof.type),
      frame(proof.did),
      frame(proven.type),
      frame(proven.bytes),
      frame(proof.audience),
      frame(bytes(proof.nonce)),
      u64(proof.issued),
      u64(proof.expires),
      frame(proof.algorithm),
    ]
    if (proof.identityKey === undefined || proof.ephemeral === undefined) return join(...head)
    const identity = key(proof.identityKey)
    const tail = [utf8(identity.type), identity.bytes, key(proof.ephemeral).bytes]
    return join(...head, ...tail.map((part) => frame(part)))
  }
  const holds: Record<
    string,
    (signature: Uint8Array, message: Uint8Array, key: Uint8Array) => boolean
  > = {
    ed25519: (signature, message, key) =>
      ed25519.verify(signature, message, key, { zip215: false }),
    'ecdsa-p256-sha256': (signature, message, key) =>
      p256.verify(signature, sha256(message), key, { prehash: false, lowS: true }),
    'ecdsa-secp256k1-sha256': (signature, message, key) =>
      secp256k1.verify(signature, sha256(message), key, { prehash: false, lowS: true }),
    'ecdsa-secp256k1-keccak256': (signature, message, key) =>
      secp256k1.verify(signature, keccak_256(message), key, { prehash: false, lowS: true }),
  }

  test.each(own.cases.map((row) => [row.proof.algorithm, row.proof.type, row] as const))(
    '%s, %s',
    (algorithm, _, row) => {
      const proof = row.proof as Pop.Proof
      const message = statement(proof)
      expect(toHex(message)).toBe(row.statement)
      expect(holds[algorithm]?.(bytes(proof.signature), message, key(row.signerKey).bytes)).toBe(
        true,
      )
      if (proof.mac === undefined) return
      const secret = hex((row as unknown as { ephemeralSecret: string }).ephemeralSecret)
      const shared = x25519.getSharedSecret(secret, key(proof.key).bytes)
      const macKey = hkdf(
        sha256,
        shared,
        sha256(message),
        utf8('countersign/pop-agreement-mac/v1'),
        32,
      )
      expect(toHex(hmac(sha256, macKey, message))).toBe(toHex(bytes(proof.mac)))
    },
  )

  test('the API gives the same proofs and takes them', () => {
    for (const row of own.cases) {
      const proof = row.proof as Pop.Proof
      const time = new Date(own.now * 1000)
      const { type } = key(row.signerKey)
      const signer = Keys.fromSecret(type as 'Ed25519', hex(row.signerSecret), {
        algorithm: proof.algorithm as 'ed25519',
      })
      const [challenge, shared] = [row.challenge, { did: proof.did, now: time }]
      const expected = { ...shared, challenge }
      const secrets = row as unknown as { agreementSecret?: string; ephemeralSecret?: string }
      if (secrets.agreementSecret === undefined || secrets.ephemeralSecret === undefined) {
        expect(Pop.prove(challenge, signer, shared)).toEqual(proof)
        const trust = { key: key(proof.key) }
        expect(Pop.verify(JSON.stringify(proof), trust, expected).did).toBe(did)
      } else {
        const agreement = Keys.fromSecret('X25519', hex(secrets.agreementSecret))
        const ephemeral = Keys.fromSecret('X25519', hex(secrets.ephemeralSecret))
        const options = { ...shared, identity: signer }
        expect(Pop.proveAgreement(challenge, agreement, options)).toEqual(proof)
        const trust = listed(agreement, signer)
        const proven = Pop.verifyAgreement(proof, trust, { ...expected, ephemeral })
        const identity = Keys.toMultikey(signer.publicKey)
        expect(proven).toMatchObject({ signer: { publicKeyMultibase: identity }, parsed: true })
      }
      signer.close()
    }
  })
})

describe('prove and verify', () => {
  const signer = () => Keys.generate('Ed25519')

  test('gives what was proven', () => {
    const prover = signer()
    const challenge = Pop.challenge({ audience, now })
    const proof = Pop.prove(challenge, prover, { did, now })
    const trust = { key: prover.publicKey }
    expect(Pop.verify(JSON.stringify(proof), trust, { did, challenge, now })).toEqual({
      did,
      key: prover.publicKey,
      signer: {
        publicKeyMultibase: Keys.toMultikey(prover.publicKey),
        type: 'Ed25519',
        trust: 'trusted',
      },
      audience,
      nonce: challenge.nonce,
      issued: now,
      expires: later(Pop.defaultLifetime),
      algorithm: 'ed25519',
      parsed: false,
    })
  })

  test('takes a signer outside', async () => {
    const inner = signer()
    const outer = {
      publicKey: inner.publicKey,
      algorithm: inner.algorithm,
      sign: async (message: Uint8Array) => inner.sign(message),
    }
    const challenge = Pop.challenge({ audience, now })
    const proof = await Pop.prove(challenge, outer, { did, now })
    const trust = { key: inner.publicKey }
    expect(Pop.verify(proof, trust, { did, challenge, now }).parsed).toBe(true)
  })

  test('refuses what it did not expect', () => {
    const prover = signer()
    const challenge = Pop.challenge({ audience, now })
    const proof = Pop.prove(challenge, prover, { did, now })
    const expected = { did, challenge, now }
    const rows: [string, { key?: Keys.PublicKey } & Partial<Pop.verify.Options>, string][] = [
      ['DID', { did: 'did:web:other.example' }, 'ERR_POP_DID'],
      ['key', { key: signer().publicKey }, 'ERR_POP_KEY'],
      ['audience', { challenge: { ...challenge, audience: 'x' } }, 'ERR_POP_AUDIENCE'],
      ['nonce', { challenge: Pop.challenge({ audience, now }) }, 'ERR_POP_NONCE'],
      [
        'expiry',
        { challenge: { ...challenge, expires: challenge.expires + 1 } },
        'ERR_POP_CHALLENGE',
      ],
      ['early', { now: later(-61) }, 'ERR_POP_NOT_YET'],
      ['late', { now: later(300 + 60) }, 'ERR_POP_EXPIRED'],
      ['late, without skew', { now: later(300), skew: 0 }, 'ERR_POP_EXPIRED'],
      ['proof as challenge', { challenge: proof }, 'ERR_POP_VERSION'],
    ]
    for (const [name, { key = prover.publicKey, ...other }, want] of rows)
      expect(() => Pop.verify(proof, { key }, { ...expected, ...other }), name).toThrowError(
        code(want),
      )
    const spoilt = { ...proof, signature: 'A'.repeat(86) }
    expect(() => Pop.verify(spoilt, { key: prover.publicKey }, expected)).toThrowError(
      code('ERR_POP_INVALID'),
    )
  })

  test.each([
    ['a number', 5],
    ['null', null],
    ['undefined', undefined],
    ['a lone surrogate', '\ud800'],
    ['shared memory of no text', new Uint16Array(2)],
  ])('refuses %s as proof', (_, value) => {
    const challenge = Pop.challenge({ audience, now })
    const [trust, expected] = [{ key: signer().publicKey }, { did, challenge, now }]
    expect(() => Pop.verify(value as string, trust, expected)).toThrowError(code('ERR_ARGUMENT'))
  })

  test('refuses wrong types in options', () => {
    const prover = signer()
    const challenge = Pop.challenge({ audience, now })
    const proof = Pop.prove(challenge, prover, { did, now })
    const [trust, good] = [{ key: prover.publicKey }, { did, challenge, now }]
    for (const wrong of [{ did: 5 }, { now: 5 }, { skew: -1 }, { skew: 1.5 }])
      expect(() => Pop.verify(proof, trust, { ...good, ...wrong } as typeof good)).toThrowError(
        code('ERR_ARGUMENT'),
      )
    expect(() => Pop.verify(proof, { key: new Uint8Array(32) } as never, good)).toThrowError(
      code('ERR_ARGUMENT'),
    )
    expect(() => Pop.challenge({ audience: 5 } as never)).toThrowError(code('ERR_ARGUMENT'))
    expect(() => Pop.challenge({ audience, lifetime: 0 })).toThrowError(code('ERR_ARGUMENT'))
    expect(() => Pop.challenge({ audience, lifetime: 86_401, now })).toThrowError(
      code('ERR_POP_MALFORMED'),
    )
    expect(() => Pop.challenge({ audience, nonce: new Uint8Array(4) })).toThrowError(
      code('ERR_POP_MALFORMED'),
    )
    expect(() => Pop.challenge({ audience, ephemeral: prover.publicKey })).toThrowError(
      code('ERR_KEY_TYPE_MISMATCH'),
    )
  })
})
