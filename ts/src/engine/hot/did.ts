/**
 * DIDs on the hot lane. Each function gives `undefined` where the ordinary entry must decide.
 *
 * @internal
 * @module
 */

import type { Hot } from '../hot.js'
import { ASK } from './raw.js'

/** A DID is at most this many UTF-16 units here; UTF-8 needs up to three bytes each. */
const MAX_DID = 1024

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** The canonical form of a DID. */
export function didParse(hot: Hot | undefined, text: string): string | undefined {
  if (!hot || text.length > MAX_DID) return undefined
  const { raw, buffer } = hot
  const length = raw.hotDidParse(encoder.encodeInto(text, buffer.view()).written)
  if (length === 0) return text
  return length === ASK ? undefined : decoder.decode(buffer.view().subarray(0, length))
}
