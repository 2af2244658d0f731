/**
 * Ring signatures with the points of `@noble/curves`: ours, and those of ring-go, byte for byte.
 *
 * Written as one would with that package: what is public is multiplied in variable time, and points
 * are checked to be of prime order as they are read. The formats stand in `rust/core/src/ring.rs`
 * and `rust/core/src/ring/go.rs`.
 *
 * @module
 */

import type { Case, Job } from '../../case.js'
import { secret } from '../../input.js'

export type RingType = 'Ed25519' | 'secp256k1'
export type RingFormat = 'own' | 'ring-go'

// biome-ignore lint/suspicious/noExplicitAny: the points of two curves have two types
type Point = any

/** A curve, and what each format makes of it. */
type Curve = {
  code: number
  pointLength: number
  Point: Point
  read: (bytes: Uint8Array) => bigint
  write: (scalar: bigint) => Uint8Array
  secretOf: (number: number) => bigint
  hash: Record<RingFormat, (input: Uint8Array) => Point>
  /** SHA3-512 as the scalar that ring-go makes of it. */
  goScalar: (digest: Uint8Array) => bigint
}

type Tools = { curve: Curve; msm: Msm; sha512: Hash; sha3_512: Hash }
type Hash = (bytes: Uint8Array) => Uint8Array
type Msm = (points: Point[], scalars: bigint[]) => Point

type Member = { bytes: Uint8Array; key: Point; hash: Point }
type Challenge = (index: number, left: Point, right: Point) => bigint

const message = new Uint8Array(32).fill(7)
const scope = text('bench')

function text(value: string): Uint8Array {
  return new TextEncoder().encode(value)
}

function join(...parts: Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let offset = 0
  for (const part of parts) {
    all.set(part, offset)
    offset += part.length
  }
  return all
}

function long(value: number): Uint8Array {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setUint32(4, value)
  return bytes
}

async function ed25519Curve(): Promise<Curve> {
  const { ed25519, ed25519_hasher } = await import('@noble/curves/ed25519.js')
  const { bytesToNumberLE, numberToBytesLE } = await import('@noble/curves/utils.js')
  const { sha3_256 } = await import('@noble/hashes/sha3.js')
  const { Point } = ed25519
  const DST = 'countersign/ring/v1-edwards25519_XMD:SHA-512_ELL2_RO_'
  return {
    code: 1,
    pointLength: 32,
    Point,
    read: bytesToNumberLE,
    write: (scalar) => numberToBytesLE(scalar, 32),
    secretOf: (number) => ed25519.utils.getExtendedPublicKey(secret(number)).scalar,
    hash: {
      own: (input) => ed25519_hasher.hashToCurve(input, { DST }),
      'ring-go': (key) =>
        tries(key, sha3_256, (hash) => Point.fromBytes(hash, true)).clearCofactor(),
    },
    goScalar: (digest) => bytesToNumberLE(digest) % Point.Fn.ORDER,
  }
}

async function secp256k1Curve(): Promise<Curve> {
  const { secp256k1, secp256k1_hasher } = await import('@noble/curves/secp256k1.js')
  const { bytesToNumberBE, numberToBytesBE } = await import('@noble/curves/utils.js')
  const { sha3_256 } = await import('@noble/hashes/sha3.js')
  const { Point } = secp256k1
  const DST = 'countersign/ring/v1-secp256k1_XMD:SHA-256_SSWU_RO_'
  const write = (scalar: bigint) => numberToBytesBE(scalar, 32)
  return {
    code: 2,
    pointLength: 33,
    Point,
    read: bytesToNumberBE,
    write,
    secretOf: (number) => bytesToNumberBE(secret(number)),
    hash: {
      own: (input) => secp256k1_hasher.hashToCurve(input, { DST }),
      'ring-go': (key) =>
        tries(key, sha3_256, (hash) => Point.fromBytes(join(Uint8Array.of(2), hash))),
    },
    // A number shorter than 32 bytes is written from the left.
    goScalar: (digest) => {
      const reduced = write(bytesToNumberBE(digest) % Point.Fn.ORDER)
      const zeros = reduced.findIndex((byte) => byte !== 0)
      return bytesToNumberBE(join(reduced.slice(zeros), new Uint8Array(zeros))) % Point.Fn.ORDER
    },
  }
}

/** Rehashes until a hash is a point. */
function tries(key: Uint8Array, hash: Hash, point: (bytes: Uint8Array) => Point): Point {
  for (let bytes = hash(key); ; bytes = hash(bytes))
    try {
      return point(bytes)
    } catch {}
}

async function tools(type: RingType): Promise<Tools> {
  const curve = await (type === 'Ed25519' ? ed25519Curve() : secp256k1Curve())
  const { interleavedMSMUnsafe } = await import('@noble/curves/abstract/curve.js')
  const { sha512 } = await import('@noble/hashes/sha2.js')
  const { sha3_512 } = await import('@noble/hashes/sha3.js')
  const msm: Msm = (points, scalars) => interleavedMSMUnsafe(curve.Point, points, 4)(scalars)
  return { curve, msm, sha512, sha3_512 }
}

function pointOf({ Point }: Curve, bytes: Uint8Array): Point {
  const point = Point.fromBytes(bytes)
  if (point.is0() || !point.isTorsionFree()) throw new Error('a point is not of prime order')
  return point
}

function member({ curve }: Tools, format: RingFormat, bytes: Uint8Array): Member {
  const input = format === 'own' ? join(long(scope.length), scope, bytes) : bytes
  return { bytes, key: pointOf(curve, bytes), hash: curve.hash[format](input) }
}

/** How a format makes challenges, for one ring and image. */
function challenges(all: Tools, format: RingFormat, ring: Member[], image: Uint8Array): Challenge {
  const { curve, sha512, sha3_512 } = all
  if (format === 'ring-go')
    return (_, left, right) =>
      curve.goScalar(sha3_512(join(message, left.toBytes(), right.toBytes())))
  const fields = [scope, image, message].flatMap((part) => [long(part.length), part])
  const keys = ring.map(({ bytes }) => bytes)
  const head = [text('countersign/ring/v1'), Uint8Array.of(curve.code), long(ring.length)]
  const transcript = sha512(join(...head, ...keys, ...fields))
  const label = text('countersign/ring-challenge/v1')
  return (index, left, right) =>
    curve.read(sha512(join(label, transcript, long(index), left.toBytes(), right.toBytes()))) %
    curve.Point.Fn.ORDER
}

function step({ curve, msm }: Tools, member: Member, image: Point, s: bigint, c: bigint) {
  const left = curve.Point.BASE.multiplyUnsafe(s).add(member.key.multiplyUnsafe(c))
  return { left, right: msm([member.hash, image], [s, c]) }
}

type Parts = { image: Uint8Array; start: bigint; responses: bigint[]; keys: Uint8Array[] }

function write({ curve }: Tools, format: RingFormat, parts: Parts): Uint8Array {
  const { image, start, responses, keys } = parts
  const count = long(responses.length).slice(4)
  if (format === 'own') {
    const head = Uint8Array.of(1, curve.code, ...count.slice(2))
    return join(head, image, curve.write(start), ...responses.map(curve.write))
  }
  const steps = responses.flatMap((s, index) => [curve.write(s), keys[index] as Uint8Array])
  return join(count, curve.write(start), image, ...steps)
}

function read({ curve }: Tools, format: RingFormat, bytes: Uint8Array): Parts {
  let offset = 4
  const take = (length: number) => {
    offset += length
    return bytes.slice(offset - length, offset)
  }
  const n = new DataView(bytes.buffer).getUint32(0) & (format === 'own' ? 0xffff : -1)
  const scalar = () => curve.read(take(32))
  if (format === 'own') {
    const image = take(curve.pointLength)
    const start = scalar()
    return { image, start, responses: Array.from({ length: n }, scalar), keys: [] }
  }
  const [start, image] = [scalar(), take(curve.pointLength)]
  const steps = Array.from({ length: n }, () => [scalar(), take(curve.pointLength)] as const)
  return { image, start, responses: steps.map(([s]) => s), keys: steps.map(([, key]) => key) }
}

function sign(all: Tools, format: RingFormat, ring: Member[], x: bigint): Uint8Array {
  const { Point } = all.curve
  const draw = () => all.curve.read(crypto.getRandomValues(new Uint8Array(64))) % Point.Fn.ORDER
  const own = Point.BASE.multiply(x).toBytes().join()
  const signerIndex = ring.findIndex(({ bytes }) => bytes.join() === own)
  const signer = ring[signerIndex] as Member
  const imagePoint = signer.hash.multiply(x)
  const image = imagePoint.toBytes()
  const challenge = challenges(all, format, ring, image)
  const u: bigint = draw()
  let c = challenge(signerIndex, Point.BASE.multiply(u), signer.hash.multiply(u))
  const n = ring.length
  const responses: bigint[] = ring.map(draw)
  const before: bigint[] = []
  for (let turn = 1; turn <= n; turn += 1) {
    const i = (signerIndex + turn) % n
    before[i] = c
    if (i === signerIndex) break
    const { left, right } = step(all, ring[i] as Member, imagePoint, responses[i] as bigint, c)
    c = challenge(i, left, right)
  }
  responses[signerIndex] = Point.Fn.sub(u, Point.Fn.mul(before[signerIndex] as bigint, x))
  const keys = ring.map(({ bytes }) => bytes)
  return write(all, format, { image, start: before[0] as bigint, responses, keys })
}

function verify(all: Tools, format: RingFormat, ring: Member[], parts: Parts): Uint8Array {
  const image = pointOf(all.curve, parts.image)
  const challenge = challenges(all, format, ring, parts.image)
  const end = ring.reduce((c, member, index) => {
    const { left, right } = step(all, member, image, parts.responses[index] as bigint, c)
    return challenge(index, left, right)
  }, parts.start)
  if (end !== parts.start) throw new Error('the chain of challenges does not close')
  return parts.image
}

/** Members as the format orders them: ours are sorted. */
function prepare(all: Tools, format: RingFormat, keys: readonly Uint8Array[]): Member[] {
  const sorted = format === 'own' ? [...keys].sort(compare) : keys
  return sorted.map((bytes) => member(all, format, bytes))
}

function compare(a: Uint8Array, b: Uint8Array): number {
  const position = a.findIndex((byte, index) => byte !== b[index])
  return position < 0 ? 0 : (a[position] as number) - (b[position] as number)
}

/** The peer of a row; in a prepared ring the members are prepared once. */
export function ringPeers(
  what: 'sign' | 'verify' | 'verify open',
  type: RingType,
  format: RingFormat,
  n: number,
): NonNullable<Case['peers']> {
  const job = async (): Promise<Job> => {
    const all = await tools(type)
    const secrets = Array.from({ length: n }, (_, index) => all.curve.secretOf(index + 1))
    const keys = secrets.map((x) => all.curve.Point.BASE.multiply(x).toBytes() as Uint8Array)
    const x = secrets[n >> 1] as bigint
    const opened = prepare(all, format, keys)
    const fresh = () => sign(all, format, prepare(all, format, keys), x)
    const check = (bytes: Uint8Array, ring: Member[]) =>
      verify(all, format, ring, read(all, format, bytes))
    if (what === 'sign') return { run: fresh, agree: () => check(fresh(), opened) }
    const signature = fresh()
    const ring = what === 'verify' ? () => prepare(all, format, keys) : () => opened
    const run = () => check(signature, ring())
    return { run, agree: run }
  }
  return { '@noble/curves': job }
}
