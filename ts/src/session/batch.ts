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
  const parts = check.list(items, name).map((item) => check.bytes(item, name))
  const size = parts.reduce((sum, part) => sum + 4 + part.length, 0)
  check.limit(size, check.maxBytes, name)
  const packed = new Uint8Array(size)
  const view = new DataView(packed.buffer)
  let at = 0
  for (const part of parts) {
    view.setUint32(at, part.length)
    packed.set(part, at + 4)
    at += 4 + part.length
  }
  return packed
}

/** The items of a packed list. */
export function unpack(packed: Uint8Array): Uint8Array[] {
  return [...items(packed, 0)].map(({ bytes }) => bytes)
}

/** The items of a list with verdicts. */
export function unpackOpened(packed: Uint8Array): Opened[] {
  return [...items(packed, 1)].map(({ verdict, bytes }) =>
    verdict === 1
      ? { ok: true, plaintext: bytes }
      : { ok: false, code: decoder.decode(bytes) as Code },
  )
}

function* items(packed: Uint8Array, before: number) {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.length)
  for (let at = 0; at < packed.length; ) {
    const start = at + before + 4
    const end = start + view.getUint32(at + before)
    yield { verdict: packed[at], bytes: packed.subarray(start, end) }
    at = end
  }
}
