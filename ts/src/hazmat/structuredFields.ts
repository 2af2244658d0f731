/**
 * Structured Field Values for HTTP (RFC 9651). **Dangerous**: that a field parses says nothing of who
 * wrote it, and of two members of one name the later one counts.
 *
 * | Type | Value | In a field |
 * | --- | --- | --- |
 * | `integer` | a whole number of at most 15 digits | `42` |
 * | `decimal` | a number of at most 12 digits before the point, rounded to 3 behind | `4.5` |
 * | `string` | printable ASCII | `"text"` |
 * | `token` | text | `text` |
 * | `binary` | bytes | `:aGk=:` |
 * | `boolean` | true or false | `?1` |
 * | `date` | whole Unix seconds | `@1659578233` |
 * | `displayString` | Unicode text | `%"f%c3%bc"` |
 *
 * @module
 */

import * as check from '../check.js'
import { print } from '../document.js'
import * as base64 from '../encoding/base64.js'
import { call } from '../engine/slot.js'

/** A value without parameters. */
export type BareItem =
  | { readonly type: 'integer' | 'decimal' | 'date'; readonly value: number }
  | { readonly type: 'string' | 'token' | 'displayString'; readonly value: string }
  | { readonly type: 'boolean'; readonly value: boolean }
  | { readonly type: 'binary'; readonly value: Uint8Array }

/** Names and values, in order. */
export type Parameters = readonly (readonly [name: string, value: BareItem])[]

/** A value with parameters. */
export type Item = { readonly bare: BareItem; readonly parameters?: Parameters }

/** A list inside a list or dictionary. */
export type InnerList = { readonly items: readonly Item[]; readonly parameters?: Parameters }

/** A member of a list or dictionary. */
export type Member = Item | InnerList

/** Members in order. */
export type List = readonly Member[]

/** Names and members, in order. */
export type Dictionary = readonly (readonly [name: string, member: Member])[]

/** What the field of a kind holds. */
export type Field = { readonly item: Item; readonly list: List; readonly dictionary: Dictionary }

/** The kinds of fields. */
export const kinds = ['item', 'list', 'dictionary'] as const

/** A kind of field. */
export type Kind = (typeof kinds)[number]

/**
 * Reads a field. Of several lines, give the values joined by `', '`.
 *
 * @example
 * ```ts
 * const dictionary = StructuredFields.parse('sig1=("@method");created=1', 'dictionary')
 * for (const [label, list] of dictionary) console.log(label, list)
 * ```
 *
 * @throws `ERR_STRUCTURED_FIELD_MALFORMED`; `ERR_LIMIT_EXCEEDED` over 64 KiB, and over 1,024 names of one dictionary or
 * of the parameters of one value.
 */
export function parse<K extends Kind>(field: string, kind: K): Field[K] {
  const text = check.text(field, 'field')
  const name = check.oneOf(kind, 'kind', kinds)
  return JSON.parse(
    call((engine) => engine.structuredFieldsParse(name, text)),
    (_, value) =>
      value?.type === 'binary' ? { ...value, value: base64.decode(value.value) } : value,
  )
}

/**
 * Writes a field in its canonical form. An empty list or dictionary gives `''`: no field at all.
 *
 * @example
 * ```ts
 * StructuredFields.serialize([['u', { bare: { type: 'integer', value: 3 } }]], 'dictionary') // 'u=3'
 * ```
 *
 * @throws `ERR_STRUCTURED_FIELD_VALUE` for what a field cannot carry; `ERR_LIMIT_EXCEEDED` over as many names as
 * {@link parse} reads.
 */
export function serialize<K extends Kind>(field: Field[K], kind: K): string {
  const name = check.oneOf(kind, 'kind', kinds)
  const value = print(
    check.readable('field', () => encodeBytes(field)),
    'field',
  )
  return call((engine) => engine.structuredFieldsSerialize(name, value))
}

/** The same value with its bytes as text. Deeper than a field can be is left for the core to refuse. */
function encodeBytes(value: unknown, depth: number = 0): unknown {
  if (depth > 8 || typeof value !== 'object' || value === null) return value
  if (ArrayBuffer.isView(value)) return base64.encode(check.bytes(value, 'field'))
  if (Array.isArray(value)) return value.map((item) => encodeBytes(item, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, encodeBytes(item, depth + 1)]),
  )
}
