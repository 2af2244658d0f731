/**
 * JWKs on the hot lane. Each function gives `undefined` where the ordinary entry must decide.
 *
 * @internal
 * @module
 */

import { sizeOf } from '../../check.js'
import type { Hot } from '../hot.js'
import { putKey, type Tag } from './key.js'
import { ASK } from './raw.js'

/** Characters of one number of a JWK. */
const NUMBER = 43

/** The numbers of a JWK: x, and y of a curve that has it. */
export function jwkPublic(hot: Hot | undefined, tag: Tag, key: Uint8Array): string[] | undefined {
  const size = sizeOf(key)
  // More than any key that has numbers.
  if (!hot || size > NUMBER || !putKey(hot.buffer, tag, key, size)) return undefined
  const length = hot.raw.hotJwkPublic(2 + size)
  return length === ASK ? undefined : numbers(hot.buffer.view(), 2 + size, length)
}

/** As {@link jwkPublic}, with the secret number at the end. */
export function jwkSecret(hot: Hot | undefined, handle: number): string[] | undefined {
  const length = hot?.raw.hotJwkSecret(handle) ?? ASK
  if (!hot || length === ASK) return undefined
  const view = hot.buffer.view()
  try {
    return numbers(view, 0, length)
  } finally {
    view.fill(0, 0, length)
  }
}

function numbers(view: Uint8Array, from: number, length: number): string[] {
  const found: string[] = []
  for (let offset = from; offset < from + length; offset += NUMBER) found.push(number(view, offset))
  return found
}

/** For a text this short several times as fast as `TextDecoder`. */
function number(view: Uint8Array, from: number): string {
  let text = ''
  let offset = from
  for (; offset < from + NUMBER - 8; offset += 8)
    text += String.fromCharCode(
      view[offset] as number,
      view[offset + 1] as number,
      view[offset + 2] as number,
      view[offset + 3] as number,
      view[offset + 4] as number,
      view[offset + 5] as number,
      view[offset + 6] as number,
      view[offset + 7] as number,
    )
  for (; offset < from + NUMBER; offset += 1) text += String.fromCharCode(view[offset] as number)
  return text
}
