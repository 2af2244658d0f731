import { describe, expect, expectTypeOf, test } from 'vitest'
import vectors from '../../rust/vectors/sage/metadata.json' with { type: 'json' }
import { Encoding, Keys, requireFacts, Sage } from '../src/subpath/all.js'

type Vector = {
  readonly op: string
  readonly name: string
  readonly v1: Sage.Metadata.V1
  readonly v4: Sage.Metadata.V4
  readonly ours?: {
    readonly verdict: string
    readonly lost?: readonly string[]
    readonly v1?: object
    readonly v4?: object
  }
}

const cases = vectors.cases as unknown as readonly Vector[]
const withCode = (code: string): Error => expect.objectContaining({ code }) as never
const full = cases.find(({ name }) => name === 'ecdsa+x25519')?.v4 as Sage.Metadata.V4

describe('the vectors', () => {
  test.each(cases.filter(({ op }) => op === 'v1_to_v4'))('V1 to V4: $name', ({ v1, v4, ours }) => {
    if (ours?.verdict === 'reject') {
      expect(() => Sage.Metadata.toV4(v1)).toThrowError()
      return
    }
    const { metadata, lost } = Sage.Metadata.toV4(JSON.stringify(v1))
    expect(metadata).toEqual(ours?.v4 ?? v4)
    expect(metadata.keys?.some(({ verified }) => verified)).toBe(false)
    expect(lost).toEqual([])
  })

  test.each(cases.filter(({ op }) => op === 'v4_to_v1'))('V4 to V1: $name', ({ v1, v4, ours }) => {
    expect(Sage.Metadata.parseV4(v4).metadata).toEqual(v4)
    if (ours?.lost)
      expect(() => Sage.Metadata.toV1(v4)).toThrowError(withCode('ERR_METADATA_LOSSY'))
    const { metadata, lost } = Sage.Metadata.toV1(v4, { allowLoss: true })
    expect(metadata).toEqual(ours?.v1 ?? v1)
    expect(lost.map(({ path }) => path)).toEqual(ours?.lost ?? [])
  })

  test('are of both directions', () => expect(cases).toHaveLength(9))
})

describe('metadata', () => {
  const createdAt = new Date('2026-01-02T03:04:05.678Z')
  const types = ['secp256k1', 'Ed25519', 'X25519'] as const
  const keys = types.map((type) => Keys.generate(type).publicKey)
  const v4: Sage.Metadata.V4 = {
    ...full,
    keys: keys.map((key) => Sage.Metadata.agentKey(key, { createdAt })),
    public_kem_key: null,
  }

  test('holds the keys that it was given, unverified', () => {
    expect(Sage.Metadata.parseV4(v4)).toEqual({ metadata: v4, keys, unknown: [], parsed: true })
    expect(v4.keys).toMatchObject(
      [0, 1, 2].map((type) => ({
        type,
        verified: false,
        signature: null,
        created_at: '2026-01-02T03:04:05Z',
      })),
    )
    expectTypeOf(Sage.Metadata.parseV4(v4).keys).toEqualTypeOf<readonly Keys.PublicKey[]>()
  })

  test('carries proofs that Pop makes and verifies', () => {
    const signers = [Keys.generate('secp256k1'), Keys.generate('Ed25519')]
    const proven = signers.map((signer) => {
      const key = Sage.Metadata.agentKey(signer.publicKey, { createdAt })
      const type = key.type === 0 ? 'ECDSA' : 'Ed25519'
      const data = Encoding.base64.decode(key.key_data)
      const proof = Sage.Pop.prove({ type, data }, signer, { did: v4.did })
      return { ...key, signature: Encoding.base64.encode(proof) }
    })
    const { metadata } = Sage.Metadata.parseV4(JSON.stringify({ ...v4, keys: proven }))
    requireFacts(Sage.Pop.verifyAll(metadata))
    expect(metadata.keys?.map(({ verified }) => verified)).toEqual([false, false])
  })

  test('names its signing key in V1 only if told, or if that key is verified', () => {
    const path = (index: number) => ({ path: `keys[${index}]`, reason: 'not verified' })
    const none = Sage.Metadata.toV1(v4, { allowLoss: true })
    expect(none.metadata.public_key).toBeNull()
    expect(none.lost).toEqual([path(0), path(1), path(2)])
    const named = Sage.Metadata.toV1(v4, { allowLoss: true, primary: 1 })
    expect(named.metadata.public_key_type).toBe('Ed25519')
    expect(named.lost).toContainEqual(path(0))
    expect(Sage.Metadata.parseV1(JSON.stringify(named.metadata))).toMatchObject({
      keys: [keys[1]],
      parsed: false,
    })
    for (const primary of [2, 3])
      expect(() => Sage.Metadata.toV1(v4, { primary })).toThrowError(
        withCode('ERR_METADATA_PRIMARY'),
      )
  })

  test('reports members that are not of the format, and does not keep them', () => {
    const text = JSON.stringify({ ...v4, extra: 1 })
    const read = Sage.Metadata.parseV4(text)
    expect(read.unknown).toEqual(['extra'])
    expect(read.metadata).not.toHaveProperty('extra')
    const v1 = { ...cases[1]?.v1, extra: 1 }
    expect(() => Sage.Metadata.toV4(v1)).toThrowError(withCode('ERR_METADATA_LOSSY'))
    expect(Sage.Metadata.toV4(v1, { allowLoss: true }).lost).toEqual([
      { path: 'extra', reason: 'not a member of the format' },
    ])
  })

  test('says what a conversion had to infer', () => {
    expect(Sage.Metadata.toV4(cases[1]?.v1 as object).inferred).toEqual([
      { path: 'public_key_type', value: 'ECDSA' },
    ])
  })
})

describe('bad input', () => {
  const key = full.keys?.[0] as Sage.Metadata.AgentKey
  const keyed = (change: object) => () =>
    Sage.Metadata.parseV4({ ...full, keys: [{ ...key, ...change }] })
  test.each<[string, () => unknown, string]>([
    ['a number', () => Sage.Metadata.parseV4(5 as never), 'ERR_ARGUMENT'],
    ['null', () => Sage.Metadata.parseV1(null as never), 'ERR_ARGUMENT'],
    ['a member twice', () => Sage.Metadata.parseV1('{"did":"a","did":"b"}'), 'ERR_JSON_DUPLICATE'],
    ['a list', () => Sage.Metadata.parseV4('[]'), 'ERR_JSON_NOT_OBJECT'],
    ['no UTF-8', () => Sage.Metadata.parseV4(new Uint8Array([0xff])), 'ERR_JSON_UTF8'],
    ['options is a number', () => Sage.Metadata.toV4(full, 5 as never), 'ERR_ARGUMENT'],
    [
      'allowLoss is text',
      () => Sage.Metadata.toV1(full, { allowLoss: 'no' as never }),
      'ERR_ARGUMENT',
    ],
    ['primary is below zero', () => Sage.Metadata.toV1(full, { primary: -1 }), 'ERR_ARGUMENT'],
    ['primary is text', () => Sage.Metadata.toV1(full, { primary: '0' as never }), 'ERR_ARGUMENT'],
    [
      'a key twice',
      () => Sage.Metadata.parseV4({ ...full, keys: [key, key] }),
      'ERR_METADATA_MALFORMED',
    ],
    ['verified is a number', keyed({ verified: 1 }), 'ERR_METADATA_MALFORMED'],
    ['a type of key without a number', keyed({ type: 3 }), 'ERR_KEY_TYPE_UNKNOWN'],
    ['a key that is short', keyed({ type: 1, key_data: 'AAAA' }), 'ERR_BYTES_LENGTH'],
    ['no base64', keyed({ key_data: 'A-_A' }), 'ERR_METADATA_MALFORMED'],
    [
      'a time of no calendar',
      keyed({ created_at: '2025-02-30T00:00:00Z' }),
      'ERR_METADATA_MALFORMED',
    ],
    ['agentKey of text', () => Sage.Metadata.agentKey('z6Mk' as never), 'ERR_ARGUMENT'],
    [
      'agentKey of P-256',
      () => Sage.Metadata.agentKey(Keys.generate('P-256').publicKey),
      'ERR_KEY_UNSUPPORTED',
    ],
    [
      'createdAt is text',
      () =>
        Sage.Metadata.agentKey(Keys.generate('Ed25519').publicKey, {
          createdAt: '2026-01-01' as never,
        }),
      'ERR_ARGUMENT',
    ],
  ])('%s', (_name, act, code) => {
    expect(act).toThrowError(withCode(code))
  })
})
