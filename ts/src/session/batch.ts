/**
 * Batches as one byte string: `rust/core/src/session/batch.rs`.
 *
 * @internal
 * @module
 */

import * as check from '../check.js'
import type { Code } from '../errors.js'

/** What became of one message of a batch. */
export type Opened =
  | { readonly ok: true; readonly plaintext: Uint8Array }
  | { readonly ok: false; readonly code: Code }

const decoder = new TextDecoder()

/** Each item after its length. */
export function pack(items: unknown, name: string): Uint8Array {
  const parts: Uint8Array[] = []
  let size = 0
  for (const item of check.list(items, name)) {
    const part = check.bytes(item, name)
    parts.push(part)
    size += 4 + part.length
  }
  check.limit(size, check.maxBytes, name)
  const packed = new Uint8Array(size)
  const view = viewOf(packed)
  let at = 0
  for (const part of parts) {
    view.setUint32(at, part.length)
    packed.set(part, at + 4)
    at += 4 + part.length
  }
  return packed
}

/** The items of a packed list. They share its memory. */
export function unpack(packed: Uint8Array): Uint8Array[] {
  const items: Uint8Array[] = []
  const view = viewOf(packed)
  for (let at = 0; at < packed.length; ) {
    const end = at + 4 + view.getUint32(at)
    items.push(packed.subarray(at + 4, end))
    at = end
  }
  return items
}

/** The items of a list with verdicts. They share its memory. */
export function unpackOpened(packed: Uint8Array): Opened[] {
  const items: Opened[] = []
  const view = viewOf(packed)
  for (let at = 0; at < packed.length; ) {
    const end = at + 5 + view.getUint32(at + 1)
    const bytes = packed.subarray(at + 5, end)
    items.push(
      packed[at] === 1
        ? { ok: true, plaintext: bytes }
        : { ok: false, code: decoder.decode(bytes) as Code },
    )
    at = end
  }
  return items
}

function viewOf(packed: Uint8Array): DataView {
  return new DataView(packed.buffer, packed.byteOffset, packed.length)
}
