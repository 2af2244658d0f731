/// <reference types="vite/client" />
import fc from 'fast-check'
import { describe, expect, expectTypeOf, test } from 'vitest'
import jwks from '../../rust/vectors/a2a-cards/a2a-card-sign-v01/testkey_jwks.json' with {
  type: 'json',
}
import example from '../../rust/vectors/a2a-cards/spec_8.4.1_worked_example.json' with {
  type: 'json',
}
import { Card, Encoding, Keys } from '../src/subpath/all.js'
import { weather as card } from './setup/card.js'

type Vector = {
  readonly id: string
  readonly accept_under: readonly Card.Reading[]
  readonly reject_under: readonly Card.Reading[]
  readonly canonical_utf8_hex: string
  readonly served_card: object
}

const signed: Record<string, Vector> = import.meta.glob(
  '../../rust/vectors/a2a-cards/a2a-card-sign-v01/s*/*.json',
  { eager: true, import: 'default' },
)
const published: Record<string, Record<string, object>> = import.meta.glob(
  ['../../rust/vectors/a2a-cards/real-world/*.json', '!**/SOURCES.json'],
  { eager: true, import: 'default' },
)

const testKey = { keys: [{ id: 'hs-interop-test-v1', key: fromJwk(jwks.keys[0]) }] }
const withCode = (code: string): Error => expect.objectContaining({ code }) as never

/** The vectors give some readings the name that they have as values of two questions. */
function readingOf(reading: string): Card.Reading {
  return reading.replace(/^(rule-1-(?=.*scope)|unknown-|dual-name-)/, '') as Card.Reading
}

/** The P-256 key of a JWK. */
function fromJwk(jwk: unknown): Keys.PublicKey {
  const { x, y } = jwk as { readonly x: string; readonly y: string }
  const point = [[4], Encoding.base64url.decode(x), Encoding.base64url.decode(y)]
  return Keys.publicKey({
    type: 'P-256',
    bytes: Uint8Array.from(point.flatMap((part) => [...part])),
  })
}

describe('signed cards of the vectors', () => {
  test.each(Object.values(signed))('$id is accepted under its readings only', (vector) => {
    const verify = (reading: string) =>
      Card.verify(JSON.stringify(vector.served_card), testKey, { reading: readingOf(reading) })
    for (const reading of vector.accept_under)
      expect(verify(reading as string).signer.trust).toBe('trusted')
    for (const reading of vector.reject_under)
      expect(() => verify(reading as string)).toThrowError()
  })

  test('the example of the specification', () => {
    expect(Card.canonicalize(example.input)).toBe(example.canonical)
  })
})

describe('cards as published', () => {
  test('are classified, and canonicalize to a fixed point', () => {
    expect(Object.keys(published)).toHaveLength(9)
    for (const file of Object.values(published)) {
      const text = JSON.stringify(file['signed_card'] ?? file)
      expect(Card.detect(text).version).toMatch(/^(1\.0|0\.\d|unknown)$/)
      const once = Card.canonicalize(text)
      expect(Card.canonicalize(once)).toBe(once)
    }
  })

  test('a signed one verifies with its key only', () => {
    const file = Object.values(published).find((file) => file['signed_card']) as Record<
      string,
      object
    >
    const text = JSON.stringify(file['signed_card'])
    const right = { key: fromJwk(file['resolved_jwk']) }
    expect(Card.verify(text, right).signer.type).toBe('P-256')
    expect(() => Card.verify(text, right, { reading: 'prune-empty' })).toThrowError(
      withCode('ERR_CARD_SIGNATURE'),
    )
    expect(() => Card.verify(text, { key: fromJwk(file['wrong_jwk']) })).toThrowError(
      withCode('ERR_CARD_SIGNATURE'),
    )
  })

  test('of 0.3 become cards of 1.0', () => {
    const old = Object.values(published).find(
      (card) => Card.detect(card).version === '0.2',
    ) as object
    const { card: upgraded, from, changes } = Card.upgrade(old)
    expect(from).toBe('0.2')
    expect(Card.validate(upgraded)).toMatchObject({ valid: true, version: '1.0', unknown: [] })
    expect(changes).toContainEqual({ path: '/capabilities/stateTransitionHistory', kind: 'lost' })
    expect(() => Card.upgrade(upgraded)).toThrowError(withCode('ERR_CARD_VERSION'))
  })
})

describe('a card', () => {
  test.each(['Ed25519', 'P-256', 'secp256k1'] as const)('signed with %s verifies', (type) => {
    const signer = Keys.generate(type)
    const text = JSON.stringify(Card.sign(card, signer, { kid: 'k1' }))
    const verified = Card.verify(text, { keys: [{ id: 'k1', key: signer.publicKey }] })
    expect(verified).toMatchObject({
      card,
      version: '1.0',
      form: 'a2a-1.0',
      signer: { id: 'k1', type, trust: 'trusted' },
      uncovered: [],
      problems: [],
      parsed: false,
    })
    expect(Card.verify(JSON.parse(text), { key: signer.publicKey }).parsed).toBe(true)
    expect(Card.verify(new TextEncoder().encode(text), { key: signer.publicKey }).parsed).toBe(
      false,
    )
    signer.close()
  })

  test('takes signatures of several keys, local and external', async () => {
    const [first, second] = [Keys.generate('Ed25519'), Keys.generate('P-256')]
    const once = Card.sign(card, first, { kid: 'a' })
    const { publicKey, algorithm } = second
    const external = { publicKey, algorithm, sign: async (bytes: Uint8Array) => second.sign(bytes) }
    const twice = await Card.sign(once, external, {
      kid: 'b',
      jku: 'https://weather.example/jwks.json',
    })
    const { signatures } = Card.verify(JSON.stringify(twice), {
      keys: [{ id: 'b', key: publicKey }],
    })
    expect(signatures).toMatchObject([
      {
        state: 'unchecked',
        code: 'ERR_JWS_KEY',
        data: { reason: 'unknown' },
        header: { alg: 'EdDSA', kid: 'a' },
      },
      { state: 'ok', header: { alg: 'ES256', kid: 'b', typ: 'JOSE' } },
    ])
    expectTypeOf(once).toEqualTypeOf<Card.AgentCard>()
    expectTypeOf(Card.sign(card, external, { kid: 'b' })).toEqualTypeOf<Promise<Card.AgentCard>>()
  })

  test('expires', () => {
    const signer = Keys.generate('Ed25519')
    const text = JSON.stringify(
      Card.sign(card, signer, { kid: 'k', issuedAt: new Date(1e6), expires: new Date(2e6) }),
    )
    const verifyAt = (now: number) =>
      Card.verify(text, { key: signer.publicKey }, { now: new Date(now) })
    expect(verifyAt(2_059_000).signer.trust).toBe('trusted')
    expect(() => verifyAt(2_060_000)).toThrowError(withCode('ERR_CARD_SIGNATURE'))
    expect(() => verifyAt(939_000)).toThrowError(withCode('ERR_CARD_SIGNATURE'))
  })

  test('whose readings differ is signed under a named one only', () => {
    const signer = Keys.generate('Ed25519')
    const odd = { ...card, metadata: { a: 1 } }
    expect(() => Card.sign(odd, signer, { kid: 'k' })).toThrowError(
      withCode('ERR_CARD_READINGS_DIFFER'),
    )
    const text = JSON.stringify(Card.sign(odd, signer, { kid: 'k', reading: 'a2a-sdk' }))
    const trust = { key: signer.publicKey }
    expect(() => Card.verify(text, trust)).toThrowError(withCode('ERR_CARD_SIGNATURE'))
    const verified = Card.verify(text, trust, { reading: 'a2a-sdk' })
    expect(verified.uncovered).toEqual(['/metadata'])
    expect(verified.card).not.toHaveProperty('metadata')
  })

  test('is never verified by the key that it carries, unless that is allowed', () => {
    const text = JSON.stringify(Card.sign(card, Keys.generate('Ed25519'), { kid: 'k' }))
    expect(() => Card.verify(text, { allowEmbeddedKey: true })).toThrowError(
      withCode('ERR_CARD_UNVERIFIABLE'),
    )
  })

  test('is validated with paths', () => {
    expect(Card.validate(card)).toMatchObject({ valid: true, version: '1.0', truncated: false })
    const { version: _, ...broken } = { ...card, iconUrl: 'icon.png' }
    expect(Card.validate(broken).problems).toEqual([
      { path: '/iconUrl', code: 'url' },
      { path: '/version', code: 'missing' },
    ])
  })
})

describe('bad input', () => {
  const signer = () => Keys.generate('Ed25519')
  test.each<[string, () => unknown, string]>([
    ['card is a number', () => Card.validate(5 as never), 'ERR_ARGUMENT'],
    ['card is null', () => Card.verify(null as never, { allowEmbeddedKey: true }), 'ERR_ARGUMENT'],
    ['card is an array', () => Card.detect('[]'), 'ERR_JSON_NOT_OBJECT'],
    ['duplicate member', () => Card.detect('{"a":1,"a":2}'), 'ERR_JSON_DUPLICATE'],
    ['options is a number', () => Card.canonicalize(card, 5 as never), 'ERR_ARGUMENT'],
    [
      'reading is no reading',
      () => Card.canonicalize(card, { reading: 'all' as never }),
      'ERR_CARD_READING',
    ],
    ['kid is missing', () => Card.sign(card, signer(), {} as never), 'ERR_ARGUMENT'],
    ['kid is empty', () => Card.sign(card, signer(), { kid: '' }), 'ERR_CARD_HEADER'],
    [
      'kid has a lone surrogate',
      () => Card.sign(card, signer(), { kid: '\ud800' }),
      'ERR_ARGUMENT',
    ],
    ['signer is an object', () => Card.sign(card, {} as never, { kid: 'k' }), 'ERR_ARGUMENT'],
    [
      'now is a number',
      () => Card.verify(card, { allowEmbeddedKey: true }, { now: 5 as never }),
      'ERR_ARGUMENT',
    ],
    ['no signature', () => Card.verify(card, { allowEmbeddedKey: true }), 'ERR_CARD_UNSIGNED'],
    [
      'expires is a number',
      () => Card.sign(card, signer(), { kid: 'k', expires: 5 as never }),
      'ERR_ARGUMENT',
    ],
  ])('%s', (_name, act, code) => {
    expect(act).toThrowError(withCode(code))
  })

  test.each(['agent.example', 'https://agent.example/path', 'https://user@agent.example', ''])(
    'origin %j is refused before anything is fetched',
    async (origin) => {
      await expect(Card.fetch(origin)).rejects.toMatchObject({ code: 'ERR_ARGUMENT' })
    },
  )

  test('any object canonicalizes to a fixed point', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue()), (value) => {
        const once = Card.canonicalize(value, { reading: 'served-as-is' })
        expect(Card.canonicalize(JSON.parse(once), { reading: 'served-as-is' })).toBe(once)
      }),
      { numRuns: 50 },
    )
  })
})

describe('a reading', () => {
  const empty = '{"a":""}'
  const covered = (reading: unknown) => Card.canonicalize(empty, { reading: reading as never })

  test('is a name or an object of answers, and nothing else', () => {
    const circular: Record<string, unknown> = {}
    circular['defaults'] = circular
    const boom = () => {
      throw new Error('code of the caller')
    }
    const signer = Keys.generate('Ed25519')
    for (const wrong of [
      5n,
      5,
      null,
      [],
      () => 'default',
      circular,
      { toJSON: boom },
      {
        get defaults() {
          return boom()
        },
      },
    ]) {
      const reading = wrong as never
      expect(() => covered(reading)).toThrowError(withCode('ERR_ARGUMENT'))
      expect(() => Card.sign(empty, signer, { kid: 'k', reading })).toThrowError(
        withCode('ERR_ARGUMENT'),
      )
      expect(() => Card.verify(empty, { key: signer.publicKey }, { reading })).toThrowError(
        withCode('ERR_ARGUMENT'),
      )
    }
    expect(() => covered({ default: 'prune-empty' })).toThrowError('did you mean "defaults"?')
    expect(() => covered({ defaults: 'all' })).toThrowError(withCode('ERR_CARD_READING'))
  })

  test('may be of a class, and is not of Object.prototype', () => {
    const plain = covered('served-as-is')
    const pruned = covered({ defaults: 'prune-empty' })
    expect(pruned).not.toBe(plain)
    expect(covered(Object.create({ defaults: 'prune-empty' }))).toBe(pruned)
    Object.assign(Object.prototype, { defaults: 'prune-empty' })
    try {
      expect(covered({})).toBe(plain)
    } finally {
      Reflect.deleteProperty(Object.prototype, 'defaults')
    }
  })
})

describe('a card as a server gives it', () => {
  const signer = Keys.generate('Ed25519')
  const served = Card.wellKnown(Card.sign(card, signer, { kid: 'a' }), { maxAge: 60 })
  const ask = (init: RequestInit = {}) =>
    served.respond(new Request(`https://weather.example${served.path}`, init))

  test('has its path, its type and a tag', async () => {
    expect(served.path).toBe('/.well-known/agent-card.json')
    const response = ask()
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toBe('application/json')
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=60')
    expect(Card.verify(await response.text(), { key: signer.publicKey }).card.name).toBe(card.name)
  })

  test('is not sent to a client that has it', async () => {
    const tag = ask().headers.get('ETag') ?? ''
    for (const list of [tag, `W/${tag}`, `"x", ${tag}`, '*']) {
      const response = ask({ headers: { 'If-None-Match': list } })
      expect([response.status, await response.text()]).toEqual([304, ''])
    }
    expect(ask({ headers: { 'If-None-Match': '"x"' } }).status).toBe(200)
    const other = Card.wellKnown({ ...card, name: 'Other' })
    expect(other.headers['ETag']).not.toBe(tag)
  })

  test('is only read', async () => {
    const head = ask({ method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    const post = ask({ method: 'POST' })
    expect([post.status, post.headers.get('Allow')]).toEqual([405, 'GET, HEAD'])
  })

  test.each([
    ['no JSON', '{', {}, 'ERR_JSON_MALFORMED'],
    ['a member twice', '{"a":1,"a":2}', {}, 'ERR_JSON_DUPLICATE'],
    ['no card', 7 as never, {}, 'ERR_ARGUMENT'],
    ['an unknown option', '{}', { age: 1 } as never, 'ERR_ARGUMENT'],
  ])('is refused: %s', (_, text, options, code) => {
    expect(() => Card.wellKnown(text, options)).toThrowError(withCode(code))
  })
})
