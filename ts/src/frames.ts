/**
 * Lists as they cross: each item after its length in four bytes, as `rust/core/src/encoding/frames.rs` says.
 *
 * @internal
 * @module
 */

import * as check from './check.js'
import { encode, writeAscii } from './engine/entries/text.js'

/**
 * Writes a list of texts, in UTF-8, or of bytes, which must not change meanwhile.
 *
 * @throws `ERR_LIMIT_EXCEEDED` for a list that is longer together than the longest text, {@link check.maxText}.
 */
export function writeFrames(items: readonly (string | Uint8Array)[], name: string): Uint8Array {
  // In UTF-16 units, which are no more than the bytes: so what is too long is not encoded first.
  check.limit(sizeOf(items), check.maxText, name)
  return writeUnits(items) ?? (writeUnits(items.map(bytesOf)) as Uint8Array)
}

/** Nothing if a text has other letters than those of ASCII, and so more bytes than units. */
function writeUnits(items: readonly (string | Uint8Array)[]): Uint8Array | undefined {
  const list = new Uint8Array(sizeOf(items))
  let offset = 0
  for (const item of items) {
    putSize(list, offset, item.length)
    const start = offset + 4
    if (typeof item !== 'string') list.set(item, start)
    else if (!writeAscii(item, list, start)) return undefined
    offset = start + item.length
  }
  return list
}

/** Puts four bytes, without a `DataView`, which takes longer to make than the rest of a short list. */
export function putSize(bytes: Uint8Array, offset: number, size: number): void {
  bytes[offset] = size >>> 24
  bytes[offset + 1] = size >>> 16
  bytes[offset + 2] = size >>> 8
  bytes[offset + 3] = size
}

/** Reads a list that the engine wrote. The items share its memory. */
export function readFrames(list: Uint8Array): Uint8Array[] {
  const items: Uint8Array[] = []
  const view = new DataView(list.buffer, list.byteOffset, list.length)
  for (let offset = 0; offset < list.length; ) {
    const end = offset + 4 + view.getUint32(offset)
    items.push(list.subarray(offset + 4, end))
    offset = end
  }
  return items
}

function sizeOf(items: readonly { readonly length: number }[]): number {
  return items.reduce((sum, { length }) => sum + 4 + length, 0)
}

function bytesOf(item: string | Uint8Array): Uint8Array {
  return typeof item === 'string' ? encode(item) : item
}
