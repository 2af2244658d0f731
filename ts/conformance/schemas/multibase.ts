/**
 * Multibase CSV files: encodings of one value, the table of prefixes, the table of codecs.
 *
 * | First row | What a row asks |
 * | --- | --- |
 * | `encoding, "value"` | encodes to and decodes from the text |
 * | `non-canonical encoding, "value"` | decodes, or is refused: these differ from the canonical form by case only |
 * | `Unicode, character, encoding, …` | the prefix is that character |
 * | `name,tag,code,…` | the code is written and read as a varint; a key type of ours has that code |
 *
 * @module
 */

import { type Api, attempt, type Case, gives, judge, Mismatch, Skip, same } from '../case.js'
import { type Schema, utf8 } from '../schema.js'
import { decodeMultikey, keyOf, typesByCodec } from '../subject.js'

const valueHeader = /^(non-canonical encoding|encoding),\s*"(.*)"$/

export const multibaseValues: Schema = {
  name: 'multibase values',
  matches: ({ text }) => valueHeader.test(firstLine(text)),
  *cases({ text }): Iterable<Case> {
    const [, kind, escaped] = valueHeader.exec(firstLine(text)) ?? []
    const value = unescaped(escaped ?? '')
    for (const row of rows(text)) {
      const [base = '', quoted = ''] = split(row, 2)
      const encoded = quoted.replace(/^"|"$/g, '')
      yield { name: base, run: (api) => valueRow(api, base, encoded, value, kind === 'encoding') }
    }
  },
  expectations: [],
  lines: (line) => /^(?!base45|proquint|base256emoji)\S+,\s*"(.*)"$/.exec(line.trim())?.[1],
}

function valueRow(
  api: Api,
  base: string,
  encoded: string,
  value: Uint8Array,
  canonical: boolean,
): void {
  if (!offered(api, base)) throw new Skip('base not offered')
  const decoded = attempt(() => api.Encoding.multibase.decode(encoded))
  if (canonical) {
    same(api.Encoding.multibase.encode(value, base as never), encoded, 'encoded')
    if (!('value' in decoded)) throw new Mismatch(`${encoded} is refused`)
  }
  if ('value' in decoded) same(decoded.value.bytes, value, 'decoded')
}

/** The bases without a prefix (`none`) and those that the API does not name. */
function offered(api: Api, base: string): boolean {
  return (api.Encoding.multibase.bases as readonly string[]).includes(base)
}

export const multibaseTable: Schema = {
  name: 'multibase prefixes',
  matches: ({ text }) => /^Unicode,\s*character,\s*encoding,/.test(text),
  *cases({ text }): Iterable<Case> {
    for (const row of rows(text)) {
      const [unicode = '', , base = ''] = split(row, 5)
      const prefix = String.fromCodePoint(Number.parseInt(unicode.slice(2), 16))
      yield {
        name: base === 'none' ? `${unicode} reserved` : base,
        run: (api) => (base === 'none' ? reserved(api, prefix) : prefixRow(api, base, prefix)),
      }
    }
  },
  expectations: [],
}

function prefixRow(api: Api, base: string, prefix: string): void {
  if (!offered(api, base)) throw new Skip('base not offered')
  const encoded = api.Encoding.multibase.encode(utf8('x'), base as never)
  same(encoded.slice(0, prefix.length), prefix, 'prefix')
}

function reserved(api: Api, prefix: string): void {
  judge(
    gives(() => api.Encoding.multibase.decode(`${prefix}0`)),
    'reject',
    'reserved prefix',
  )
}

export const multicodecTable: Schema = {
  name: 'multicodec codes',
  matches: ({ text }) => /^name,\s*tag,\s*code,/.test(text),
  *cases({ text }): Iterable<Case> {
    for (const row of rows(text)) {
      const [name = '', , code = ''] = split(row, 5)
      yield { name, run: (api) => codecRow(api, name, Number(code)) }
    }
  },
  expectations: [],
}

function codecRow(api: Api, name: string, code: number): void {
  const prefix = api.Encoding.varint.encode(code)
  same(api.Encoding.varint.decode(prefix).value, code, 'varint')
  const type = typesByCodec[name]
  if (type === undefined) refusesCodec(api, prefix)
  else {
    const key = keyOf(api, type)
    same(decodeMultikey(api, prefix, key.bytes), key, 'Multikey')
  }
}

function refusesCodec(api: Api, prefix: Uint8Array): void {
  const read = gives(() => decodeMultikey(api, prefix, new Uint8Array(33)))
  judge(read, 'reject', 'not a key type of ours')
}

function firstLine(text: string): string {
  return (text.split('\n')[0] ?? '').trim()
}

function rows(text: string): string[] {
  return text
    .split('\n')
    .slice(1)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** Cells of a row; only the last one may hold commas. */
function split(row: string, count: number): string[] {
  const cells = row.split(',')
  return [...cells.slice(0, count - 1), cells.slice(count - 1).join(',')].map((cell) => cell.trim())
}

/** C escapes: `\x00` and backslash. */
function unescaped(text: string): Uint8Array {
  const parts = text.split(/(\\x[0-9a-fA-F]{2}|\\\\)/)
  return new Uint8Array(parts.flatMap((part) => [...escaped(part)]))
}

function escaped(part: string): Uint8Array {
  if (part === '\\\\') return utf8('\\')
  return part.startsWith('\\x') ? new Uint8Array([Number.parseInt(part.slice(2), 16)]) : utf8(part)
}
