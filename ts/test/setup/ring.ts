// The format of ring signatures, computed once more with other implementations.

import { ed25519, ed25519_hasher } from '@noble/curves/ed25519.js'
import { secp256k1, secp256k1_hasher } from '@noble/curves/secp256k1.js'
import { sha512 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { unhex } from './help.js'

const be = (length: number) => {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setUint32(4, length)
  return bytes
}
const little = (bytes: Uint8Array) =>
  bytes.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
const big = (bytes: Uint8Array) => bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n)

const curves = {
  Ed25519: {
    code: 1,
    point: 32,
    Point: ed25519.Point,
    hash: (input: Uint8Array) =>
      ed25519_hasher.hashToCurve(input, {
        DST: 'countersign/ring/v1-edwards25519_XMD:SHA-512_ELL2_RO_',
      }),
    number: little,
  },
  secp256k1: {
    code: 2,
    point: 33,
    Point: secp256k1.Point,
    hash: (input: Uint8Array) =>
      secp256k1_hasher.hashToCurve(input, {
        DST: 'countersign/ring/v1-secp256k1_XMD:SHA-256_SSWU_RO_',
      }),
    number: big,
  },
} as const

// biome-ignore lint/suspicious/noExplicitAny: the points of two curves have two types
type Any = any

/** A ring of raw keys, and what one of it signed, in hex. */
export type Claim = {
  readonly keyType: string
  readonly ring: readonly string[]
  readonly scope: string
  readonly message: string
}

/** Whether the chain of challenges of `signature` closes. */
export function closes(claim: Claim, signature: Uint8Array): boolean {
  const curve = curves[claim.keyType as 'Ed25519' | 'secp256k1']
  const Point: Any = curve.Point
  const keys = [...claim.ring].sort()
  const scope = unhex(claim.scope)
  const image = signature.slice(4, 4 + curve.point)
  const [start, ...responses] = scalarsOf(signature.subarray(4 + curve.point), keys.length, curve)
  const transcript = transcriptOf(curve.code, keys, [scope, image, unhex(claim.message)])
  const times = (point: Any, by: bigint) => (by === 0n ? Point.ZERO : point.multiply(by))
  let c = start as bigint
  keys.forEach((hex, index) => {
    const s = responses[index] as bigint
    const hash: Any = curve.hash(concatBytes(be(scope.length), scope, unhex(hex)))
    const left = times(Point.BASE, s).add(times(Point.fromBytes(unhex(hex)), c))
    const right = times(hash, s).add(times(Point.fromBytes(image), c))
    const challenge = challengeOf(transcript, index, left.toBytes(), right.toBytes())
    c = curve.number(challenge) % Point.Fn.ORDER
  })
  return c === start
}

type Curve = (typeof curves)[keyof typeof curves]

/** The first challenge, and a response for each key. */
function scalarsOf(bytes: Uint8Array, keys: number, { number }: Curve): bigint[] {
  return Array.from({ length: keys + 1 }, (_, index) =>
    number(bytes.subarray(32 * index, 32 * index + 32)),
  )
}

function transcriptOf(
  code: number,
  keys: readonly string[],
  parts: readonly Uint8Array[],
): Uint8Array {
  return sha512(
    concatBytes(
      utf8ToBytes('countersign/ring/v1'),
      Uint8Array.of(code),
      be(keys.length),
      ...keys.map(unhex),
      ...parts.flatMap((part) => [be(part.length), part]),
    ),
  )
}

function challengeOf(
  transcript: Uint8Array,
  index: number,
  left: Uint8Array,
  right: Uint8Array,
): Uint8Array {
  const label = utf8ToBytes('countersign/ring-challenge/v1')
  return sha512(concatBytes(label, transcript, be(index), left, right))
}
