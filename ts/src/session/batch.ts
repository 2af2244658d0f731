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

/** The checked items of a list. */
export function sources(items: unknown, name: string): Uint8Array[] {
  return check.list(items, name).map((item) => check.source(item, name))
}

/** Each item after its length. */
export function pack(items: unknown, name: string): Uint8Array {
  return packed(sources(items, name), name)
}

/** As {@link pack}, of items that were checked. */
export function packed(items: readonly Uint8Array[], name: string): Uint8Array {
  // What is shared is copied first, so that its length stays.
  const parts = items.map((item) => check.bytes(item, name))
  const size = parts.reduce((sum, part) => sum + 4 + part.length, 0)
  check.limit(size, check.maxBytes, name)
  const list = new Uint8Array(size)
  const view = viewOf(list)
  let at = 0
  for (const part of parts) {
    view.setUint32(at, part.length)
    list.set(part, at + 4)
    at += 4 + part.length
  }
  return list
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
