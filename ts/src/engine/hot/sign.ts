/**
 * Signatures on the hot lane. Each function gives `undefined` where the ordinary entry must decide.
 *
 * @internal
 * @module
 */

import { type Algorithm, algorithms } from '../../algorithm.js'
import { sizeOf } from '../../check.js'
import type { Hot } from '../hot.js'
import { putKey, type Tag } from './key.js'
import { ASK } from './raw.js'

/** How an algorithm is written: its place in the list, from 1. */
const codeOf = (algorithm: Algorithm) => algorithms.indexOf(algorithm) + 1

/** Whether a signature holds, where ECDSA refuses a high S. */
export function verify(
  hot: Hot | undefined,
  algorithm: Algorithm,
  tag: Tag,
  key: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
): boolean | undefined {
  if (!hot) return undefined
  const { raw, buffer } = hot
  const [first, second, third] = [2 + sizeOf(key), sizeOf(message), sizeOf(signature)]
  if (first + second + third > buffer.capacity) return undefined
  const written =
    putKey(buffer, tag, key, first - 2) &&
    buffer.put(message, second, first) &&
    buffer.put(signature, third, first + second)
  const verdict = written ? raw.hotVerify(codeOf(algorithm), first, second, third) : ASK
  return verdict === ASK ? undefined : verdict === 1
}

export function sign(
  hot: Hot | undefined,
  handle: number,
  algorithm: Algorithm,
  message: Uint8Array,
): Uint8Array | undefined {
  if (!hot) return undefined
  const { raw, buffer } = hot
  const size = sizeOf(message)
  if (size > buffer.capacity || !buffer.put(message, size, 0)) return undefined
  const length = raw.hotSign(handle, codeOf(algorithm), size)
  return length === ASK ? undefined : buffer.view().slice(0, length)
}
