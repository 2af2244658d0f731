/**
 * Multibase: text that names its own base in its first letter.
 *
 * Every base of the multiformats table with test vectors, except `base256emoji`. Each is strict:
 * one text for one value in one base.
 *
 * @module
 */

import * as check from '../check.js'
import { call } from '../engine/slot.js'
import { bases } from '../generated/names.js'

export { bases }

/** Name of a base. */
export type Base = (typeof bases)[number]

/**
 * Writes bytes in a base, after the letter of the base.
 *
 * @example
 * ```ts
 * Encoding.multibase.encode(new Uint8Array([0, 255]), 'base58btc') // 'z15Q'
 * ```
 *
 * @throws `ERR_LIMIT_EXCEEDED` where a quadratic base (10, 36, 58) gets more than it takes.
 */
export function encode(bytes: Uint8Array, base: Base): string {
  check.oneOf(base, 'base', bases)
  const checked = check.bytes(bytes, 'bytes')
  return call((engine) => engine.encodingMultibaseEncode(base, checked))
}

/**
 * Reads text: the base that it names, and the bytes.
 *
 * @example
 * ```ts
 * Encoding.multibase.decode('z15Q') // { base: 'base58btc', bytes: Uint8Array [0, 255] }
 * ```
 *
 * @throws `ERR_MULTIBASE_UNKNOWN` for a letter that is not in the table; `ERR_ENCODING_MALFORMED`
 * for text that is not canonical in its base; `ERR_LIMIT_EXCEEDED`.
 */
export function decode(text: string): { base: Base; bytes: Uint8Array } {
  const checked = check.longText(text, 'text')
  const bytes = call((engine) => engine.encodingMultibaseDecode(checked))
  const base = call((engine) => engine.encodingMultibaseBase(checked)) as Base
  return { base, bytes }
}
