/**
 * Ed25519 keys and R of mixed order: the equation holds without cofactor or the signature is refused, alone and where a
 * key comes often. Points are made and the equation is decided by the noble package.
 */

import { ed25519 } from '@noble/curves/ed25519.js'
import { sha512 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { Keys } from '../src/subpath/all.js'
import { unhex } from './setup/help.js'

const { Point } = ed25519
const { ORDER } = Point.Fn
const toBytes = (number: bigint) => Point.Fn.toBytes(number)
const order8 = Point.fromHex('26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05')

/** A multiple of a point of order 8, 0 to 7. */
function torsion(times: number) {
  return order8.multiplyUnsafe(BigInt(times))
}

/** The hash modulo the order. */
function challenge(...parts: readonly Uint8Array[]): bigint {
  const hash = sha512(concatBytes(...parts)).reverse()
  return BigInt(`0x${bytesToHex(hash)}`) % ORDER
}

/** A claim whose equation holds times 8, and whether it holds. */
function crafted(ofKey: number, ofR: number, index: number) {
  const [secret, nonce] = [BigInt(1000 + index), BigInt(77 + index)]
  const key = Point.BASE.multiply(secret).add(torsion(ofKey))
  const r = Point.BASE.multiply(nonce).add(torsion(ofR))
  const message = Uint8Array.of(index, ofKey, ofR)
  const k = challenge(r.toBytes(), key.toBytes(), message)
  const s = (nonce + k * secret) % ORDER
  const holds = Point.BASE.multiply(s).equals(r.add(key.multiplyUnsafe(k)))
  const publicKey = { type: 'Ed25519', bytes: key.toBytes() } as const
  const signature = Uint8Array.from([...r.toBytes(), ...toBytes(s)])
  return { claim: { publicKey, message, signature }, holds }
}

describe('Ed25519 with points of mixed order', () => {
  test('holds without cofactor or not at all, alone and often in a batch', () => {
    const counts = { held: 0, refused: 0 }
    for (let index = 0; index < 128; index += 1) {
      const { claim, holds } = crafted(index % 8, (index >> 3) % 8, index)
      expect(Keys.verify(claim), `alone, ${index}`).toBe(holds)
      expect(Keys.verifyBatch(Array(4).fill(claim)), `often, ${index}`).toEqual(
        Array(4).fill(holds),
      )
      counts[holds ? 'held' : 'refused'] += 1
    }
    expect(counts.held).toBeGreaterThan(4)
    expect(counts.refused).toBeGreaterThan(64)
  })

  test.each([1, 4])(
    'a pair whose torsion of %i eighths cancels is refused, however often',
    (of) => {
      const pair = [
        [0, of],
        [0, 8 - of],
      ].map(([ofKey, ofR], index) => crafted(ofKey as number, ofR as number, index).claim)
      expect(Keys.verifyBatch([...pair, ...pair, ...pair])).toEqual(Array(6).fill(false))
    },
  )

  test('R of small order is refused where the equation holds', () => {
    const key = Point.BASE.multiply(5n)
    const r = new Uint8Array(32)
    r[0] = 1
    const message = Uint8Array.of(1)
    const s = (challenge(r, key.toBytes(), message) * 5n) % ORDER
    const publicKey = { type: 'Ed25519', bytes: key.toBytes() } as const
    const claim = { publicKey, message, signature: Uint8Array.from([...r, ...toBytes(s)]) }
    expect(Keys.verifyBatch(Array(4).fill(claim))).toEqual(Array(4).fill(false))
    expect(Keys.verify({ ...claim, signature: unhex('00'.repeat(64)) })).toBe(false)
  })
})
