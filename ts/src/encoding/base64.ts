/**
 * Base 64 with the standard alphabet and padding (RFC 4648, section 4). One text for one value.
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
 * Encoding.base64.encode(new Uint8Array([0, 255])) // 'AP8='
 * ```
 */
export function encode(bytes: Uint8Array): string {
  const checked = check.bytes(bytes, 'bytes')
  return call((engine) => engine.encodingBase64Encode(checked))
}

/**
 * Reads text.
 *
 * @example
 * ```ts
 * Encoding.base64.decode('AP8=') // Uint8Array [0, 255]
 * ```
 *
 * @throws `ERR_ENCODING_MALFORMED` for missing padding, blanks, other letters, or unused bits that are set.
 */
export function decode(text: string): Uint8Array {
  const checked = check.longText(text, 'text')
  return call((engine) => engine.encodingBase64Decode(checked))
}
