/**
 * Batches as lists: `rust/core/src/session/batch.rs`.
 *
 * @internal
 * @module
 */

import * as check from '../check.js'
import type { Refused, Row } from '../facts.js'
import { readFrames, writeFrames } from '../frames.js'

/** What became of one message of a batch. */
export type Opened = Row<{ readonly plaintext: Uint8Array }>

const decoder = new TextDecoder()

/** The checked items of a list. */
export function sources(items: unknown, name: string): Uint8Array[] {
  return check.list(items, name).map((item) => check.source(item, name))
}

/** A list of what a caller gave. */
export function packItems(items: readonly Uint8Array[], name: string): Uint8Array {
  // What is shared is copied first, so that its length stays.
  return writeFrames(
    items.map((item) => check.bytes(item, name)),
    name,
  )
}

/** The items of a list with verdicts: plaintexts, or why there is none. They share its memory. */
export function readOpened(list: Uint8Array): Opened[] {
  return readFrames(list).map((item) => {
    const bytes = item.subarray(1)
    return item[0] === 1
      ? { state: 'ok', plaintext: bytes }
      : (JSON.parse(decoder.decode(bytes)) as Refused)
  })
}
