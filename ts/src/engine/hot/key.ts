/**
 * How a public key stands in the buffer.
 *
 * @internal
 * @module
 */

import type { Scratch } from './buffer.js'

/** First and second byte of a public key as it crosses. */
export type Tag = readonly [number, number]

/** Writes a key behind its tag. */
export function putKey({ view, put }: Scratch, tag: Tag, key: Uint8Array, size: number): boolean {
  const start = view()
  start[0] = tag[0]
  start[1] = tag[1]
  return put(key, size, 2)
}
