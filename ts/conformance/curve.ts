/**
 * What the tool must know of the curves to say which rule a vector falls under.
 *
 * Plain arithmetic on big integers, independent of the library that is judged.
 *
 * @module
 */

/** Orders of the ECDSA groups. */
const orders = {
  secp256k1: 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n,
  'P-256': 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n,
} as const

export type EcdsaType = keyof typeof orders

const names: Readonly<Record<string, EcdsaType>> = {
  secp256k1: 'secp256k1',
  'P-256K': 'secp256k1',
  secp256r1: 'P-256',
  'P-256': 'P-256',
}

/** Our name of a curve, `undefined` where the API has none. */
export function ecdsaType(curve: unknown): EcdsaType | undefined {
  return names[String(curve)]
}

/** Whether S of a signature `r ‖ s` is above half the order. */
export function isHighS(type: EcdsaType, signature: Uint8Array): boolean {
  return big(signature.subarray(32, 64)) > orders[type] / 2n
}

/** A signature `r ‖ s` with S at most half the order. */
export function lowS(type: EcdsaType, signature: Uint8Array): Uint8Array {
  if (!isHighS(type, signature)) return signature
  const s = orders[type] - big(signature.subarray(32, 64))
  const low = s.toString(16).padStart(64, '0').match(/../g) ?? []
  return Uint8Array.from([
    ...signature.subarray(0, 32),
    ...low.map((pair) => Number.parseInt(pair, 16)),
  ])
}

const weierstrass = {
  secp256k1: { p: 2n ** 256n - 2n ** 32n - 977n, a: 0n, b: 7n },
  'P-256': {
    p: 2n ** 256n - 2n ** 224n + 2n ** 192n + 2n ** 96n - 1n,
    a: -3n,
    b: 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn,
  },
} as const

/** Whether a point is on secp256k1 or P-256. */
export function isOnCurve(curve: string, x: bigint, y: bigint): boolean {
  const type = ecdsaType(curve)
  if (type === undefined) return false
  const { p: field, a, b } = weierstrass[type]
  return x < field && y < field && (y * y - (x * x * x + a * x + b)) % field === 0n
}

const p = 2n ** 255n - 19n
const d = 0x52036cee2b6ffe738cc740797779e89800700a4d4141d8ab75eb4dca135978a3n

/** Whether 32 bytes are an Ed25519 key that the criterion takes: canonical, on the curve, not of small order. */
export function isEd25519Key(bytes: Uint8Array): boolean {
  if (bytes.length !== 32) return false
  const y = little(bytes) & (2n ** 255n - 1n)
  if (y >= p) return false
  const xx = mod((y * y - 1n) * inverse(d * y * y + 1n))
  return isSquare(xx) && !isSmallOrder(xx, y) && !(xx === 0n && (bytes[31] ?? 0) >= 0x80)
}

/** The points of order 1, 2, 4 and 8, by x² and y: x = 0, y = 0, or the double has y = 0. */
function isSmallOrder(xx: bigint, y: bigint): boolean {
  return xx === 0n || y === 0n || mod(y * y + xx) === 0n
}

/** Whether 32 bytes are an X25519 public key of low order, which gives zero with every secret. */
export function isLowOrderX25519(bytes: Uint8Array): boolean {
  const u = mod(little(bytes) & (2n ** 255n - 1n))
  // Order 1, 2 (u = 0), 4 (u = 1 and -1), and 8.
  return [0n, 1n, p - 1n, eighth, otherEighth].includes(u)
}

const eighth = 325606250916557431795983626356110631294008115727848805560023387167927233504n
const otherEighth = 39382357235489614581723060781553021112529911719440698176882885853963445705823n

function mod(value: bigint): bigint {
  return ((value % p) + p) % p
}

function power(base: bigint, exponent: bigint): bigint {
  let [result, square] = [1n, mod(base)]
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = mod(result * square)
    square = mod(square * square)
  }
  return result
}

function inverse(value: bigint): bigint {
  return power(value, p - 2n)
}

function isSquare(value: bigint): boolean {
  return value === 0n || power(value, (p - 1n) / 2n) === 1n
}

function big(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).toString('hex') || '0'}`)
}

function little(bytes: Uint8Array): bigint {
  return big(Uint8Array.from(bytes).reverse())
}

/** Whether bytes are a secp256k1 key in one of SAGE's forms: 33, 64 or 65 bytes, on the curve. */
export function isSageSecp256k1Key(bytes: Uint8Array): boolean {
  const [form] = bytes
  if (bytes.length === 33) return (form === 2 || form === 3) && isX(big(bytes.subarray(1)))
  if (bytes.length === 65 && form !== 4) return false
  const raw = bytes.subarray(bytes.length - 64)
  const whole = bytes.length === 64 || bytes.length === 65
  return whole && isOnCurve('secp256k1', big(raw.subarray(0, 32)), big(raw.subarray(32)))
}

/** Whether a number is the x of a point of secp256k1: its y² is a square. */
function isX(x: bigint): boolean {
  const { p: field } = weierstrass.secp256k1
  let [result, square] = [1n, (x * x * x + 7n) % field]
  for (let rest = (field - 1n) / 2n; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % field
    square = (square * square) % field
  }
  return x < field && result === 1n
}
