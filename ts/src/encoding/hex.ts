/**
 * Base 16, lower case (RFC 4648, section 8). One text for one value.
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
 * Encoding.hex.encode(new Uint8Array([0, 255])) // '00ff'
 * ```
 */
export function encode(bytes: Uint8Array): string {
  const checked = check.bytes(bytes, 'bytes')
  return call((engine) => engine.encodingHexEncode(checked))
}

/**
 * Reads text.
 *
 * @example
 * ```ts
 * Encoding.hex.decode('00ff') // Uint8Array [0, 255]
 * ```
 *
 * @throws `ERR_ENCODING_MALFORMED` for an odd length, upper case or any other character.
 */
export function decode(text: string): Uint8Array {
  const checked = check.longText(text, 'text')
  return call((engine) => engine.encodingHexDecode(checked))
}
