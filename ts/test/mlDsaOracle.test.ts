// ML-DSA and hybrid keys against another implementation: each verifies what the other signs, and
// both give the same bytes where nothing is drawn.

import { ed25519 } from '@noble/curves/ed25519.js'
import { sha512 } from '@noble/hashes/sha2.js'
import { concatBytes, randomBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { ml_dsa44, ml_dsa65, ml_dsa87 } from '@noble/post-quantum/ml-dsa.js'
import { describe, expect, test } from 'vitest'
import { MlDsa } from '../src/hazmat.js'
import { Keys } from '../src/subpath/all.js'

const sets = [
  ['ML-DSA-44', ml_dsa44],
  ['ML-DSA-65', ml_dsa65],
  ['ML-DSA-87', ml_dsa87],
] as const

/** Contexts at the ends of what is allowed, and messages around the block of the hash. */
const contexts = [0, 1, 255].map((length) => randomBytes(length))
const messages = [0, 1, 135, 136, 137, 4_096].map((length) => randomBytes(length))

describe.each(sets)('%s beside noble', (type, noble) => {
  const seed = randomBytes(32)
  const pair = noble.keygen(seed)

  test('makes the same keys of a seed', () => {
    using signer = Keys.fromSecret(type, seed)
    expect(signer.publicKey.bytes).toEqual(pair.publicKey)
    const expanded = MlDsa.expand(type, seed)
    expect(expanded.secretKey).toEqual(pair.secretKey)
    using again = Keys.fromSecret(type, pair.secretKey)
    expect(again.publicKey.bytes).toEqual(pair.publicKey)
  })

  test.each(contexts)('signs and verifies alike, context %#', (context) => {
    using signer = Keys.fromSecret(type, seed)
    const { publicKey } = signer
    for (const message of messages) {
      const fixed = Keys.sign(message, signer, { context, deterministic: true })
      expect(fixed).toEqual(noble.sign(message, pair.secretKey, { context, extraEntropy: false }))
      const drawn = Keys.sign(message, signer, { context })
      expect(noble.verify(drawn, message, publicKey.bytes, { context })).toBe(true)
      const signature = noble.sign(message, pair.secretKey, { context })
      expect(Keys.verify({ publicKey, message, signature, context })).toBe(true)
    }
  })

  test('refuses alike what was changed', () => {
    const publicKey = { type, bytes: pair.publicKey }
    const message = randomBytes(40)
    const good = noble.sign(message, pair.secretKey)
    // Challenge, first and last of z, positions and counts of the hint.
    const places = [0, 63, 64, 1_500, good.length - 80, good.length - 4, good.length - 1]
    for (const place of places) {
      const signature = good.map((byte, index) => (index === place ? byte ^ 1 : byte))
      expect(noble.verify(signature, message, pair.publicKey)).toBe(false)
      expect(Keys.verify({ publicKey, message, signature })).toBe(false)
    }
  })
})

describe('hybrid beside noble', () => {
  const seeds = randomBytes(64)
  const half = ml_dsa65.keygen(seeds.slice(0, 32))
  const seed = seeds.slice(32)
  const label = utf8ToBytes('COMPSIG-MLDSA65-Ed25519-SHA512')
  const composed = (message: Uint8Array, context: Uint8Array) =>
    concatBytes(
      utf8ToBytes('CompositeAlgorithmSignatures2025'),
      label,
      Uint8Array.of(context.length),
      context,
      sha512(message),
    )
  const sign = (message: Uint8Array, context: Uint8Array) => {
    const input = composed(message, context)
    const first = ml_dsa65.sign(input, half.secretKey, { context: label, extraEntropy: false })
    return concatBytes(first, ed25519.sign(input, seed))
  }

  test.each(contexts)('signs and verifies alike, context %#', (context) => {
    using signer = Keys.fromSecret('Ed25519+ML-DSA-65', seeds)
    const { publicKey } = signer
    expect(publicKey.bytes).toEqual(concatBytes(half.publicKey, ed25519.getPublicKey(seed)))
    for (const message of messages) {
      const signature = sign(message, context)
      expect(Keys.sign(message, signer, { context, deterministic: true })).toEqual(signature)
      expect(Keys.verify({ publicKey, message, signature, context })).toBe(true)
      const drawn = Keys.sign(message, signer, { context })
      const input = composed(message, context)
      const [first, second] = [drawn.slice(0, 3_309), drawn.slice(3_309)]
      expect(ml_dsa65.verify(first, input, half.publicKey, { context: label })).toBe(true)
      expect(ed25519.verify(second, input, publicKey.bytes.slice(1_952))).toBe(true)
    }
  })
})
