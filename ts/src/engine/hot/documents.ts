/**
 * Documents on the hot lane.
 *
 * @internal
 * @module
 */

import { sizeOf } from '../../check.js'
import type { Buffer } from './buffer.js'
import { ASK, type Raw } from './raw.js'

/** Each gives `undefined` where the ordinary entry must decide. */
export type DocumentLane = {
  /** The canonical form of JSON text. */
  jcs(text: string): string | undefined
  jcsBytes(text: Uint8Array): Uint8Array | undefined
}

/** Text of at most this many UTF-16 units is within the buffer in UTF-8. */
const MAX_TEXT = 1 << 14

const encoder = new TextEncoder()
const decoder = new TextDecoder()

export function documentLane(raw: Raw, { capacity, view, put }: Buffer): DocumentLane {
  /** What `take` makes of the canonical form of the text that was written. */
  const canonical = <T>(written: number, take: (length: number) => T): T | undefined => {
    const length = raw.hotJcs(written)
    if (length === ASK) return undefined
    try {
      return take(length)
    } finally {
      view().fill(0, 0, length)
    }
  }
  return {
    jcs(text) {
      if (text.length > MAX_TEXT) return undefined
      const { written } = encoder.encodeInto(text, view())
      return canonical(written, (length) => decoder.decode(view().subarray(0, length)))
    },

    jcsBytes(text) {
      const size = sizeOf(text)
      if (size > capacity || !put(text, size, 0)) return undefined
      return canonical(size, (length) => view().slice(0, length))
    },
  }
}
