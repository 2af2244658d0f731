/**
 * Trust inputs as they cross to the engine: keys as bytes, a DID document as JSON text.
 *
 * The layout is in `rust/core/src/trust/frame.rs`.
 *
 * @module
 */

import { putSize } from '../frames.js'
import { purposes } from '../generated/names.js'

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

export { purposes }

/** What a key may be used for. */
export type Purpose = (typeof purposes)[number]

/** The frame of keys, of the text of a JWK Set, and whether a key that the object carries may be used. */
export function keysFrame(
  keys: readonly ReadKey[],
  jwks: string | undefined,
  allowEmbeddedKey: boolean,
): Uint8Array {
  const frame = new Writer()
  frame.byte((allowEmbeddedKey ? 1 : 0) | (jwks === undefined ? 0 : 2))
  frame.size(keys.length)
  for (const key of keys) write(frame, key)
  if (jwks !== undefined) frame.text(jwks)
  return frame.bytes()
}

function write(frame: Writer, key: ReadKey): void {
  const { id, controller, purposes, algorithm, expires, from, until } = key
  frame.byte(membersOf(key))
  frame.sized(key.key)
  if (id !== undefined) frame.text(id)
  if (controller !== undefined) frame.text(controller)
  if (purposes !== undefined) frame.byte(bitsOf(purposes))
  if (algorithm !== undefined) frame.text(algorithm)
  if (expires !== undefined) frame.number(expires)
  if (from !== undefined) frame.number(from)
  if (until !== undefined) frame.number(until)
}

/** A bit for each member that is there, in the order in which they are written. */
function membersOf(key: ReadKey): number {
  const bit = (position: number, isThere: boolean) => (isThere ? 1 << position : 0)
  return (
    bit(0, key.id !== undefined) |
    bit(1, key.controller !== undefined) |
    bit(2, key.purposes !== undefined) |
    bit(3, key.algorithm !== undefined) |
    bit(4, key.revoked === true) |
    bit(5, key.expires !== undefined) |
    bit(6, key.from !== undefined) |
    bit(7, key.until !== undefined)
  )
}

function bitsOf(named: readonly Purpose[]): number {
  return named.reduce((bits, purpose) => bits | (1 << purposes.indexOf(purpose)), 0)
}

const encoder = new TextEncoder()

/** Most bytes of UTF-8 that one unit of UTF-16 takes. */
const unitBytes = 3

/**
 * Bytes that are written one behind the other, into memory that grows.
 *
 * The lists of `frames.ts` do not do: they are items with a length each, and this layout has single bytes and numbers
 * without one. It is also written for every verification with plain trust, so no member gets an array of its own.
 */
class Writer {
  #memory = new Uint8Array(64)
  #length = 0

  byte(value: number): void {
    this.#room(1)
    this.#memory[this.#length] = value
    this.#length += 1
  }

  size(value: number): void {
    this.#room(4)
    putSize(this.#memory, this.#length, value)
    this.#length += 4
  }

  number(value: number): void {
    this.#room(8)
    new DataView(this.#memory.buffer, this.#length, 8).setFloat64(0, value)
    this.#length += 8
  }

  sized(bytes: Uint8Array): void {
    this.size(bytes.length)
    this.#room(bytes.length)
    this.#memory.set(bytes, this.#length)
    this.#length += bytes.length
  }

  text(text: string): void {
    this.#room(4 + unitBytes * text.length)
    const { written } = encoder.encodeInto(text, this.#memory.subarray(this.#length + 4))
    putSize(this.#memory, this.#length, written)
    this.#length += 4 + written
  }

  bytes(): Uint8Array {
    return this.#memory.slice(0, this.#length)
  }

  #room(size: number): void {
    const needed = this.#length + size
    if (needed <= this.#memory.length) return
    const grown = new Uint8Array(Math.max(needed, 2 * this.#memory.length))
    grown.set(this.#memory)
    this.#memory = grown
  }
}

/** Whether two frames have the same bytes, and so are read alike. */
export function isSame(frame: Frame, other: Frame): boolean {
  const [a, b] = [frame.keys, other.keys]
  if (a.length !== b.length || frame.document !== other.document) return false
  for (let index = 0; index < a.length; index += 1) if (a[index] !== b[index]) return false
  return true
}
