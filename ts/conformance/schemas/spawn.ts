/**
 * Our own lineages and negative proofs: ids come out again, every record is signed over its message, ends
 * end what they may, and ceilings and receipts exclude what they should.
 *
 * @module
 */

import { type Api, type Case, isRecord, judge, same } from '../case.js'
import { judgeRecord } from '../ownRecord.js'
import { has, isTable, list, object, type Schema, text, withoutNulls } from '../schema.js'
import type { Row } from './wycheproof.js'

type Lineage = Parameters<Api['Identity']['spawn']['verifyLineage']>[0]

export const ownSpawn: Schema = {
  name: 'lineages',
  matches: ({ json }) =>
    isRecord(json) && isTable(json['lineage'], 'spawn') && isTable(json['ends'], 'end'),
  *cases({ json }): Iterable<Case> {
    const file = json as Row
    const spawns = list(file, 'lineage').map((row) => object(row, 'spawn'))
    yield {
      name: 'ids',
      run: (api) =>
        same(
          spawns.map((spawn) => api.Identity.spawn.id(spawn)),
          file['spawnIds'],
          'ids',
        ),
    }
    yield { name: 'lineage', run: (api) => holds(api, file, spawns) }
    for (const row of list(file, 'ends'))
      yield { name: text(row, 'name'), run: (api) => ended(api, file, row) }
    for (const row of list(file, 'records'))
      yield {
        name: text(object(row, 'record'), 'type'),
        run: (api) => judgeRecord(api, row, file['secrets']),
      }
  },
  expectations: ['spawnIds', 'code', 'message', 'record'],
}

export const ownNegative: Schema = {
  name: 'negative proofs',
  matches: ({ json }) =>
    isRecord(json) &&
    isTable(json['ceilings'], 'capability') &&
    isTable(json['absences'], 'actions'),
  *cases({ json }): Iterable<Case> {
    const file = json as Row
    yield { name: 'declaration', run: (api) => declared(api, file) }
    for (const row of list(file, 'ceilings'))
      yield { name: text(row, 'capability'), run: (api) => excluded(api, file, row) }
    for (const [index, row] of list(file, 'absences').entries())
      yield { name: `absence ${index}`, run: (api) => absent(api, file, row) }
    for (const row of list(file, 'records'))
      yield {
        name: text(object(row, 'record'), 'type'),
        run: (api) => judgeRecord(api, row, file['secrets']),
      }
  },
  expectations: ['declarationId', 'excludedAt', 'code', 'message', 'record', 'lineage'],
}

function setting(api: Api, file: Row) {
  const [first] = list(file, 'lineage')
  const key = text(object(first ?? {}, 'spawn'), 'parentKey')
  return { trust: { key: api.Keys.fromMultikey(key) }, now: new Date(Number(file['now']) * 1000) }
}

function holds(api: Api, file: Row, spawns: readonly Row[]): void {
  const { trust, now } = setting(api, file)
  const lineage = file['lineage'] as Lineage
  const verdict = (key: Row) => {
    const known = { ends: [], family: [], revocations: [], grants: list(file, 'grants') }
    const report = api.Identity.spawn.verifyLineage(lineage, key as never, { now, ...known })
    return Object.values(report.facts).every(({ state }) => state === 'ok')
  }
  judge(verdict(trust), 'accept')
  const child = api.Keys.fromMultikey(text(spawns[0] ?? {}, 'childKey'))
  judge(verdict({ key: child }), 'reject', 'another key')
}

function ended(api: Api, file: Row, row: Row): void {
  const lineage = file['lineage'] as Lineage
  const ends = [object(row, 'end')]
  const { trust, now } = setting(api, file)
  const report = api.Identity.spawn.verifyLineage(lineage, trust, { now, ends })
  const { termination } = report.facts
  same('code' in termination ? termination.code : undefined, row['code'], 'code')
}

function declared(api: Api, file: Row): void {
  const { trust, now } = setting(api, file)
  const said = object(file, 'declaration')
  same(api.Identity.negative.declarationId(said), file['declarationId'], 'id')
  const witnesses = [object(file, 'witness')]
  const found = api.Identity.negative.verifyDeclaration(said, trust, { now, witnesses })
  const [seen] = found.witnesses
  same(seen?.state === 'unchecked' && seen.code, 'ERR_NEGATIVE_KEY', 'whom nobody trusts')
}

function excluded(api: Api, file: Row, row: Row): void {
  const lineage = file['lineage'] as Lineage
  const capability = text(row, 'capability')
  const { trust, now } = setting(api, file)
  const proof = api.Identity.negative.excludeByLineage(lineage, trust, { capability, now })
  const { exclusion, ...around } = proof.facts
  for (const [name, { state }] of Object.entries(around)) same(state, 'ok', name)
  same(proof.excludedBy?.at, row['excludedAt'], 'excludedAt')
  same(exclusion.state === 'ok', has(row, 'excludedAt'), 'exclusion')
}

function absent(api: Api, file: Row, row: Row): void {
  const { actions, from, to, count } = withoutNulls(row)
  const { trust, now } = setting(api, file)
  const receipts = list(file, 'receipts')
  const query = { actions, ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
  const asked = { ...query, now, ...(count !== undefined && { count: Number(count) }) }
  const { facts } = api.Identity.negative.proveAbsence(receipts, trust, asked as never)
  const refused = Object.values(facts).find((fact) => 'code' in fact)
  same(refused && 'code' in refused ? refused.code : undefined, row['code'], 'code')
}
