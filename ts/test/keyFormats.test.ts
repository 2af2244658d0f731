import { describe, expect, test } from 'vitest'
import thumbprints from '../../rust/vectors/jose/jwk_thumbprints_rfc7638_8037.json' with {
  type: 'json',
}
import set from '../../rust/vectors/jose/wycheproof_json_web_key_test.json' with { type: 'json' }
import openssl from '../../rust/vectors/keys/openssl_keys.json' with { type: 'json' }
import exported from '../../rust/vectors/sage/jwk_pem.json' with { type: 'json' }
import marshaled from '../../rust/vectors/sage/key_marshal.json' with { type: 'json' }
import { Encoding, Keys, Sage } from '../src/subpath/all.js'

const code = (code: string) => expect.objectContaining({ name: 'CountersignError', code })
const { decode: hex, encode: toHex } = Encoding.hex
const message = new Uint8Array([1, 2, 3])
const types = ['Ed25519', 'secp256k1', 'P-256', 'X25519'] as const

/** A case of the vectors as a bag of texts. */
type Case = Readonly<Record<string, unknown>> & { readonly ours?: { verdict: string } }
const cases = (file: { cases: unknown[] }, op: string) =>
  (file.cases as Case[]).filter((row) => row['op'] === op)
const accepted = (row: Case) => (row.ours ? row.ours.verdict === 'accept' : row['accept'] === true)

describe('what OpenSSL writes', () => {
  test.each(openssl.cases.map((row) => [row.type, row] as const))('%s', (type, row) => {
    const key = Keys.publicKeyFromPem(row.spki)
    expect(key.type).toBe(type)
    expect(Keys.toPem(key)).toBe(row.spki)
    expect(Keys.publicKeyFromJwk(row.jwkPublic)).toEqual(key)
    expect(Keys.toJwk(key)).toEqual(row.jwkPublic)
    expect(Keys.publicKeyFromDer(Keys.toDer(key))).toEqual(key)
    const secret =
      type === 'X25519' ? Keys.agreementFromPem(row.pkcs8) : Keys.signerFromPem(row.pkcs8)
    expect(secret.publicKey).toEqual(key)
    expect(Keys.dangerouslyExportPem(secret)).toBe(row.pkcs8)
    expect(Keys.dangerouslyExportJwk(secret)).toEqual(row.jwkPrivate)
    if (row.sec1 !== undefined)
      expect(Keys.dangerouslyExportPem(secret, { format: 'sec1' })).toBe(row.sec1)
    secret.close()
  })

  test('explicit curves and encrypted keys are refused', () => {
    for (const row of openssl.cases) {
      expect(() => Keys.signerFromPem(row.pkcs8Encrypted)).toThrowError(code('ERR_PEM_LABEL'))
      if (row.sec1Explicit !== undefined)
        expect(() => Keys.signerFromPem(row.sec1Explicit)).toThrowError(code('ERR_DER_MALFORMED'))
      if (row.spkiExplicit !== undefined)
        expect(() => Keys.publicKeyFromPem(row.spkiExplicit)).toThrowError(
          code('ERR_DER_ALGORITHM'),
        )
    }
  })
})

describe('JWK', () => {
  test.each(['Ed25519', 'secp256k1', 'P-256'] as const)('%s there and back', (type) => {
    using signer = Keys.generate(type)
    const jwk = Keys.dangerouslyExportJwk(signer)
    using again = Keys.signerFromJwk(JSON.stringify(jwk))
    const signature = again.sign(message)
    expect(Keys.verify({ publicKey: signer.publicKey, message, signature })).toBe(true)
    expect(Keys.toJwk(signer.publicKey)).not.toHaveProperty('d')
  })

  test('thumbprints of the RFCs', () => {
    for (const { jwk, thumbprint } of thumbprints) expect(Keys.jwkThumbprint(jwk)).toBe(thumbprint)
    const { jwk, thumbprint } = thumbprints[1] ?? { jwk: '', thumbprint: '' }
    expect(Keys.thumbprint(Keys.publicKeyFromJwk(jwk))).toBe(thumbprint)
  })

  test('secp256k1 keeps the hash that is named', () => {
    using signer = Keys.generate('secp256k1')
    const jwk = Keys.dangerouslyExportJwk(signer)
    const options = { algorithm: 'ecdsa-secp256k1-keccak256' } as const
    using again = Keys.signerFromJwk(jwk, options)
    expect(again.algorithm).toBe(options.algorithm)
  })

  const good = { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' }
  test.each([
    ['private', { ...good, d: good.x }, 'ERR_JWK_PRIVATE'],
    ['symmetric', { kty: 'oct', k: 'AA' }, 'ERR_JWK_PRIVATE'],
    ['another curve', { ...good, crv: 'Ed448' }, 'ERR_JWK_UNSUPPORTED'],
    ['no x', { ...good, x: undefined }, 'ERR_JWK_MEMBER'],
    ['short x', { ...good, x: 'AQ' }, 'ERR_BYTES_LENGTH'],
    ['padding', { ...good, x: `${good.x}=` }, 'ERR_ENCODING_MALFORMED'],
    ['alg', { ...good, alg: 'ES256' }, 'ERR_JWK_INCONSISTENT'],
    ['use', { ...good, use: 'enc' }, 'ERR_JWK_INCONSISTENT'],
    ['key_ops', { ...good, key_ops: ['deriveBits'] }, 'ERR_JWK_INCONSISTENT'],
    ['text, a member twice', '{"kty":"OKP","kty":"OKP"}', 'ERR_JSON_DUPLICATE'],
    ['text, an array', '[]', 'ERR_JSON_NOT_OBJECT'],
    ['a number', 5, 'ERR_ARGUMENT'],
    ['null', null, 'ERR_ARGUMENT'],
    ['NaN inside', { ...good, extra: Number.NaN }, 'ERR_ARGUMENT'],
  ])('refuses %s', (_, jwk, expected) => {
    expect(() => Keys.publicKeyFromJwk(jwk as Keys.JwkInput)).toThrowError(code(expected))
  })

  test('refuses a secret that is not of its public half, or of the wrong kind', () => {
    const [first, second] = [Keys.generate('Ed25519'), Keys.generate('Ed25519')]
    const mixed = { ...Keys.dangerouslyExportJwk(first), ...Keys.toJwk(second.publicKey) }
    expect(() => Keys.signerFromJwk(mixed)).toThrowError(code('ERR_KEY_PAIR_MISMATCH'))
    expect(() => Keys.signerFromJwk(good)).toThrowError(code('ERR_JWK_MEMBER'))
    const jwk = Keys.dangerouslyExportJwk(first)
    expect(() => Keys.agreementFromJwk(jwk)).toThrowError(code('ERR_KEY_ALGORITHM'))
    expect(() => Keys.signerFromJwk(jwk, { algorithm: 'ecdsa-p256-sha256' })).toThrowError(
      code('ERR_KEY_ALGORITHM'),
    )
    const agreement = Keys.dangerouslyExportJwk(Keys.generate('X25519'))
    expect(() => Keys.signerFromJwk(agreement)).toThrowError(code('ERR_KEY_ALGORITHM'))
  })

  test('sets: Wycheproof, and what is passed over', () => {
    for (const group of set.testGroups) {
      const keys = 'public' in group ? group.public : group.private
      if (keys?.keys[0]?.kty === 'RSA') expect(Keys.publicKeysFromJwks(keys)).toEqual([])
      else expect(() => Keys.publicKeysFromJwks(keys as Keys.JwkInput)).toThrowError()
    }
    const key = { ...good, kid: 'a', alg: 'EdDSA' }
    expect(Keys.publicKeysFromJwks({ keys: [key, { kty: 'RSA', e: 'AQAB', n: 'AQAB' }] })).toEqual([
      { key: Keys.publicKeyFromJwk(good), kid: 'a', alg: 'EdDSA' },
    ])
    expect(() => Keys.publicKeysFromJwks({ keys: [key, key] })).toThrowError(
      code('ERR_JWK_DUPLICATE_KID'),
    )
  })
})

describe('what WebCrypto exports', () => {
  const subtle = globalThis.crypto.subtle
  test.each([
    ['Ed25519', { name: 'Ed25519' }, ['sign', 'verify']],
    ['P-256', { name: 'ECDSA', namedCurve: 'P-256' }, ['sign', 'verify']],
    ['P-256', { name: 'ECDH', namedCurve: 'P-256' }, ['deriveBits']],
    ['X25519', { name: 'X25519' }, ['deriveBits']],
  ] as const)('%s, %j', async (type, algorithm, usages) => {
    const made = await subtle.generateKey(algorithm, true, usages as unknown as KeyUsage[])
    const pair = made as CryptoKeyPair
    const exported = (key: CryptoKey) => subtle.exportKey('jwk', key) as Promise<Keys.JwkInput>
    const key = Keys.publicKeyFromJwk(await exported(pair.publicKey))
    expect(key.type).toBe(type)
    const jwk = await exported(pair.privateKey)
    const secret = type === 'X25519' ? Keys.agreementFromJwk(jwk) : Keys.signerFromJwk(jwk)
    expect(secret.publicKey).toEqual(key)
    expect(Keys.toDer(key)).toEqual(new Uint8Array(await subtle.exportKey('spki', pair.publicKey)))
    const der = Keys.dangerouslyExportDer(secret) as Uint8Array<ArrayBuffer>
    const again = await subtle.importKey('pkcs8', der, algorithm, true, pair.privateKey.usages)
    expect(await exported(again)).toEqual(jwk)
  })
})

describe('Multikey', () => {
  test.each(types)('%s', (type) => {
    const { publicKey } = Keys.generate(type)
    expect(Keys.fromMultikey(Keys.toMultikey(publicKey))).toEqual(publicKey)
  })

  test.each([
    ['', 'ERR_MULTIBASE_UNKNOWN'],
    ['u7QE', 'ERR_MULTIBASE_UNKNOWN'],
    ['z0', 'ERR_ENCODING_MALFORMED'],
    ['z2NcD6', 'ERR_BYTES_LENGTH'],
    ['z2', 'ERR_MULTIKEY_CODEC'],
  ])('refuses %j', (text, expected) => {
    expect(() => Keys.fromMultikey(text)).toThrowError(code(expected))
  })
})

describe('Ethereum addresses', () => {
  const secret = hex('ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')
  const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

  test('of a key, and read', () => {
    expect(Keys.toEthereumAddress(Keys.fromSecret('secp256k1', secret).publicKey)).toBe(address)
    expect(Keys.parseEthereumAddress(address.toLowerCase())).toBe(address)
    expect(Keys.parseEthereumAddress(address)).toBe(address)
  })

  test('refused', () => {
    expect(() => Keys.toEthereumAddress(Keys.generate('P-256').publicKey)).toThrowError(
      code('ERR_KEY_TYPE_MISMATCH'),
    )
    expect(() => Keys.parseEthereumAddress(address.replace('f39F', 'F39F'))).toThrowError(
      code('ERR_ADDRESS_CHECKSUM'),
    )
    for (const text of ['', '0x', address.slice(2), `${address}0`])
      expect(() => Keys.parseEthereumAddress(text)).toThrowError(code('ERR_ADDRESS_MALFORMED'))
  })
})

describe('SAGE', () => {
  const typeOf: Record<string, (typeof types)[number]> = { Secp256k1: 'secp256k1', P256: 'P-256' }

  test('keys as it writes them', () => {
    for (const row of cases(marshaled, 'marshal')) {
      const type = typeOf[row['type'] as string] ?? (row['type'] as 'Ed25519')
      const { publicKey } = Keys.fromSecret(type, hex(row['private'] as string))
      const expected = row['marshaled'] ?? row['marshaled_from_ecdsa']
      expect(toHex(Sage.Keys.marshal(publicKey))).toBe(expected)
      expect(Sage.Keys.keyId(publicKey)).toBe(row['key_id'])
    }
  })

  test.each(cases(marshaled, 'unmarshal').map((row) => [row['name'], row] as const))(
    'unmarshal: %s',
    (_, row) => {
      const read = () =>
        Sage.Keys.unmarshal(hex(row['data'] as string), row['key_type'] as Sage.Keys.TypeName)
      if (accepted(row)) expect(read().type).toBe(row['key_type'])
      else expect(read).toThrowError()
    },
  )

  test.each(cases(exported, 'import').map((row) => [row['name'], row] as const))(
    'import: %s',
    (_, row) => {
      const jwk = row['jwk'] as string
      const read = () =>
        row['public_only']
          ? Sage.Keys.publicKeyFromJwk(jwk)
          : Sage.Keys.signerFromJwk(jwk).publicKey
      if (accepted(row)) expect(read().bytes.length).toBeGreaterThan(31)
      else expect(read).toThrowError()
    },
  )

  test.each(cases(exported, 'export').map((row) => [row['key'], row] as const))(
    'export: %s',
    (_, row) => {
      const text = (name: string) => row[name] as string
      const key = Sage.Keys.publicKeyFromJwk(text('jwk_public'))
      const secret =
        key.type === 'X25519'
          ? Sage.Keys.agreementFromJwk(text('jwk_private'))
          : Sage.Keys.signerFromJwk(text('jwk_private'))
      expect(secret.publicKey).toEqual(key)
      expect(toHex(Keys.dangerouslyExportSecret(secret))).toBe(text('private'))
      if (text('pem_public') === '') return
      expect(Sage.Keys.publicKeyFromPem(text('pem_public'))).toEqual(key)
      expect(Sage.Keys.signerFromPem(text('pem_private')).publicKey).toEqual(key)
    },
  )
})

test('every importer refuses values of other types', () => {
  const importers = [
    Keys.fromMultikey,
    Keys.publicKeyFromPem,
    Keys.signerFromPem,
    Keys.agreementFromPem,
    Keys.publicKeyFromDer,
    Keys.signerFromDer,
    Keys.parseEthereumAddress,
    Sage.Keys.publicKeyFromPem,
    Sage.Keys.signerFromPem,
  ] as ((value: unknown) => unknown)[]
  for (const read of importers)
    for (const value of [undefined, null, 5, [], {}, new ArrayBuffer(3), new Float64Array(2)])
      expect(() => read(value)).toThrowError(code('ERR_ARGUMENT'))
})
