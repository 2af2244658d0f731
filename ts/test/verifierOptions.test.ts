import { afterEach, describe, expect, test } from 'vitest'
import { Card, DataIntegrity, Did, Jws, Keys, Receipt, requireFacts } from '../src/subpath/all.js'
import { ledger as card } from './setup/card.js'

const code = (code: string, message: RegExp = /./) =>
  expect.objectContaining({
    name: 'CountersignError',
    code,
    message: expect.stringMatching(message),
  })
const refused = expect.objectContaining({ name: 'CountersignError' })

const seed = (fill: number) => new Uint8Array(32).fill(fill)
const signer = Keys.fromSecret('Ed25519', seed(1))
const stranger = Keys.fromSecret('Ed25519', seed(2))
const actor = 'did:web:agent.example'
const keyId = `${actor}#key-1`
const now = new Date(1_760_000_000_000)
const named = (key: Keys.PublicKey) => [{ id: keyId, key }]
const own = { keys: named(signer.publicKey) }
const other = { keys: named(stranger.publicKey) }
const payload = new TextEncoder().encode('payload')

const jws = Jws.sign(payload, signer, { header: { kid: keyId } })
const selfSigned = DataIntegrity.sign({ claim: 1 }, signer, {
  verificationMethod: `${Did.fromKey(signer.publicKey)}#${Keys.toMultikey(signer.publicKey)}`,
  created: now,
})
const secured = DataIntegrity.sign({ claim: 1 }, signer, {
  verificationMethod: keyId,
  created: now,
})
const receipt = Receipt.issue({ action: 'tool.call', content: 1 }, signer, { actor, keyId, now })
const selfReceipt = Receipt.issue({ action: 'tool.call', content: 1 }, signer, { now })

/** Every verifier of the three, over a trust input. */
const verifiers: Record<string, (trust: object, options?: object) => unknown> = {
  'Jws.verify': (trust, options) => Jws.verify(jws, trust as never, { now, ...options }),
  'DataIntegrity.verify': (trust, options) =>
    DataIntegrity.verify(JSON.stringify(secured), trust as never, { now, ...options }),
  'Receipt.verify': (trust, options) =>
    Receipt.verify(JSON.stringify(receipt), trust as never, { now, ...options }),
  'Receipt.verifyChain': (trust, options) =>
    requireFacts(Receipt.verifyChain([receipt], trust as never, { now, ...options }), {
      unchecked: ['completeness', 'identities'],
    }),
  'Receipt.fromJws': (trust, options) =>
    Receipt.fromJws(Receipt.toJws(receipt, signer, { keyId }), trust as never, { now, ...options }),
}
const each = Object.entries(verifiers)

/** What a careless merge of JSON leaves behind. */
const pollute = (fields: Record<string, unknown>) => Object.assign(Object.prototype, fields)
const before = Object.keys(Object.prototype)
afterEach(() => {
  for (const name of Object.keys(Object.prototype))
    if (!before.includes(name)) delete (Object.prototype as Record<string, unknown>)[name]
})

describe('a polluted prototype changes no verdict', () => {
  const document = {
    id: actor,
    verificationMethod: [
      {
        id: '#key-1',
        type: 'Multikey',
        controller: actor,
        publicKeyMultibase: Keys.toMultikey(signer.publicKey),
      },
    ],
    assertionMethod: ['#key-1'],
  }

  test.each(
    each.flatMap(([name, verify]) =>
      [{ document }, own, { key: signer.publicKey }, { allowEmbeddedKey: true }].map(
        (fields) => [name, Object.keys(fields)[0], verify, fields] as const,
      ),
    ),
  )('%s: %s of the trust input', (_name, _member, verify, fields) => {
    pollute(fields)
    expect(() => verify(other)).toThrow(refused)
    expect(() => verify({})).toThrow(refused)
    expect(() => verify(own)).not.toThrow()
  })

  test.each([
    [
      'jwks',
      { jwks: { kty: 'OKP', crv: 'Ed25519', x: 'iojj3XQJ8ZX9UtstPLpdcspnCb8dlBIb83SIAbQPb1w' } },
    ],
    ['trust', { trust: own }],
    ['payload', { payload }],
    ['algorithms', { algorithms: [] }],
    ['purpose', { purpose: 'keyAgreement' }],
    ['typ', { typ: 'JWT' }],
    ['now', { now: new Date(0) }],
    ['maxChecks', { maxChecks: 0 }],
  ])('Jws.verify: %s', (_, fields) => {
    pollute(fields)
    expect(() => Jws.verify(jws, other)).toThrow(code('ERR_JWS_SIGNATURE'))
    expect(Jws.verify(jws, own).payload).toEqual(payload)
    expect(() => Jws.verify(jws, {} as never)).toThrow(code('ERR_ARGUMENT'))
  })

  test.each([
    ['header', { header: { kid: 'polluted' } }],
    ['unprotected', { unprotected: { kid: 'polluted' } }],
    ['form', { form: 'general' }],
    ['detached', { detached: true }],
  ])('Jws.sign: %s', (_, fields) => {
    const plain = Jws.sign(payload, signer)
    pollute(fields)
    expect(Jws.sign(payload, signer)).toBe(plain)
  })

  test.each([
    ['purpose', { purpose: 'authentication' }],
    ['skew', { skew: 0 }],
    ['domain', { domain: 'a.example' }],
    ['challenge', { challenge: 'c' }],
    ['all', { all: true }],
    ['maxChecks', { maxChecks: 0 }],
  ])('DataIntegrity.verify: %s', (_, fields) => {
    pollute(fields)
    const verify = (trust: object) =>
      DataIntegrity.verify(JSON.stringify(secured), trust as never, { now })
    expect(verify(own).proofs).toMatchObject([{ state: 'ok' }])
    expect(() => verify(other)).toThrow(code('ERR_DATA_INTEGRITY_SIGNATURE'))
  })

  test('an object that carries its key is not taken for it', () => {
    pollute({ allowEmbeddedKey: true })
    expect(() => DataIntegrity.verify(selfSigned, { keys: [] }, { now })).toThrow(
      code('ERR_DATA_INTEGRITY_KEY'),
    )
    expect(() => Receipt.verify(selfReceipt, { keys: [] }, { now })).toThrow(
      code('ERR_RECEIPT_KEY'),
    )
  })

  test.each([
    ['id', { id: `sha256:${'0'.repeat(64)}` }],
    ['content', { content: 2 }],
    ['witnesses', { witnesses: 3 }],
    ['skew', { skew: 86_400 }],
    ['maxChecks', { maxChecks: 0 }],
  ])('Receipt.verify: %s', (_, fields) => {
    pollute(fields)
    expect(Receipt.verify(receipt, own, { now }).signer.trust).toBe('trusted')
    expect(() => Receipt.verify(receipt, other, { now })).toThrow(code('ERR_RECEIPT_SIGNATURE'))
    const late = new Date(now.getTime() - 120_000)
    expect(() => Receipt.verify(receipt, own, { now: late })).toThrow(code('ERR_RECEIPT_NOT_YET'))
  })

  test('Receipt.verifyBatch: a verdict', () => {
    pollute({ code: 'ERR_JSON_MALFORMED', why: 'polluted', state: 'failed' })
    const [good, bad] = Receipt.verifyBatch([receipt, '{}'], own, { now })
    expect(good).toMatchObject({ state: 'ok', signer: { trust: 'trusted' } })
    expect(bad).toMatchObject({ state: 'failed', code: 'ERR_RECEIPT_VERSION' })
  })

  test('Receipt.requireChain: what may be unchecked', () => {
    const facts = Receipt.verifyChain([receipt], own, { now })
    pollute({ unchecked: ['completeness'] })
    expect(() => requireFacts(facts)).toThrow(code('ERR_FACT_UNCHECKED', /completeness/))
  })

  test('Receipt.issue: who acts, and what', () => {
    pollute({ actor, keyId, final: true, grant: 'g', nextKeyId: keyId })
    const fresh = Receipt.issue({ action: 'tool.call', content: 1 }, signer, { now })
    expect(JSON.stringify(fresh)).toBe(JSON.stringify(selfReceipt))
  })
})

describe('a JWK Set as trust', () => {
  const set = (key: Keys.PublicKey, kid = keyId) => ({ keys: [{ ...Keys.toJwk(key), kid }] })

  test.each(each)('%s takes it, as text and as an object', (_, verify) => {
    const jwks = set(signer.publicKey)
    expect(() => verify({ jwks })).not.toThrow()
    expect(() => verify({ jwks: JSON.stringify(jwks) })).not.toThrow()
    expect(() => verify({ ...other, jwks })).not.toThrow()
  })

  test.each(each)('%s refuses what is not by a key of the set', (_, verify) => {
    expect(() => verify({ jwks: set(stranger.publicKey) })).toThrow(refused)
    expect(() => verify({ jwks: set(signer.publicKey, 'did:web:other.example#key-1') })).toThrow(
      refused,
    )
  })

  test.each<[string, unknown, string]>([
    ['text that is not JSON', '{', 'ERR_JSON_MALFORMED'],
    ['a key that is private', { ...set(signer.publicKey).keys[0], d: 'AA' }, 'ERR_JWK_PRIVATE'],
    [
      'two keys of one kid',
      { keys: [...set(signer.publicKey).keys, ...set(stranger.publicKey).keys] },
      'ERR_JWK_DUPLICATE_KID',
    ],
    ['a shared secret', { kty: 'oct', k: 'AAAA' }, 'ERR_JWK_PRIVATE'],
    [
      'a key under a DID that is another',
      set(signer.publicKey, `${Did.fromKey(stranger.publicKey)}#key`),
      'ERR_TRUST_MALFORMED',
    ],
    ['nothing that JSON has', 1n, 'ERR_ARGUMENT'],
  ])('%s is refused', (_, jwks, want) => {
    for (const [, verify] of each) expect(() => verify({ jwks })).toThrow(code(want))
  })
})

describe('options of verifiers', () => {
  test.each(each)('%s refuses a misspelt one by its name', (_, verify) => {
    expect(() => verify(own, { maxCheks: 9 })).toThrow(
      code('ERR_ARGUMENT', /no option "maxCheks"; did you mean "maxChecks"/),
    )
    expect(() => verify({ ...own, documnt: {} })).toThrow(
      code('ERR_ARGUMENT', /did you mean "document"/),
    )
  })

  test('a misspelt requirement is not dropped', () => {
    const options = { now, witneses: 2 }
    expect(() => Receipt.verify(receipt, own, options as never)).toThrow(
      code('ERR_ARGUMENT', /did you mean "witnesses"/),
    )
    expect(() => Receipt.countersign(receipt, stranger, own, options as never)).toThrow(
      code('ERR_ARGUMENT', /did you mean "witnesses"/),
    )
    expect(() => Receipt.verifyBatch([receipt], own, { id: 'x' } as never)).toThrow(
      code('ERR_ARGUMENT', /no option "id"/),
    )
    expect(() => Receipt.query([receipt], { actr: actor } as never)).toThrow(
      code('ERR_ARGUMENT', /did you mean "actor"/),
    )
    expect(() => Receipt.issue({ action: 'a', content: 1, fnal: true } as never, signer)).toThrow(
      code('ERR_ARGUMENT', /did you mean "final"/),
    )
  })

  test('what a class inherits counts', () => {
    class Base {
      now = now
    }
    class Strict extends Base {
      get witnesses() {
        return 2
      }
    }
    expect(() => Receipt.verify(receipt, own, new Strict())).toThrow(code('ERR_RECEIPT_WITNESSES'))
    const inherited = Object.create({ now, typ: 'JWT' })
    expect(() => Jws.verify(jws, own, inherited)).toThrow(code('ERR_JWS_TYP'))
    const domain = Object.create({ now, domain: 'a.example' })
    expect(() => DataIntegrity.verify(secured, own, domain)).toThrow(
      code('ERR_DATA_INTEGRITY_DOMAIN'),
    )
  })

  test('each member is read once', () => {
    let reads = 0
    const bare = {
      get now() {
        reads += 1
        return now
      },
    }
    Receipt.verify(receipt, own, bare)
    Jws.verify(jws, own, bare)
    DataIntegrity.verify(secured, own, bare)
    Receipt.verifyChain([receipt], own, bare)
    expect(reads).toBe(4)
  })
})

describe('checks that a stranger chooses', () => {
  const keys = Array.from({ length: 20 }, (_, index) => ({
    key: Keys.fromSecret('Ed25519', seed(100 + index)).publicKey,
  }))
  const crowd = { keys: [...keys, { key: signer.publicKey }] }

  test.each(each)('%s tries 16 keys, or as many as are allowed', (_, verify) => {
    expect(() => verify(crowd)).toThrow(code('ERR_TRUST_CHECKS'))
    expect(() => verify(crowd, { maxChecks: 20 })).toThrow(code('ERR_TRUST_CHECKS'))
    expect(() => verify(crowd, { maxChecks: 21 })).not.toThrow()
    expect(() => verify(own, { maxChecks: 1 })).not.toThrow()
    for (const maxChecks of [0, 4097, -1, 1.5, '16'])
      expect(() => verify(own, { maxChecks })).toThrow(code('ERR_ARGUMENT'))
  })

  test('a card', () => {
    const text = JSON.stringify(Card.sign(card, signer, { kid: 'k' }))
    expect(() => Card.verify(text, crowd)).toThrow(code('ERR_TRUST_CHECKS'))
    expect(Card.verify(text, crowd, { maxChecks: 21 }).signer.trust).toBe('trusted')
  })
})

describe('either S, where a standard has no rule for it', () => {
  const orders = {
    'P-256': 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n,
    secp256k1: 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n,
  }
  const base64url = (bytes: Uint8Array) =>
    btoa(String.fromCharCode(...bytes))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '')
  const bytes = (text: string) =>
    Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0))
  /** r and n - s of r and s. */
  const flip = (type: keyof typeof orders, signature: Uint8Array) => {
    const hex = (part: Uint8Array) =>
      [...part].map((byte) => byte.toString(16).padStart(2, '0')).join('')
    const s = (orders[type] - BigInt(`0x${hex(signature.slice(32))}`))
      .toString(16)
      .padStart(64, '0')
    const flipped = s.match(/../g)?.map((pair) => Number.parseInt(pair, 16)) ?? []
    return Uint8Array.from([...signature.slice(0, 32), ...flipped])
  }

  test.each(['P-256', 'secp256k1'] as const)('%s', (type) => {
    const key = Keys.fromSecret(type, seed(5))
    const trust = { key: key.publicKey }
    const low = Jws.sign(payload, key)
    const [header, body, signature = ''] = low.split('.')
    const high = `${header}.${body}.${base64url(flip(type, bytes(signature)))}`
    expect(Jws.verify(low, trust).signatures[0]).not.toHaveProperty('highS')
    expect(Jws.verify(high, trust).signatures[0]).toMatchObject({ highS: true })

    const other = { keys: [...named(signer.publicKey), { id: 'archive', key: key.publicKey }] }
    const dsse = Receipt.toDsse(receipt, key, { keyId: 'archive' })
    const sig = (from: string) => btoa(String.fromCharCode(...flip(type, bytes(from))))
    const flipped = {
      ...dsse,
      signatures: dsse.signatures.map((signature) => ({ ...signature, sig: sig(signature.sig) })),
    }
    const opened = Receipt.fromDsse(flipped, other, { now })
    expect(opened.envelope.highS).toBe(true)
    expect(opened.id).toBe(Receipt.fromDsse(dsse, other, { now }).id)
    expect(Receipt.fromDsse(dsse, other, { now }).envelope).not.toHaveProperty('highS')

    // Our own formats, and a bare signature, have one form.
    const issued = Receipt.issue({ action: 'a', content: 1 }, key, { now })
    const again = { ...issued, signature: base64url(flip(type, bytes(issued.signature))) }
    expect(() => Receipt.verify(again, trust, { now })).toThrow(code('ERR_RECEIPT_SIGNATURE'))
    const claim = { publicKey: key.publicKey, message: payload, algorithm: key.algorithm }
    const bare = flip(type, key.sign(payload))
    expect(Keys.verify({ ...claim, signature: bare })).toBe(false)
    expect(Keys.verify({ ...claim, signature: bare, highS: 'accept' })).toBe(true)
  })
})
