/**
 * The tests of the HTTP working group for Structured Fields: `raw` lines to read, or `expected` values
 * to write.
 *
 * @module
 */

import { type Api, attempt, type Case, isRecord, judge, same } from '../case.js'
import { isTable, type Schema, text } from '../schema.js'
import type { Row } from './wycheproof.js'

type Fields = Api['StructuredFields']
type Kind = Parameters<Fields['parse']>[1]
type Bare = { type: string; value: unknown }
type Params = [string, Bare][]
type Item = { bare: Bare; parameters: Params }
type Member = Item | { items: Item[]; parameters: Params }

export const fieldsRead: Schema = {
  name: 'structured fields to read',
  matches: ({ json }) => isTable(json, 'raw', 'header_type', 'name'),
  *cases({ json }): Iterable<Case> {
    for (const row of json as Row[])
      yield { name: text(row, 'name'), run: (api) => reads(api, row) }
  },
  expectations: ['must_fail', 'expected', 'canonical'],
}

export const fieldsWritten: Schema = {
  name: 'structured fields to write',
  matches: ({ json }) => isTable(json, 'expected', 'header_type', 'name'),
  *cases({ json }): Iterable<Case> {
    for (const row of json as Row[])
      yield { name: text(row, 'name'), run: (api) => writes(api, row) }
  },
  expectations: ['must_fail', 'canonical'],
}

function reads(api: Api, row: Row): void {
  const [raw, kind] = [row['raw'] as string[], text(row, 'header_type') as Kind]
  const outcome = attempt(() => api.StructuredFields.parse(raw.join(', '), kind))
  const open = row['can_fail'] === true && !('value' in outcome)
  judge('value' in outcome, open ? 'either' : row['must_fail'] === true ? 'reject' : 'accept')
  if (!('value' in outcome)) return
  same(shown(api, outcome.value, kind), row['expected'], 'value')
  const canonical = (row['canonical'] ?? raw) as string[]
  same(api.StructuredFields.serialize(outcome.value, kind), canonical.join(', '), 'written')
}

function writes(api: Api, row: Row): void {
  const kind = text(row, 'header_type') as Kind
  const value = field(api, row['expected'], kind)
  const outcome = attempt(() => api.StructuredFields.serialize(value as never, kind))
  judge('value' in outcome, row['must_fail'] === true ? 'reject' : 'accept')
  if ('value' in outcome) same(outcome.value, (row['canonical'] as string[]).join(', '), 'written')
}

/** A value in the form of the vectors. */
function shown(api: Api, value: unknown, kind: Kind): unknown {
  if (kind === 'item') return showMember(api, value as Member)
  if (kind === 'list') return (value as Member[]).map((item) => showMember(api, item))
  return (value as [string, Member][]).map(([name, item]) => [name, showMember(api, item)])
}

function showMember(api: Api, member: Member): unknown {
  const parameters = member.parameters.map(([name, bare]) => [name, showBare(api, bare)])
  if ('items' in member) return [member.items.map((item) => showMember(api, item)), parameters]
  return [showBare(api, member.bare), parameters]
}

function showBare(api: Api, { type, value }: Bare): unknown {
  if (type === 'binary')
    return {
      __type: 'binary',
      value: api.Encoding.multibase.encode(value as Uint8Array, 'base32padupper').slice(1),
    }
  if (type === 'token' || type === 'date' || type === 'displayString')
    return { __type: type.toLowerCase(), value }
  return value
}

/** A value of the vectors in our form. */
function field(api: Api, value: unknown, kind: Kind): unknown {
  const entries = value as [string, unknown][]
  if (kind === 'item') return member(api, value)
  if (kind === 'list') return entries.map((item) => member(api, item))
  return entries.map(([name, item]) => [name, member(api, item)])
}

function member(api: Api, value: unknown): unknown {
  const [content, parameters] = value as [unknown, [string, unknown][]]
  const named = parameters.map(([name, item]) => [name, bare(api, item)])
  if (!Array.isArray(content)) return { bare: bare(api, content), parameters: named }
  return { items: content.map((item) => member(api, item)), parameters: named }
}

function bare(api: Api, value: unknown): unknown {
  if (typeof value === 'boolean') return { type: 'boolean', value }
  if (typeof value === 'string') return { type: 'string', value }
  if (typeof value === 'number')
    return { type: Number.isInteger(value) ? 'integer' : 'decimal', value }
  if (!isRecord(value)) throw new Error('the vector has no bare item')
  const type = text(value, '__type')
  if (type !== 'binary')
    return { type: type === 'displaystring' ? 'displayString' : type, value: value['value'] }
  return { type, value: api.Encoding.multibase.decode(`C${text(value, 'value')}`).bytes }
}
