import { describe, expect, test } from 'vitest'
import ed25519 from '../../rust/vectors/jose/cookbook/curve25519/jws.json' with { type: 'json' }
import hmac from '../../rust/vectors/jose/cookbook/jws/4_4.hmac-sha2_integrity_protection.json' with {
  type: 'json',
}
import detachedContent from '../../rust/vectors/jose/cookbook/jws/4_5.signature_with_detached_content.json' with {
  type: 'json',
}
import contentOnly from '../../rust/vectors/jose/cookbook/jws/4_7.protecting_content_only.json' with {
  type: 'json',
}
import b64False from '../../rust/vectors/jose/cookbook/rfc7797/4.2.hmac-sha2_b64_false.json' with {
  type: 'json',
}
import dpop from '../../rust/vectors/jose/dpop_rfc9449_examples.json' with { type: 'json' }
import { JwsHmac } from '../src/hazmat.js'
import { Jws, Keys } from '../src/subpath/all.js'

const code = (run: () => unknown, want: string) =>
  expect(run).toThrowError(expect.objectContaining({ code: want, name: 'CountersignError' }))

const utf8 = (text: string) => new TextEncoder().encode(text)
const payload = utf8('{"a":1}')

/** Base64url by the host, so that the tests do not ask the engine about itself. */
const bytes = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0))

describe('the cookbook', () => {
  test('signs and verifies as RFC 8037 does', () => {
    const signer = Keys.fromSecret('Ed25519', bytes(ed25519.input.key.d))
    const content = utf8(ed25519.input.payload)
    expect(Jws.sign(content, signer)).toBe(ed25519.output.compact)
    expect(JSON.parse(Jws.sign(content, signer, { form: 'general' }))).toEqual(ed25519.output.json)
    expect(JSON.parse(Jws.sign(content, signer, { form: 'flattened' }))).toEqual(
      ed25519.output.json_flat,
    )
    for (const jws of Object.values(ed25519.output)) {
      const verified = Jws.verify(jws, { key: signer.publicKey })
      expect(verified.payload).toEqual(content)
      expect(verified.parsed).toBe(typeof jws === 'object')
    }
  })

  test.each([
    ['4.4', hmac],
    ['4.5', detachedContent],
    ['4.7', contentOnly],
  ])('HMAC, RFC 7520 %s', (_, { input, output, signing }) => {
    const content = utf8(input.payload)
    const detached = !('payload' in output.json)
    const header = 'protected' in signing ? signing.protected : {}
    const unprotected = 'unprotected' in signing ? signing.unprotected : {}
    const options = { algorithm: 'HS256', header, unprotected, detached } as const
    const secret = bytes(input.key.k)
    expect(JSON.parse(JwsHmac.sign(content, secret, { ...options, form: 'general' }))).toEqual(
      output.json,
    )
    for (const jws of Object.values(output)) {
      const options = detached ? { payload: content } : {}
      expect(JwsHmac.verify(jws, { jwks: input.key }, options)).toEqual(content)
    }
  })

  test('the RFC 7797 file forgot crit, so it is refused', () =>
    code(() => JwsHmac.verify(b64False.output.json, { jwks: b64False.input.key }), 'ERR_JWS_CRIT'))

  test.each(dpop)('DPoP holds as self-asserted only', ({ dpop, claims }) => {
    const verified = Jws.verify(dpop, { allowEmbeddedKey: true }, { typ: 'dpop+jwt' })
    expect(JSON.parse(new TextDecoder().decode(verified.payload))).toEqual(claims)
    expect(verified.signatures[0]).toMatchObject({
      state: 'ok',
      signer: { trust: 'self-asserted' },
    })
    code(() => Jws.verify(dpop, { keys: [] }), 'ERR_JWS_KEY')
    code(() => Jws.verify(dpop, { allowEmbeddedKey: true }, { typ: 'JWT' }), 'ERR_JWS_TYP')
  })
})

describe.each(['Ed25519', 'P-256', 'secp256k1'] as const)('%s', (type) => {
  const signer = Keys.generate(type)
  const trust = { key: signer.publicKey }

  test.each(Jws.forms)('%s', (form) => {
    const jws = Jws.sign(payload, signer, { form, header: { kid: 'a' } })
    const { signatures, payload: got, parsed } = Jws.verify(jws, trust)
    expect(got).toEqual(payload)
    expect(parsed).toBe(false)
    expect(signatures).toMatchObject([
      { state: 'ok', signer: { trust: 'trusted' }, header: { kid: 'a' } },
    ])
  })

  test('detached and unencoded', () => {
    const header = { b64: false, crit: ['b64'] }
    const jws = Jws.sign(payload, signer, { detached: true, header })
    expect(Jws.verify(jws, trust, { payload }).payload).toEqual(payload)
    code(() => Jws.verify(jws, trust, { payload: utf8('{"a":2}') }), 'ERR_JWS_SIGNATURE')
    code(() => Jws.verify(Jws.sign(payload, signer), trust, { payload }), 'ERR_JWS_PAYLOAD')
  })

  test('another key', () => {
    const other = Keys.generate(type)
    code(() => Jws.verify(Jws.sign(payload, other), trust), 'ERR_JWS_SIGNATURE')
  })
})

test('an external signer', async () => {
  const local = Keys.generate('P-256')
  const signer = {
    publicKey: local.publicKey,
    algorithm: local.algorithm,
    sign: async (message: Uint8Array) => local.sign(message),
  }
  const jws = await Jws.sign(payload, signer)
  expect(Jws.verify(jws, { key: local.publicKey }).payload).toEqual(payload)
})

test('a JWK Set', () => {
  const [{ dpop: jws, header }] = dpop as [(typeof dpop)[0]]
  const jwks = { keys: [{ ...header.jwk, kid: 'a' }] }
  expect(Jws.verify(jws, { jwks }).signatures[0]).toMatchObject({
    signer: { trust: 'trusted', id: 'a' },
  })
  expect(Jws.verify(jws, { jwks: JSON.stringify(header.jwk) }).signatures.length).toBe(1)
  code(
    () => Jws.verify(jws, { jwks: { keys: [...jwks.keys, ...jwks.keys] } }),
    'ERR_JWK_DUPLICATE_KID',
  )
  code(() => Jws.verify(jws, { jwks: { ...header.jwk, use: 'enc' } }), 'ERR_JWS_KEY')
})

describe('refuses', () => {
  const signer = Keys.generate('Ed25519')
  const trust = { key: signer.publicKey }
  const good = Jws.sign(payload, signer)
  const [header, body, signature] = good.split('.') as [string, string, string]

  test.each([
    ['two segments', `${header}.${body}`, 'ERR_JWS_MALFORMED'],
    ['padding', `${good}==`, 'ERR_ENCODING_MALFORMED'],
    ['alg none', `${btoa('{"alg":"none"}').replaceAll('=', '')}.${body}.`, 'ERR_JWS_ALGORITHM'],
    [
      'HMAC',
      `${btoa('{"alg":"HS256"}').replaceAll('=', '')}.${body}.${signature}`,
      'ERR_JWS_ALGORITHM',
    ],
    ['a member twice', `{"payload":"","payload":"","signature":""}`, 'ERR_JSON_DUPLICATE'],
    [
      'alg in both headers',
      { payload: body, protected: header, header: { alg: 'EdDSA' }, signature },
      'ERR_JWS_HEADER',
    ],
    ['a number', 5, 'ERR_ARGUMENT'],
    ['null', null, 'ERR_ARGUMENT'],
  ])('%s', (_, jws, want) => code(() => Jws.verify(jws as string, trust), want))

  test.each([
    ['a payload that is text', () => Jws.sign('text' as never, signer)],
    ['no trust', () => Jws.verify(good, {} as never)],
    ['an unknown algorithm', () => Jws.verify(good, trust, { algorithms: ['none' as never] })],
    ['an unknown form', () => Jws.sign(payload, signer, { form: 'yaml' as never })],
    ['an unknown purpose', () => Jws.verify(good, trust, { purpose: 'fun' as never })],
    ['a header that is a list', () => Jws.sign(payload, signer, { header: [] as never })],
  ])('%s', (_, run) => code(run, 'ERR_ARGUMENT'))

  test('an algorithm that the policy leaves out', () =>
    code(() => Jws.verify(good, trust, { algorithms: ['ES256'] }), 'ERR_JWS_ALGORITHM'))

  test('another algorithm than the signer has', () =>
    code(() => Jws.sign(payload, signer, { header: { alg: 'ES256' } }), 'ERR_JWS_ALGORITHM'))
})

describe('values of the wrong type', () => {
  const signer = Keys.generate('Ed25519')
  const trust = { key: signer.publicKey }

  test.each([
    ['algorithms', null],
    ['algorithms', 'EdDSA'],
    ['algorithms', ''],
    ['purpose', null],
    ['purpose', ''],
    ['typ', null],
    ['now', null],
  ])('%s %j is refused, and not taken for the default', (name, value) => {
    const jws = Jws.sign(payload, signer)
    code(() => Jws.verify(jws, trust, { [name]: value }), 'ERR_ARGUMENT')
  })

  test('what only looks like a local signer is none', () => {
    const forged = Object.create(Object.getPrototypeOf(signer) as object) as typeof signer
    code(() => Keys.sign(payload, forged), 'ERR_ARGUMENT')
    code(() => Jws.sign(payload, forged), 'ERR_ARGUMENT')
  })

  test('a local signer signs by itself, whatever was put on it', () => {
    const own = Keys.generate('Ed25519')
    Object.defineProperty(own, 'sign', { value: () => new Uint8Array(64) })
    const jws = Jws.sign(payload, own)
    expect(Jws.verify(jws, { key: own.publicKey }).payload).toEqual(payload)
  })
})
