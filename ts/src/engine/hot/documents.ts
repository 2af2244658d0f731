/**
 * Documents on the hot lane. Each function gives `undefined` where the ordinary entry must decide.
 *
 * @internal
 * @module
 */

import { sizeOf } from '../../check.js'
import type { Hot } from '../hot.js'
import { ASK } from './raw.js'

/** Text of at most this many UTF-16 units is within the buffer in UTF-8. */
const MAX_TEXT = 1 << 14

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** The canonical form of JSON text. */
export function jcs(hot: Hot | undefined, text: string): string | undefined {
  if (!hot || text.length > MAX_TEXT) return undefined
  const { written } = encoder.encodeInto(text, hot.buffer.view())
  return canonical(hot, written, (bytes) => decoder.decode(bytes))
}

/** As {@link jcs}, in UTF-8. */
export function jcsBytes(hot: Hot | undefined, text: Uint8Array): Uint8Array | undefined {
  if (!hot) return undefined
  const size = sizeOf(text)
  if (size > hot.buffer.capacity || !hot.buffer.put(text, size, 0)) return undefined
  return canonical(hot, size, (bytes) => bytes.slice())
}

/** What `take` makes of the canonical form of the text that was written. */
function canonical<T>(
  { raw, buffer }: Hot,
  written: number,
  take: (bytes: Uint8Array) => T,
): T | undefined {
  const length = raw.hotJcs(written)
  if (length === ASK) return undefined
  const bytes = buffer.view().subarray(0, length)
  try {
    return take(bytes)
  } finally {
    bytes.fill(0)
  }
}
