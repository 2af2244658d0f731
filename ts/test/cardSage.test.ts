import { describe, expect, expectTypeOf, test } from 'vitest'
import vectors from '../../rust/vectors/sage/a2a_card.json' with { type: 'json' }
import mergeVectors from '../../rust/vectors/sage/a2a_merge.json' with { type: 'json' }
import { Card, Encoding, Keys, Sage } from '../src/subpath/all.js'

type Vector = {
  readonly op: string
  readonly name: string
  readonly metadata: Sage.Metadata.V4
  readonly signing_key: string
  readonly canonical: string
  readonly wire: string
  readonly verify: boolean
  readonly accept: boolean
  readonly card: object
  readonly ours?: { readonly verdict: string }
}

const cases = vectors.cases as unknown as readonly Vector[]
const of = (op: string) => cases.filter((row) => row.op === op)
const signedCases = of('sign')
const [first, second] = signedCases as [Vector, Vector]
const withCode = (code: unknown): Error => expect.objectContaining({ code }) as never
const created = new Date('2025-10-19T13:00:00Z')
const sage = Sage.Card

function signerOf({ signing_key }: Vector): Keys.LocalSigner {
  const seeds: Record<string, string> = vectors.keys.ed25519_seeds
  const scalars: Record<string, string> = vectors.keys.secp256k1
  const seed = seeds[signing_key]
  return seed === undefined
    ? Keys.fromSecret('secp256k1', Encoding.hex.decode(scalars[signing_key] as string))
    : Keys.fromSecret('Ed25519', Encoding.hex.decode(seed))
}

describe('the vectors', () => {
  test.each(signedCases)('a card of $metadata_name is the same byte for byte', (vector) => {
    const card = sage.generate(vector.metadata)
    expect(sage.canonicalize(card)).toBe(vector.canonical)
    const signed = sage.sign(card, signerOf(vector), { created })
    expect(signed).toEqual(JSON.parse(vector.wire))
    const { signer, did, uncovered } = sage.verify(vector.wire, { metadata: vector.metadata })
    expect([signer.trust, did]).toEqual(['trusted', vector.metadata.did])
    expect(uncovered).toEqual([
      'proof.type',
      'proof.created',
      'proof.verificationMethod',
      'proof.proofPurpose',
    ])
    expect(sage.validateWithMetadata(vector.wire, vector.metadata).unknown).toEqual([])
  })

  test.each(of('verify').filter(({ ours }) => ours?.verdict !== 'either'))(
    'the verdict: $name',
    ({ wire, verify, ours }) => {
      const accepted = ours ? ours.verdict === 'accept' : verify
      const act = () => sage.verify(wire, { allowEmbeddedKey: true }).signer.trust
      if (accepted) expect(act()).toBe('self-asserted')
      else expect(act).toThrowError(withCode(expect.stringMatching(/^ERR_CARD_SAGE_/)))
    },
  )

  test.each(of('validate'))('the structure: $name', ({ card, accept }) => {
    if (accept) expect(sage.validate(card).parsed).toBe(true)
    else expect(() => sage.validate(card)).toThrowError(withCode('ERR_CARD_SAGE_MALFORMED'))
  })

  test('a merge needs both permissions where SAGE asks for none', () => {
    const [merged, again] = mergeVectors.cases as unknown as [
      { result: Sage.Metadata.V4 },
      { ours: { card: object } },
    ]
    const foreign = { ...sage.generate(merged.result), id: 'did:sage:ethereum:0xbad' }
    const merge = (options: Sage.Card.merge.Options) => sage.merge(foreign, first.metadata, options)
    expect(() => merge({ allowUnproven: true })).toThrowError(withCode('ERR_CARD_SAGE_ID'))
    expect(() => merge({ allowForeignId: true })).toThrowError(withCode('ERR_CARD_SAGE_PROOF'))
    expect(merge({ allowForeignId: true, allowUnproven: true })).toEqual({
      metadata: merged.result,
      proof: expect.objectContaining({ state: 'failed' }),
      lost: [],
      parsed: true,
    })
    expect(sage.generate(merged.result)).toEqual(again.ours.card)
  })
})

describe('a card', () => {
  const card = sage.generate(first.metadata)
  const signer = signerOf(first)
  const text = JSON.stringify(sage.sign(card, signer))

  test('is verified from the key that the caller trusts for its DID', () => {
    const { publicKey: key } = signer
    const verified = sage.verify(text, { keys: [{ key, controller: card.id }] })
    expect(verified).toMatchObject({
      did: card.id,
      signer: {
        publicKeyMultibase: Keys.toMultikey(key),
        type: 'Ed25519',
        controller: card.id,
        trust: 'trusted',
      },
      verificationMethod: `${card.id}#key-1`,
      unproven: ['expiry', 'audience', 'nonce'],
      parsed: false,
    })
    expect(sage.verify(JSON.parse(text), { key })).toMatchObject({
      parsed: true,
      signer: { trust: 'trusted' },
      unproven: ['did', 'expiry', 'audience', 'nonce'],
    })
    const untrusted = withCode('ERR_CARD_SAGE_UNTRUSTED')
    const stranger = Keys.generate('Ed25519').publicKey
    const expires = new Date(2e12)
    const verifyAt = (now: Date) => sage.verify(text, { keys: [{ key, expires }] }, { now })
    expect(verifyAt(new Date(1e12)).signer.trust).toBe('trusted')
    expect(() => verifyAt(expires)).toThrowError(untrusted)
    for (const trust of [
      { key: stranger },
      { keys: [] },
      { keys: [{ key, controller: 'did:web:other.example' }] },
      { keys: [{ key, revoked: true }] },
      { metadata: { ...first.metadata, keys: [Sage.Metadata.agentKey(key)] } },
      { metadata: { ...first.metadata, did: 'did:web:other.example' } },
    ])
      expect(() => sage.verify(text, trust)).toThrowError(untrusted)
  })

  test('of another DID by its own key is nothing but self-asserted', () => {
    const mallory = Keys.generate('Ed25519')
    const keys = [{ ...Sage.Metadata.agentKey(mallory.publicKey), verified: true }]
    const forged = sage.sign(sage.generate({ ...first.metadata, keys }), mallory)
    expect(sage.verify(forged, { allowEmbeddedKey: true }).signer.trust).toBe('self-asserted')
    expect(() => sage.verify(forged, { metadata: first.metadata })).toThrowError(
      withCode('ERR_CARD_SAGE_UNTRUSTED'),
    )
  })

  test('is signed by an external signer too', async () => {
    const { publicKey, algorithm } = signer
    const external = { publicKey, algorithm, sign: async (bytes: Uint8Array) => signer.sign(bytes) }
    expect(await sage.sign(card, external, { created })).toEqual(
      sage.sign(card, signer, { created }),
    )
    expectTypeOf(sage.sign(card, external)).toEqualTypeOf<Promise<Sage.Card.SageCard>>()
    expectTypeOf(sage.sign(card, signer)).toEqualTypeOf<Sage.Card.SageCard>()
  })

  test('that says more than the format covers says so, and loses it', () => {
    const more = text.replace('{', '{"skills":[],')
    const verified = sage.verify(more, { key: signer.publicKey })
    expect(verified.uncovered[0]).toBe('skills')
    expect(verified.card).not.toHaveProperty('skills')
    expect(sage.validate(more).unknown).toEqual(['skills'])
    expect(() => sage.sign(more, signer)).toThrowError(withCode('ERR_CARD_SAGE_UNCOVERED'))
  })

  test('is merged if a verified key of the metadata signed it', () => {
    const renamed = sage.sign({ ...card, name: 'Renamed' }, signer)
    const { metadata, proof } = sage.merge(JSON.stringify(renamed), first.metadata)
    expect(proof).toEqual({ state: 'ok' })
    expect(metadata).toMatchObject({ name: 'Renamed', keys: first.metadata.keys })
    expect(sage.generate(metadata).name).toBe('Renamed')
    expect(() =>
      sage.validateWithMetadata(renamed, { ...metadata, is_active: false }),
    ).toThrowError(withCode('ERR_CARD_SAGE_METADATA'))
  })

  test('becomes a card of A2A and comes back, with a report', () => {
    const {
      card: a2a,
      lost,
      missing,
    } = sage.toA2A(sage.generate(second.metadata), {
      version: '1.0.0',
    })
    expect(Card.detect(a2a).version).toBe('1.0')
    expect(a2a.supportedInterfaces).toContainEqual({
      url: 'https://g.example.com:443',
      protocolBinding: 'GRPC',
      protocolVersion: '1.0',
    })
    expect(lost).toEqual(expect.arrayContaining(['id', 'publicKey']))
    expect(missing).toEqual([])
    const back = sage.fromA2A(a2a, second.metadata)
    expect(back.card.id).toBe(second.metadata.did)
    expect(back.lost).toContain('skills[0].tags')
  })
})

describe('bad input', () => {
  const card = sage.generate(first.metadata)
  const signer = signerOf(first)
  test.each<[string, () => unknown, string]>([
    ['card is a number', () => sage.validate(5 as never), 'ERR_ARGUMENT'],
    ['card is null', () => sage.canonicalize(null as never), 'ERR_ARGUMENT'],
    ['card is a list', () => sage.validate('[]'), 'ERR_JSON_NOT_OBJECT'],
    [
      'a member twice',
      () => sage.verify('{"id":"a","id":"b"}', { keys: [] }),
      'ERR_JSON_DUPLICATE',
    ],
    ['no proof', () => sage.verify(card, { allowEmbeddedKey: true }), 'ERR_CARD_SAGE_PROOF'],
    ['trust is null', () => sage.verify(card, null as never), 'ERR_ARGUMENT'],
    ['trust is empty', () => sage.verify(card, {} as never), 'ERR_ARGUMENT'],
    ['metadata is a number', () => sage.verify(card, { metadata: 5 as never }), 'ERR_ARGUMENT'],
    ['now is a number', () => sage.verify(card, { keys: [] }, { now: 5 as never }), 'ERR_ARGUMENT'],
    ['no keys', () => sage.generate({ ...first.metadata, keys: [] }), 'ERR_CARD_SAGE_MALFORMED'],
    ['signer is an object', () => sage.sign(card, {} as never), 'ERR_ARGUMENT'],
    [
      'signer is a stranger',
      () => sage.sign(card, Keys.generate('Ed25519')),
      'ERR_CARD_SAGE_SIGNER',
    ],
    ['created is text', () => sage.sign(card, signer, { created: 'now' as never }), 'ERR_ARGUMENT'],
    [
      'a year that RFC 3339 lacks',
      () => sage.sign(card, signer, { created: new Date(8.64e15) }),
      'ERR_CARD_SAGE_MALFORMED',
    ],
    [
      'allowUnproven is text',
      () => sage.merge(card, first.metadata, { allowUnproven: 'no' as never }),
      'ERR_ARGUMENT',
    ],
    ['version is missing', () => sage.toA2A(card, {} as never), 'ERR_ARGUMENT'],
    ['options are missing', () => sage.toA2A(card, undefined as never), 'ERR_ARGUMENT'],
    ['A2A card is empty', () => sage.fromA2A({}, first.metadata), 'ERR_CARD_SAGE_MALFORMED'],
    [
      'a key that is none',
      () => {
        const key = { ...card.publicKey?.[0], publicKeyBase58: '0' }
        return sage.validate({ ...card, publicKey: [key] })
      },
      'ERR_CARD_SAGE_KEY',
    ],
  ])('%s', (_name, act, code) => {
    expect(act).toThrowError(withCode(code))
  })
})
