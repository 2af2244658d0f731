import { ed25519, x25519 } from '@noble/curves/ed25519.js'
import { p256 } from '@noble/curves/nist.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { describe, expect, test } from 'vitest'
import speccheck from '../../rust/vectors/ed25519/speccheck_cases.json' with { type: 'json' }
import { Keys } from '../src/subpath/all.js'
import { refusal, unhex } from './setup/help.js'

const message = new TextEncoder().encode('message')
const secret = new Uint8Array(32).fill(7)
const prehashed = { prehash: false, lowS: true } as const

describe('the same bytes as an independent implementation', () => {
  test('Ed25519', () => {
    const signer = Keys.fromSecret('Ed25519', secret)
    expect(signer.publicKey).toEqual({ type: 'Ed25519', bytes: ed25519.getPublicKey(secret) })
    expect(signer.sign(message)).toEqual(ed25519.sign(message, secret))
  })

  test.each([
    ['secp256k1', 'ecdsa-secp256k1-sha256', secp256k1, sha256],
    ['secp256k1', 'ecdsa-secp256k1-keccak256', secp256k1, keccak_256],
    ['P-256', 'ecdsa-p256-sha256', p256, sha256],
  ] as const)('%s, %s', (type, algorithm, curve, hash) => {
    const signer = Keys.fromSecret(type, secret, { algorithm })
    expect(signer.algorithm).toBe(algorithm)
    expect(signer.publicKey).toEqual({ type, bytes: curve.getPublicKey(secret) })
    expect(Keys.toUncompressed(signer.publicKey)).toEqual(curve.getPublicKey(secret, false))
    const signature = signer.sign(message)
    expect(signature).toEqual(curve.sign(hash(message), secret, prehashed))
    expect(Keys.verify({ publicKey: signer.publicKey, algorithm, message, signature })).toBe(true)
  })

  test('X25519', () => {
    const ours = Keys.fromSecret('X25519', secret)
    const theirs = new Uint8Array(32).fill(9)
    const other = { type: 'X25519', bytes: x25519.getPublicKey(theirs) } as const
    expect(ours.publicKey.bytes).toEqual(x25519.getPublicKey(secret))
    expect(ours.sharedSecret(other)).toEqual(x25519.getSharedSecret(secret, other.bytes))
    expect(Keys.sharedSecret(ours, other)).toEqual(ours.sharedSecret(other))
  })
})

describe('generate', () => {
  test.each(['Ed25519', 'secp256k1', 'P-256'] as const)('%s: fresh, and signs', (type) => {
    const [a, b] = [Keys.generate(type), Keys.generate(type)]
    expect(a.publicKey).not.toEqual(b.publicKey)
    const signature = Keys.sign(message, a)
    expect(Keys.verify({ publicKey: a.publicKey, message, signature })).toBe(true)
    expect(Keys.verify({ publicKey: b.publicKey, message, signature })).toBe(false)
  })

  test('X25519: both sides agree', () => {
    const [a, b] = [Keys.generate('X25519'), Keys.generate('X25519')]
    expect(a.sharedSecret(b.publicKey)).toEqual(b.sharedSecret(a.publicKey))
  })

  test.each([
    ['an algorithm of another parameter set', 'ML-DSA-65', { algorithm: 'ml-dsa-44' }],
    ['a type in another spelling', 'ed25519', {}],
    ['no type', undefined, {}],
    ['an algorithm of another curve', 'Ed25519', { algorithm: 'ecdsa-p256-sha256' }],
    ['an algorithm for agreement', 'X25519', { algorithm: 'ed25519' }],
    ['options that are none', 'Ed25519', null],
  ])('refuses %s', (_, type, options) => {
    expect(() => Keys.generate(type as 'Ed25519', options as {})).toThrowError(
      refusal('ERR_ARGUMENT'),
    )
  })
})

describe('fromSecret', () => {
  test.each([
    ['zero', 'secp256k1', new Uint8Array(32), 'ERR_KEY_SCALAR_RANGE'],
    ['zero', 'P-256', new Uint8Array(32), 'ERR_KEY_SCALAR_RANGE'],
    ['over the order', 'secp256k1', new Uint8Array(32).fill(255), 'ERR_KEY_SCALAR_RANGE'],
    ['31 bytes', 'Ed25519', new Uint8Array(31), 'ERR_BYTES_LENGTH'],
    ['seed and public key', 'Ed25519', new Uint8Array(64), 'ERR_BYTES_LENGTH'],
    ['text', 'Ed25519', '7'.repeat(32), 'ERR_ARGUMENT'],
    ['a number', 'Ed25519', 32, 'ERR_ARGUMENT'],
    ['null', 'Ed25519', null, 'ERR_ARGUMENT'],
  ] as const)('refuses %s (%s)', (_, type, value, code) => {
    expect(() => Keys.fromSecret(type, value as Uint8Array)).toThrowError(refusal(code))
  })

  test('takes a copy', () => {
    const mine = secret.slice()
    const signer = Keys.fromSecret('Ed25519', mine)
    mine.fill(0)
    expect(signer.sign(message)).toEqual(ed25519.sign(message, secret))
    expect(Keys.dangerouslyExportSecret(signer)).toEqual(secret)
  })
})

describe('publicKey', () => {
  const off = p256
    .getPublicKey(secret, false)
    .map((byte, index) => (index === 64 ? byte ^ 1 : byte))
  const hybrid = p256.getPublicKey(secret, false).map((byte, index) => (index === 0 ? 6 : byte))

  test.each([
    ['a short key', 'Ed25519', new Uint8Array(31), 'ERR_BYTES_LENGTH'],
    ['small order', 'Ed25519', new Uint8Array(32), 'ERR_KEY_SMALL_ORDER'],
    ['y over p', 'Ed25519', new Uint8Array(32).fill(255), 'ERR_KEY_NOT_CANONICAL'],
    ['small order', 'X25519', new Uint8Array(32), 'ERR_KEY_SMALL_ORDER'],
    ['off the curve', 'P-256', off, 'ERR_KEY_OFF_CURVE'],
    ['hybrid form', 'P-256', hybrid, 'ERR_KEY_POINT_FORM'],
    ['a string', 'P-256', 'key', 'ERR_ARGUMENT'],
    ['no bytes', 'P-256', undefined, 'ERR_ARGUMENT'],
    ['no type', undefined, new Uint8Array(32), 'ERR_ARGUMENT'],
  ])('refuses %s (%s)', (_, type, bytes, code) => {
    const key = { type, bytes } as Keys.PublicKey
    expect(() => Keys.publicKey(key)).toThrowError(refusal(code))
  })

  test('gives the canonical form of a point', () => {
    const key = Keys.publicKey({ type: 'P-256', bytes: p256.getPublicKey(secret, false) })
    expect(key.bytes).toEqual(p256.getPublicKey(secret))
  })
})

describe('verify', () => {
  const signer = Keys.fromSecret('P-256', secret)
  const signature = signer.sign(message)
  const claim = { publicKey: signer.publicKey, message, signature }

  test('a high S holds only by name', () => {
    const high = signature.slice()
    high.set(minus(p256.Point.Fn.ORDER, signature.subarray(32)), 32)
    expect(Keys.verify({ ...claim, signature: high })).toBe(false)
    expect(Keys.verify({ ...claim, signature: high, highS: 'refuse' })).toBe(false)
    expect(Keys.verify({ ...claim, signature: high, highS: 'accept' })).toBe(true)
  })

  test.each([
    ['another message', { message: new Uint8Array() }],
    ['a short signature', { signature: signature.subarray(1) }],
    ['no signature', { signature: new Uint8Array() }],
    ['a very long signature', { signature: new Uint8Array(70_000) }],
    ['a key of another type', { publicKey: Keys.generate('Ed25519').publicKey }],
    ['a key that signs nothing', { publicKey: Keys.generate('X25519').publicKey }],
    ['an algorithm of another curve', { algorithm: 'ecdsa-secp256k1-sha256' as const }],
    ['a refused key', { publicKey: { type: 'Ed25519' as const, bytes: new Uint8Array(32) } }],
    ['a very long key', { publicKey: { type: 'Ed25519' as const, bytes: new Uint8Array(70_000) } }],
  ])('is false for %s, alone and in a batch', (_, change) => {
    const changed = { ...claim, ...change }
    expect(Keys.verify(changed)).toBe(false)
    expect(Keys.verifyBatch([claim, changed, claim])).toEqual([true, false, true])
    const often = [claim, changed, claim, changed, changed, claim]
    expect(Keys.verifyBatch(often)).toEqual([true, false, true, false, false, true])
  })

  test.each([
    ['no claim', undefined],
    ['text for a message', { ...claim, message: 'message' }],
    ['text for a signature', { ...claim, signature: 'a'.repeat(64) }],
    ['a number for a signature', { ...claim, signature: 64 }],
    ['bytes for a key', { ...claim, publicKey: signer.publicKey.bytes }],
    ['an unknown algorithm', { ...claim, algorithm: 'ES256' }],
    ['an unknown policy', { ...claim, highS: true }],
  ])('refuses %s', (_, value) => {
    expect(() => Keys.verify(value as Keys.verify.Options)).toThrowError(refusal('ERR_ARGUMENT'))
    expect(() => Keys.verifyBatch([value as Keys.verify.Options])).toThrowError(
      refusal('ERR_ARGUMENT'),
    )
  })

  test('refuses a detached buffer', () => {
    const detached = signature.slice()
    structuredClone(detached.buffer, { transfer: [detached.buffer] })
    expect(() => Keys.verify({ ...claim, signature: detached })).toThrowError(
      refusal('ERR_ARGUMENT'),
    )
  })

  test.each(speccheck.cases)('Ed25519 is strict: $comment', (item) => {
    const publicKey = { type: 'Ed25519', bytes: unhex(item.pub_key) } as const
    const edge = { publicKey, message: unhex(item.message), signature: unhex(item.signature) }
    expect(Keys.verify(edge)).toBe(item.verdicts['dalek verify_strict'])
    const verdict = item.verdicts['dalek verify_strict']
    expect(Keys.verifyBatch([edge])).toEqual([verdict])
    // Often enough that the engine makes tables of the key.
    expect(Keys.verifyBatch([edge, edge, edge, edge])).toEqual(Array(4).fill(verdict))
  })
})

describe('verifyBatch', () => {
  test('takes keys of all types, and nothing', () => {
    const claims = (['Ed25519', 'secp256k1', 'P-256'] as const).map((type) => {
      const signer = Keys.generate(type)
      return { publicKey: signer.publicKey, message, signature: signer.sign(message) }
    })
    expect(Keys.verifyBatch(claims)).toEqual([true, true, true])
    expect(Keys.verifyBatch([])).toEqual([])
    expect(() => Keys.verifyBatch(undefined as never)).toThrowError(refusal('ERR_ARGUMENT'))
  })

  test('gives each claim its verdict where keys come often, and where there are many of them', () => {
    const signers = Array.from({ length: 70 }, () => Keys.generate('Ed25519'))
    const claims = [0, 1, 2, 3].flatMap((round) =>
      signers.map((signer, index) => {
        const message = Uint8Array.of(round, index)
        const signature = signer.sign(message)
        if ((index + round) % 5 === 0) signature[index % 64] = (signature[index % 64] as number) ^ 1
        return { publicKey: signer.publicKey, message, signature }
      }),
    )
    const alone = claims.map((claim) => Keys.verify(claim))
    expect(alone.filter((good) => !good)).toHaveLength(56)
    expect(Keys.verifyBatch(claims)).toEqual(alone)
  })

  test('has one rule for a high S, so a claim cannot ask for another and be passed over', () => {
    const signer = Keys.generate('P-256')
    const signature = signer.sign(message)
    const claim = { publicKey: signer.publicKey, message, signature, highS: 'refuse' }
    expect(() => Keys.verifyBatch([claim], { highS: 'accept' })).toThrowError(
      refusal('ERR_ARGUMENT'),
    )
  })
})

describe('recover', () => {
  test.each(['ecdsa-secp256k1-sha256', 'ecdsa-secp256k1-keccak256'] as const)('%s', (algorithm) => {
    const signer = Keys.generate('secp256k1', { algorithm })
    const signature = signer.signRecoverable(message)
    expect(signature.length).toBe(65)
    expect(signature.subarray(0, 64)).toEqual(signer.sign(message))
    expect(Keys.recover({ algorithm, message, signature })).toEqual(signer.publicKey)
  })

  test('refuses what is no recoverable signature', () => {
    const signer = Keys.generate('secp256k1')
    const algorithm = 'ecdsa-secp256k1-sha256'
    const signature = signer.signRecoverable(message)
    const ethereum = signature.map((byte, index) => (index === 64 ? byte + 27 : byte))
    const code = (value: Uint8Array) => () => Keys.recover({ algorithm, message, signature: value })
    expect(code(signature.subarray(0, 64))).toThrowError(refusal('ERR_BYTES_LENGTH'))
    expect(code(ethereum)).toThrowError(refusal('ERR_SIGNATURE_MALFORMED'))
    expect(code(new Uint8Array(65))).toThrowError(refusal('ERR_SIGNATURE_MALFORMED'))
    // No point of the curve has 5 for its x.
    const nowhere = Uint8Array.from({ length: 65 }, (_, index) => ({ 31: 5, 63: 1 })[index] ?? 0)
    expect(code(nowhere)).toThrowError(refusal('ERR_SIGNATURE_UNRECOVERABLE'))
    expect(() => Keys.generate('P-256').signRecoverable(message)).toThrowError(
      refusal('ERR_KEY_ALGORITHM'),
    )
  })
})

describe('DER', () => {
  test('both ways', () => {
    const signature = Keys.fromSecret('secp256k1', secret).sign(message)
    const der = Keys.signatureToDer(signature, 'secp256k1')
    expect(der).toEqual(secp256k1.Signature.fromBytes(signature).toBytes('der'))
    expect(Keys.signatureFromDer(der, 'secp256k1')).toEqual(signature)
  })

  test('is strict', () => {
    const trailing = unhex('300602010102010100')
    expect(() => Keys.signatureFromDer(trailing, 'P-256')).toThrowError(
      refusal('ERR_SIGNATURE_MALFORMED'),
    )
    expect(() => Keys.signatureFromDer(trailing, 'Ed25519')).toThrowError(
      refusal('ERR_KEY_ALGORITHM'),
    )
    expect(() => Keys.signatureToDer(new Uint8Array(64), 'P-256')).toThrowError(
      refusal('ERR_SIGNATURE_MALFORMED'),
    )
  })
})

/** `order - s`, 32 bytes. */
function minus(order: bigint, s: Uint8Array): Uint8Array {
  const value = s.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
  return unhex((order - value).toString(16).padStart(64, '0'))
}
