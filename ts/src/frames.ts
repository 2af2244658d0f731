/**
 * Lists as they cross: each item after its length in four bytes, as `rust/core/src/encoding/frames.rs` says.
 *
 * @internal
 * @module
 */

import * as check from './check.js'

const encoder = new TextEncoder()

/**
 * Writes a list of texts, in UTF-8, or of bytes, which must not change meanwhile.
 *
 * @throws `ERR_LIMIT_EXCEEDED` for a list that is longer together than the longest text, {@link check.maxText}.
 */
export function writeFrames(items: readonly (string | Uint8Array)[], name: string): Uint8Array {
  // In UTF-16 units, which are no more than the bytes: so what is too long is not encoded first.
  check.limit(sizeOf(items), check.maxText, name)
  const bodies = items.map((item) => (typeof item === 'string' ? encoder.encode(item) : item))
  const list = new Uint8Array(sizeOf(bodies))
  const view = viewOf(list)
  let offset = 0
  for (const body of bodies) {
    view.setUint32(offset, body.length)
    list.set(body, offset + 4)
    offset += 4 + body.length
  }
  return list
}

/** Reads a list that the engine wrote. The items share its memory. */
export function readFrames(list: Uint8Array): Uint8Array[] {
  const items: Uint8Array[] = []
  const view = viewOf(list)
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

function viewOf(list: Uint8Array): DataView {
  return new DataView(list.buffer, list.byteOffset, list.length)
}
