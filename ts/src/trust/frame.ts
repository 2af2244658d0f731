/**
 * Trust inputs as they cross to the engine: keys as bytes, a DID document as JSON text.
 *
 * The layout is in `rust/core/src/trust/frame.rs`.
 *
 * @internal
 * @module
 */

import type { Purpose } from '../trust.js'

/** What crosses: the keys, and the text of a DID document, empty for none. */
export type Frame = { readonly keys: Uint8Array; readonly document: string }

/** A trusted key that was read: `key` is `tag ‖ canonical raw`, times are Unix seconds. */
export type ReadKey = {
  readonly key: Uint8Array
  readonly id?: string | undefined
  readonly controller?: string | undefined
  readonly purposes?: readonly Purpose[] | undefined
  readonly algorithm?: string | undefined
  readonly revoked?: boolean | undefined
  readonly expires?: number | undefined
  readonly from?: number | undefined
  readonly until?: number | undefined
}

/** Verification relationships of DID Core 1.0, section 5.3, in its order, which is that of their bits. */
export const purposes = [
  'authentication',
  'assertionMethod',
  'keyAgreement',
  'capabilityInvocation',
  'capabilityDelegation',
] as const

/** Bytes of the flags and of the number of keys. */
const headLength = 5

/** Bytes of a key's members, and of its length. */
const keyHeadLength = 5

const encoder = new TextEncoder()

/** The frame of keys, and whether a key that the object carries may be used. */
export function keysFrame(keys: readonly ReadKey[], allowEmbeddedKey: boolean): Uint8Array {
  const tails = keys.map(tailOf)
  const length = keys.reduce(
    (sum, { key }, at) => sum + keyHeadLength + key.length + (tails[at]?.bytes.length ?? 0),
    headLength,
  )
  const frame = new Uint8Array(length)
  const view = new DataView(frame.buffer)
  frame[0] = allowEmbeddedKey ? 1 : 0
  view.setUint32(1, keys.length)
  let at = headLength
  for (const [index, { key }] of keys.entries()) {
    const { members, bytes } = tails[index] ?? noTail
    frame[at] = members
    view.setUint32(at + 1, key.length)
    frame.set(key, at + keyHeadLength)
    frame.set(bytes, at + keyHeadLength + key.length)
    at += keyHeadLength + key.length + bytes.length
  }
  return frame
}

/** The members of a key beside it, and a bit for each that is there. */
type Tail = { readonly members: number; readonly bytes: Uint8Array }

const noTail: Tail = { members: 0, bytes: new Uint8Array() }

function tailOf(one: ReadKey): Tail {
  const parts = [
    sized(one.id),
    sized(one.controller),
    bitsOf(one.purposes),
    sized(one.algorithm),
    one.revoked === true ? noTail.bytes : undefined,
    number(one.expires),
    number(one.from),
    number(one.until),
  ]
  const members = parts.reduce((bits, part, bit) => (part ? bits | (1 << bit) : bits), 0)
  return members === 0
    ? noTail
    : { members, bytes: joined(parts.filter((part) => part !== undefined)) }
}

function sized(text: string | undefined): Uint8Array | undefined {
  if (text === undefined) return undefined
  const body = encoder.encode(text)
  const bytes = new Uint8Array(4 + body.length)
  new DataView(bytes.buffer).setUint32(0, body.length)
  bytes.set(body, 4)
  return bytes
}

function bitsOf(named: readonly Purpose[] | undefined): Uint8Array | undefined {
  if (named === undefined) return undefined
  return Uint8Array.of(named.reduce((bits, one) => bits | (1 << purposes.indexOf(one)), 0))
}

function number(seconds: number | undefined): Uint8Array | undefined {
  if (seconds === undefined) return undefined
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setFloat64(0, seconds)
  return bytes
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

/** Whether two frames are the same, and so read the same. */
export function isSame(one: Frame, other: Frame): boolean {
  const [a, b] = [one.keys, other.keys]
  if (a.length !== b.length || one.document !== other.document) return false
  for (let at = 0; at < a.length; at += 1) if (a[at] !== b[at]) return false
  return true
}
