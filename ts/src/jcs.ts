/**
 * JSON Canonicalization Scheme (RFC 8785): one text for one JSON value.
 *
 * @module
 */

import * as check from './check.js'
import { type JsonValue, limit, print, receive } from './document.js'
import * as hot from './engine/hot/documents.js'
import { call } from './engine/slot.js'

/**
 * The canonical form of a JSON text, or of a value.
 *
 * A string or bytes are a JSON text, read strictly: no member twice, no lone surrogate, no integer beyond ±(2^53 - 1),
 * no more than 17 digits, at most 64 levels and 1 MiB. Any other value is taken as it is in JavaScript, with its
 * numbers as doubles.
 *
 * @example
 * ```ts
 * Encoding.jcs('{"b": 1.0, "a": "\\u20ac"}') // '{"a":"€","b":1}'
 * Encoding.jcs({ b: 1, a: '€' }) // the same
 * ```
 *
 * @throws `ERR_JSON_DUPLICATE`, `ERR_JSON_NUMBER`, `ERR_JSON_SURROGATE` and the other `ERR_JSON_`
 * codes; `ERR_ARGUMENT` for a value that JSON cannot carry.
 */
export function jcs(value: JsonValue | Uint8Array): string {
  if (typeof value === 'string' || ArrayBuffer.isView(value)) {
    const { text } = receive(value, 'value')
    return call((engine) => hot.jcs(engine.hot, text) ?? engine.encodingJcs(text))
  }
  const text = print(value, 'value')
  return call((engine) => engine.encodingJcsDoubles(text))
}

/**
 * {@link jcs} in UTF-8: the bytes to hash or sign.
 *
 * @throws As {@link jcs}.
 */
export function jcsBytes(value: JsonValue | Uint8Array): Uint8Array {
  if (!ArrayBuffer.isView(value)) return new TextEncoder().encode(jcs(value))
  const text = check.source(value, 'value')
  limit(check.sizeOf(text))
  return call(
    (engine) =>
      hot.jcsBytes(engine.hot, text) ?? engine.encodingJcsBytes(check.bytes(text, 'value')),
  )
}
