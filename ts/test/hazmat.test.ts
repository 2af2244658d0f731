import { describe, expect, test } from 'vitest'
import aesGcmVectors from '../../rust/vectors/aes-gcm/wycheproof_aes_gcm_test.json' with {
  type: 'json',
}
import chachaVectors from '../../rust/vectors/chacha20poly1305/wycheproof_chacha20_poly1305_test.json' with {
  type: 'json',
}
import xchachaVectors from '../../rust/vectors/chacha20poly1305/wycheproof_xchacha20_poly1305_test.json' with {
  type: 'json',
}
import hkdfVectors from '../../rust/vectors/hkdf/wycheproof_hkdf_sha256_test.json' with {
  type: 'json',
}
import hmacVectors from '../../rust/vectors/hmac/wycheproof_hmac_sha256_test.json' with {
  type: 'json',
}
import { Aead, Ecdh, Ecdsa, Hkdf, Hmac } from '../src/hazmat.js'
import { Encoding, Keys } from '../src/subpath/all.js'

const code = (code: string) => expect.objectContaining({ name: 'CountersignError', code })
const { decode: hex, encode: toHex } = Encoding.hex

describe('Hkdf', () => {
  test('Wycheproof', () => {
    for (const test of hkdfVectors.testGroups.flatMap((group) => group.tests)) {
      const parts = { secret: hex(test.ikm), salt: hex(test.salt), info: hex(test.info) }
      const derive = () => Hkdf.derive({ ...parts, length: test.size })
      if (test.result === 'invalid') expect(derive).toThrowError(code('ERR_LIMIT_EXCEEDED'))
      else expect(toHex(derive())).toBe(test.okm)
    }
  })

  test('is extract, then expand', () => {
    const [secret, info] = [new Uint8Array(5), new Uint8Array(3)]
    const key = Hkdf.extract({ secret })
    expect(Hkdf.expand({ key, info, length: 64 })).toEqual(
      Hkdf.derive({ secret, info, length: 64 }),
    )
    expect(() => Hkdf.expand({ key: key.slice(1), length: 1 })).toThrowError(
      code('ERR_BYTES_LENGTH'),
    )
  })

  test.each([
    [{}],
    [{ secret: 'x', length: 1 }],
    [{ secret: new Uint8Array(1), length: -1 }],
    [null],
  ])('refuses %j', (options) => {
    expect(() => Hkdf.derive(options as Hkdf.derive.Options)).toThrowError(code('ERR_ARGUMENT'))
  })
})

describe('Hmac', () => {
  test('Wycheproof', () => {
    for (const group of hmacVectors.testGroups)
      for (const test of group.tests) {
        const [key, message, tag] = [hex(test.key), hex(test.msg), hex(test.tag)]
        const valid = test.result === 'valid' && group.tagSize === 256
        expect(Hmac.verify({ key, message, tag })).toBe(valid)
        if (valid) expect(Hmac.tag({ key, message })).toEqual(tag)
      }
  })

  test('refuses other types', () => {
    const bytes = new Uint8Array(32)
    for (const tag of [undefined, 'x', 5])
      expect(() => Hmac.verify({ key: bytes, message: bytes, tag: tag as never })).toThrowError(
        code('ERR_ARGUMENT'),
      )
  })
})

describe('Ecdh', () => {
  const secret = new Uint8Array(32).fill(7)

  test.each(['P-256', 'secp256k1'] as const)('%s is mutual', (type) => {
    const other = new Uint8Array(32).fill(9)
    const publicOf = (bytes: Uint8Array) => Keys.fromSecret(type, bytes).publicKey
    const shared = Ecdh.agree({ type, secret, publicKey: publicOf(other) })
    expect(shared).toHaveLength(32)
    expect(Ecdh.agree({ type, secret: other, publicKey: publicOf(secret) })).toEqual(shared)
  })

  test('refuses what does not fit', () => {
    const { publicKey } = Keys.fromSecret('P-256', secret)
    const agree = (type: Ecdh.AgreementType, bytes: Uint8Array) => () =>
      Ecdh.agree({ type, secret: bytes, publicKey })
    expect(agree('X25519', secret)).toThrowError(code('ERR_KEY_TYPE_MISMATCH'))
    expect(agree('P-256', new Uint8Array(32))).toThrowError(code('ERR_KEY_SCALAR_RANGE'))
    expect(agree('P-256', new Uint8Array(31))).toThrowError(code('ERR_BYTES_LENGTH'))
    expect(agree('Ed25519' as 'P-256', secret)).toThrowError(code('ERR_ARGUMENT'))
  })
})

describe('Ecdsa', () => {
  const type = 'secp256k1'
  const secret = hex('0000000000000000000000000000000000000000000000000000000000000001')
  const digest = hex('06ef2b193b83b3d701f765f1db34672ab84897e1252343cc2197829af3a30456')
  const signature = hex(
    '33a69cd2065432a30f3d1ce4eb0d59b8ab58c74f27c41a7fdb5696ad4e6108c9' +
      '6f807982866f785d3f6418d24163ddae117b7db4d5fdf0071de069fa54342262',
  )
  const { publicKey } = Keys.fromSecret(type, secret)

  test('signs a digest as RFC 6979 says', () => {
    expect(Ecdsa.signDigest({ type, secret, digest })).toEqual(signature)
    expect(Ecdsa.verifyDigest({ publicKey, digest, signature })).toBe(true)
    expect(Ecdsa.verifyDigest({ publicKey, digest: secret, signature })).toBe(false)
    expect(Ecdsa.verifyDigest({ publicKey, digest, signature: signature.slice(1) })).toBe(false)
  })

  test('is the signature over the message', () => {
    const signer = Keys.fromSecret('P-256', secret)
    const message = new TextEncoder().encode('abc')
    const sha256 = hex('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
    const made = Ecdsa.signDigest({ type: 'P-256', secret, digest: sha256 })
    expect(made).toEqual(signer.sign(message))
  })

  test.each([
    ['ERR_BYTES_LENGTH', () => Ecdsa.signDigest({ type, secret, digest: digest.slice(1) })],
    ['ERR_BYTES_LENGTH', () => Ecdsa.signDigest({ type, secret: secret.slice(1), digest })],
    ['ERR_KEY_SCALAR_RANGE', () => Ecdsa.signDigest({ type, secret: new Uint8Array(32), digest })],
    ['ERR_ARGUMENT', () => Ecdsa.signDigest({ type: 'Ed25519' as typeof type, secret, digest })],
    ['ERR_BYTES_LENGTH', () => Ecdsa.verifyDigest({ publicKey, digest: signature, signature })],
    ['ERR_ARGUMENT', () => Ecdsa.verifyDigest({ publicKey, digest, signature: '' as never })],
  ])('%s', (expected, use) => {
    expect(use).toThrowError(code(expected))
  })
})

describe('Aead', () => {
  const lengths = {
    'chacha20-poly1305': { key: 32, nonce: 12 },
    'xchacha20-poly1305': { key: 32, nonce: 24 },
    'aes-128-gcm': { key: 16, nonce: 12 },
    'aes-256-gcm': { key: 32, nonce: 12 },
  } as const
  const parts = (algorithm: Aead.Algorithm) => ({
    algorithm,
    key: new Uint8Array(lengths[algorithm].key).fill(1),
    nonce: new Uint8Array(lengths[algorithm].nonce).fill(2),
  })

  test.each([
    ['chacha20-poly1305', chachaVectors, 96],
    ['xchacha20-poly1305', xchachaVectors, 192],
    ['aes-128-gcm', aesGcmVectors, 96],
    ['aes-256-gcm', aesGcmVectors, 96],
  ] as const)('%s, Wycheproof', (algorithm, file, ivSize) => {
    const bits = lengths[algorithm].key * 8
    for (const group of file.testGroups.filter(({ keySize }) => keySize === bits))
      for (const row of group.tests) {
        const [key, nonce, associatedData] = [hex(row.key), hex(row.iv), hex(row.aad)]
        const [plaintext, sealed] = [hex(row.msg), hex(row.ct + row.tag)]
        const open = () => Aead.open({ algorithm, key, nonce, associatedData, sealed })
        if (group.ivSize !== ivSize) expect(open).toThrowError(code('ERR_AEAD_NONCE'))
        else if (row.result === 'invalid') expect(open).toThrowError(code('ERR_AEAD_OPEN'))
        else {
          expect(open()).toEqual(plaintext)
          expect(Aead.seal({ algorithm, key, nonce, associatedData, plaintext })).toEqual(sealed)
        }
      }
  })

  test.each(Aead.algorithms)('%s refuses what does not fit', (algorithm) => {
    const good = parts(algorithm)
    const plaintext = new Uint8Array(5)
    const sealed = Aead.seal({ ...good, plaintext })
    expect(sealed).toHaveLength(plaintext.length + Aead.tagLength)
    expect(Aead.open({ ...good, sealed })).toEqual(plaintext)
    const rows: [string, Partial<Aead.open.Options>][] = [
      ['ERR_AEAD_KEY', { key: good.key.slice(1) }],
      ['ERR_AEAD_NONCE', { nonce: good.nonce.slice(1) }],
      ['ERR_AEAD_OPEN', { sealed: sealed.slice(1) }],
      ['ERR_AEAD_OPEN', { sealed: new Uint8Array() }],
      ['ERR_AEAD_OPEN', { associatedData: new Uint8Array(1) }],
      ['ERR_ARGUMENT', { algorithm: 'aes-192-gcm' as 'aes-128-gcm' }],
      ['ERR_ARGUMENT', { sealed: 'text' as never }],
      ['ERR_ARGUMENT', { associatedData: null as never }],
    ]
    for (const [expected, change] of rows)
      expect(() => Aead.open({ ...good, sealed, ...change })).toThrowError(code(expected))
  })
})
