// Logs of did:plc, written from the specification with other implementations: keys and signatures by noble, DAG-CBOR,
// base 32 and base 58 in a few lines here. What the engines say of them is in `didPlc.test.ts`.

import { p256 } from '@noble/curves/nist.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { join } from './bytes.js'

type Json = null | number | string | readonly Json[] | { readonly [name: string]: Json }
type Members = Readonly<Record<string, Json>>

/** A rotation key. */
export type Key = {
  readonly did: string
  readonly sign: (message: Uint8Array, lowS?: boolean) => Uint8Array
}

/** An entry of an audit log. */
export type Entry = {
  readonly did: string
  readonly operation: Members
  readonly cid: string
  readonly nullified: boolean
  readonly createdAt: string
}

/** The key of a fixed secret, which everybody knows. */
export function rotationKey(curve: 'secp256k1' | 'P-256', fill: number): Key {
  const secret = new Uint8Array(32).fill(fill)
  const [of, codec] = curve === 'P-256' ? [p256, [0x80, 0x24]] : [secp256k1, [0xe7, 0x01]]
  return {
    did: didKey(codec, of.getPublicKey(secret, true)),
    sign: (message, lowS = true) => {
      const signature = of.sign(message, secret, { lowS: true })
      return lowS ? signature : highS(signature, of.Point.Fn.ORDER)
    },
  }
}

/** The did:key of bytes under a codec. */
export function didKey(codec: readonly number[], key: Uint8Array): string {
  return `did:key:z${base58(Uint8Array.from([...codec, ...key]))}`
}

function highS(signature: Uint8Array, order: bigint): Uint8Array {
  const s = order - BigInt(`0x${hex(signature.subarray(32))}`)
  const digits = s.toString(16).padStart(64, '0')
  const high = digits.match(/../g)?.map((pair) => Number.parseInt(pair, 16)) ?? []
  return Uint8Array.from([...signature.subarray(0, 32), ...high])
}

/** A signed operation. */
export function signed(operation: Members, by: Key, lowS = true): Members {
  return { ...operation, sig: base64url(by.sign(dagCbor(operation), lowS)) }
}

/** The name of a signed operation. */
export function cidOf(operation: Members): string {
  return `b${base32(Uint8Array.from([0x01, 0x71, 0x12, 0x20, ...sha256(dagCbor(operation))]))}`
}

/** The DID that begins with a signed operation. */
export function didOf(operation: Members): string {
  return `did:plc:${base32(sha256(dagCbor(operation))).slice(0, 24)}`
}

/** Length of an operation in DAG-CBOR. */
export function sizeOf(operation: Members): number {
  return dagCbor(operation).length
}

/** DAG-CBOR of what operations hold. */
function dagCbor(value: Json): Uint8Array {
  if (value === null) return Uint8Array.of(0xf6)
  if (typeof value === 'number') return head(0, value)
  if (typeof value === 'string') {
    const text = new TextEncoder().encode(value)
    return join(head(3, text.length), text)
  }
  if (Array.isArray(value)) return join(head(4, value.length), ...value.map(dagCbor))
  const members = Object.entries(value).map(
    ([name, value]) => [dagCbor(name), dagCbor(value)] as const,
  )
  // Shorter names first, as their heads tell; names of one length by their bytes.
  members.sort(([a], [b]) => (hex(a) < hex(b) ? -1 : 1))
  return join(head(5, members.length), ...members.flat())
}

function head(major: number, length: number): Uint8Array {
  const type = major << 5
  if (length < 24) return Uint8Array.of(type | length)
  if (length < 256) return Uint8Array.of(type | 24, length)
  return Uint8Array.of(type | 25, length >> 8, length & 255)
}

const hex = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** Base64url without padding. */
export function base64url(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  const digit = (group: string) => Number.parseInt(group.padEnd(5, '0'), 2)
  return groups.map((group) => 'abcdefghijklmnopqrstuvwxyz234567'[digit(group)]).join('')
}

function base58(bytes: Uint8Array): string {
  const letters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
  let text = ''
  for (let rest = BigInt(`0x${hex(bytes)}`); rest > 0n; rest /= 58n)
    text = `${letters[Number(rest % 58n)]}${text}`
  return text
}
