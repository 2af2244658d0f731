/**
 * Text as UTF-8.
 *
 * @internal
 * @module
 */

const encoder = new TextEncoder()

/** Up to so many units a loop is faster than a call of the host. */
const SHORT = 64

/** WebKit's decoders fail once they have decoded 2 GiB (https://github.com/wasm-bindgen/wasm-bindgen/issues/4471). */
const TIRED = 2 ** 31 - 2 ** 20

let decoder = newDecoder()
let decoded = 0

function newDecoder(): TextDecoder {
  const fresh = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  // WebKit's gives a byte order mark that is not there, the first time (https://github.com/wasm-bindgen/wasm-bindgen/issues/1825).
  fresh.decode()
  return fresh
}

/** The text of `length` bytes from `start`. */
export function decode(bytes: Uint8Array, start: number, length: number): string {
  decoded += length
  if (decoded >= TIRED) {
    decoder = newDecoder()
    decoded = length
  }
  return decoder.decode(bytes.subarray(start, start + length))
}

/** The bytes of `text`. A lone surrogate becomes U+FFFD: `check.text` lets none through. */
export function encode(text: string): Uint8Array {
  return encoder.encode(text)
}

/** Writes `text` from `start`, a byte for each unit. `false` if it has other letters than those of ASCII. */
export function writeAscii(text: string, bytes: Uint8Array, start: number): boolean {
  const { length } = text
  if (length > SHORT)
    return encoder.encodeInto(text, bytes.subarray(start, start + length)).read === length
  for (let index = 0; index < length; index += 1) {
    const unit = text.charCodeAt(index)
    if (unit > 0x7f) return false
    bytes[start + index] = unit
  }
  return true
}
