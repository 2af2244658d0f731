/**
 * Base 64 with the URL alphabet, without padding (RFC 4648, section 5). One text for one value.
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
 * Encoding.base64url.encode(new Uint8Array([0, 255])) // 'AP8'
 * ```
 */
export function encode(bytes: Uint8Array): string {
  const checked = check.bytes(bytes, 'bytes')
  return call((engine) => engine.encodingBase64urlEncode(checked))
}

/**
 * Reads text.
 *
 * @example
 * ```ts
 * Encoding.base64url.decode('AP8') // Uint8Array [0, 255]
 * ```
 *
 * @throws `ERR_ENCODING_MALFORMED` for padding, blanks, other letters, or unused bits that are set.
 */
export function decode(text: string): Uint8Array {
  const checked = check.longText(text, 'text')
  return call((engine) => engine.encodingBase64urlDecode(checked))
}
