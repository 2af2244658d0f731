import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import goEd25519 from '../../rust/vectors/ring/ring-ed25519.json' with { type: 'json' }
import goHostile from '../../rust/vectors/ring/ring-hostile.json' with { type: 'json' }
import goSecp256k1 from '../../rust/vectors/ring/ring-secp256k1.json' with { type: 'json' }
import golden from '../../rust/vectors/ring/v1.json' with { type: 'json' }
import { Keys, Ring, RingGo } from '../src/subpath/all.js'
import { refusal, unhex } from './setup/help.js'
import { closes } from './setup/ring.js'

const types = ['Ed25519', 'secp256k1'] as const
const message = utf8ToBytes('the tide is high')
const seed = (number: number) => new Uint8Array(32).fill(number)

function agents(type: (typeof types)[number], count = 4) {
  const signers = Array.from({ length: count }, (_, index) =>
    Keys.fromSecret(type, seed(index + 1)),
  )
  return { signers, ring: signers.map(({ publicKey }) => publicKey) }
}

describe.each(types)('a ring on %s', (type) => {
  test('one of it signed, in whatever order it is given', () => {
    const { signers, ring } = agents(type)
    for (const signer of signers) {
      const signature = Ring.sign(message, signer, ring, { scope: 'poll' })
      const shuffled = [...ring].reverse()
      const { keyImage } = Ring.verify({ message, signature }, shuffled, { scope: 'poll' })
      expect(keyImage).toEqual(Ring.readKeyImage(signature))
      expect(keyImage).toEqual(Ring.deriveKeyImage(signer, { scope: utf8ToBytes('poll') }))
    }
  })

  test('two signatures of one key link in a scope, and not across', () => {
    const { signers, ring } = agents(type)
    const [first, second] = signers as [(typeof signers)[0], (typeof signers)[0]]
    const sign = (signer: typeof first, scope: string) =>
      Ring.sign(message, signer, ring, { scope })
    expect(Ring.link(sign(first, 'a'), sign(first, 'a'))).toBe(true)
    expect(Ring.link(sign(first, 'a'), sign(second, 'a'))).toBe(false)
    expect(Ring.link(sign(first, 'a'), sign(first, 'b'))).toBe(false)
  })

  test('a prepared ring judges many', () => {
    const { signers, ring } = agents(type)
    using opened = Ring.prepare(ring, { scope: 'poll' })
    const claims = signers.map((signer) => ({ message, signature: opened.sign(message, signer) }))
    const bad = { message: seed(1), signature: claims[0]?.signature as Uint8Array }
    const empty = { message, signature: new Uint8Array() }
    expect(opened.verifyBatch([...claims, bad, empty])).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
    ])
    expect(opened.verifyBatch([])).toEqual([])
    opened.close()
    expect(() => opened.verify({ message, signature: seed(1) })).toThrowError(
      refusal('ERR_HANDLE_CLOSED'),
    )
  })

  test('what is no ring is refused', () => {
    const { signers, ring } = agents(type)
    const [signer] = signers as [(typeof signers)[0]]
    const outsider = Keys.fromSecret(type, seed(99))
    const other = Keys.fromSecret(type === 'Ed25519' ? 'secp256k1' : 'Ed25519', seed(1)).publicKey
    const sign = (members: typeof ring, by = signer) => Ring.sign(message, by, members)
    expect(() => sign([])).toThrowError(refusal('ERR_RING_SIZE'))
    expect(() => sign(ring.slice(0, 1))).toThrowError(refusal('ERR_RING_SIZE'))
    expect(() => sign(Array.from({ length: 1025 }, () => signer.publicKey))).toThrowError(
      refusal('ERR_RING_SIZE'),
    )
    expect(() => sign([...ring, signer.publicKey])).toThrowError(refusal('ERR_RING_DUPLICATE'))
    expect(() => sign([...ring, other])).toThrowError(refusal('ERR_KEY_TYPE_MISMATCH'))
    expect(() => sign(ring, outsider)).toThrowError(refusal('ERR_RING_NOT_MEMBER'))
    expect(() => Ring.prepare(ring, { scope: new Uint8Array(1025) })).toThrowError(
      refusal('ERR_LIMIT_EXCEEDED'),
    )
    const external = { ...signer, publicKey: signer.publicKey } as typeof signer
    expect(() => sign(ring, external)).toThrowError(refusal('ERR_ARGUMENT'))
  })

  test('what is no signature is refused', () => {
    const { signers, ring } = agents(type)
    const [signer] = signers as [(typeof signers)[0]]
    const signature = Ring.sign(message, signer, ring)
    const verify = (bytes: Uint8Array, text = message) =>
      Ring.verify({ message: text, signature: bytes }, ring)
    expect(() => verify(signature, seed(1))).toThrowError(refusal('ERR_RING_SIGNATURE'))
    expect(() => verify(signature.slice(0, -1))).toThrowError(refusal('ERR_RING_MALFORMED'))
    expect(() => verify(concatBytes(signature, seed(0)))).toThrowError(
      refusal('ERR_RING_MALFORMED'),
    )
    expect(() => Ring.verify({ message, signature }, ring.slice(1))).toThrowError(
      refusal('ERR_RING_SIZE'),
    )
  })
})

test('P-256 and X25519 have no rings', () => {
  const ring = [1, 2].map((number) => Keys.fromSecret('P-256', seed(number)).publicKey)
  expect(() => Ring.prepare(ring)).toThrowError(refusal('ERR_KEY_ALGORITHM'))
})

test.each(golden.cases)('another implementation agrees on $keyType', (row) => {
  const type = row.keyType as 'Ed25519' | 'secp256k1'
  const ring = row.ring.map((hex) => ({ type, bytes: unhex(hex) }))
  const options = { scope: unhex(row.scope) }
  const [message, signature] = [unhex(row.message), unhex(row.signature)]
  expect(Ring.verify({ message, signature }, ring, options).keyImage).toEqual(unhex(row.image))
  expect(closes(row, signature)).toBe(true)
  const fresh = Ring.sign(message, Keys.fromSecret(type, unhex(row.secret)), ring, options)
  expect(closes(row, fresh)).toBe(true)
  expect(Ring.readKeyImage(fresh)).toEqual(unhex(row.image))
})

describe('profile ring-go', () => {
  const cases = [...goEd25519.cases, ...goSecp256k1.cases]
  const typeOf = (curve: string): RingGo.RingKeyType =>
    curve === 'ed25519' ? 'Ed25519' : 'secp256k1'

  test('reads what the module wrote', () => {
    for (const row of cases) {
      const type = typeOf(row.curve)
      const claim = { type, message: unhex(row.message), signature: unhex(row.signature) }
      const proven = RingGo.verify(claim, { allowEmbeddedRing: true })
      expect(proven.keyImage).toEqual(unhex(row.key_image))
      expect(proven.members).toHaveLength(row.ring_size)
      expect(proven.trust).toBe('self-asserted')
      const ring = proven.members.map((bytes) => ({ type, bytes }))
      expect(RingGo.verify(claim, ring).trust).toBe('trusted')
      const other = [...ring.slice(1), Keys.fromSecret(type, seed(77)).publicKey]
      expect(() => RingGo.verify(claim, other)).toThrowError(refusal('ERR_RING_OTHER'))
    }
  })

  test('is strict unless it is asked not to be', () => {
    const bad = goHostile.cases.find(({ name }) => name.includes('ring of one key three times'))
    const claim = {
      signature: unhex(bad?.signature as string),
      type: 'secp256k1',
      message: unhex(bad?.message as string),
    } as const
    const embedded = { allowEmbeddedRing: true } as const
    expect(() => RingGo.verify(claim, embedded)).toThrowError(refusal('ERR_RING_DUPLICATE'))
    expect(RingGo.verify(claim, embedded, { reading: 'upstream' }).members).toHaveLength(3)
  })

  test.each(types)('signs, links and asks for the ring on %s', (type) => {
    const { signers, ring } = agents(type)
    const sign = (index: number) =>
      RingGo.sign(seed(index), signers[index] as (typeof signers)[0], ring)
    const [a, b] = [sign(0), sign(1)]
    const claim = { signature: a, type, message: seed(0) }
    expect(RingGo.verify(claim, ring).trust).toBe('trusted')
    expect(RingGo.link(a, b, { type })).toBe(false)
    expect(RingGo.link(a, a, { type })).toBe(true)
    for (const none of [undefined, null, {}, { allowEmbeddedRing: false }, 'any', new Map()])
      expect(() => RingGo.verify(claim, none as never)).toThrowError(refusal('ERR_ARGUMENT'))
    expect(() => RingGo.verify(claim, [])).toThrowError(refusal('ERR_RING_SIZE'))
    expect(() => RingGo.verify({ ...claim, message }, ring)).toThrowError(
      refusal('ERR_BYTES_LENGTH'),
    )
  })
})
