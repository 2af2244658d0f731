/**
 * Base 58 with the Bitcoin alphabet, without checksum. One text for one value.
 *
 * @module
 */

import * as check from '../check.js'
import { call } from '../engine/slot.js'

/**
 * Writes bytes.
 *
 * @example
 * ```ts
 * Encoding.base58.encode(new Uint8Array([0, 255])) // '15Q'
 * ```
 * @throws `ERR_LIMIT_EXCEEDED` above 5,998 bytes: the conversion is quadratic.
 */
export function encode(bytes: Uint8Array): string {
  const checked = check.bytes(bytes, 'bytes')
  return call((engine) => engine.encodingBase58Encode(checked))
}

/**
 * Reads text.
 *
 * @example
 * ```ts
 * Encoding.base58.decode('15Q') // Uint8Array [0, 255]
 * ```
 *
 * @throws `ERR_LIMIT_EXCEEDED` above 8,192 characters; `ERR_ENCODING_MALFORMED` for a character outside the alphabet.
 */
export function decode(text: string): Uint8Array {
  const checked = check.text(text, 'text')
  return call((engine) => engine.encodingBase58Decode(checked))
}
