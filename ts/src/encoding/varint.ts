/**
 * Unsigned variable-length integers of multiformats: LEB128, shortest form only.
 *
 * Numbers go up to 2^53 - 1; the format itself to 2^63 - 1.
 *
 * @module
 */

import * as check from '../check.js'
import { call } from '../engine/slot.js'

/**
 * Writes a number, 1 to 8 bytes.
 *
 * @example
 * ```ts
 * Encoding.varint.encode(0xed) // Uint8Array [237, 1]
 * ```
 */
export function encode(value: number): Uint8Array {
  const checked = check.integer(value, 'value')
  return call((engine) => engine.encodingVarintEncode(checked))
}

/**
 * Reads one number from the front of `bytes`.
 *
 * @example
 * ```ts
 * Encoding.varint.decode(new Uint8Array([0xed, 0x01, 7])) // { value: 237, length: 2 }
 * ```
 *
 * @returns The number, and how many bytes it took.
 * @throws `ERR_ENCODING_MALFORMED` for a cut, over-long or non-minimal number; `ERR_LIMIT_EXCEEDED`
 * above 2^53 - 1.
 */
export function decode(bytes: Uint8Array): { value: number; length: number } {
  const checked = check.bytes(bytes, 'bytes')
  const text = call((engine) => engine.encodingVarintDecode(checked))
  return JSON.parse(text) as { value: number; length: number }
}
