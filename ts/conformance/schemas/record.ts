/**
 * Our own continuity and competence: the receipts are read, every fact and count is found again, and what
 * was left out is missed.
 *
 * @module
 */

import { type Api, type Case, isRecord, judge, same } from '../case.js'
import { isTable, list, object, type Schema, withoutNulls } from '../schema.js'
import type { Row } from './wycheproof.js'

export const ownContinuity: Schema = {
  name: 'continuity',
  matches: ({ json }) =>
    isRecord(json) && isTable(json['experiences'], 'receipt', 'id', 'anchors') && 'report' in json,
  *cases({ json }): Iterable<Case> {
    const file = json as Row
    const rows = list(file, 'experiences')
    yield { name: 'ids', run: (api) => checkIds(api, rows) }
    yield { name: 'facts', run: (api) => continues(api, file, rows, object(file, 'report')) }
    const cut = object(file, 'cut')
    const rest = rows.filter((_, index) => index !== cut['without'])
    yield { name: 'one left out', run: (api) => continues(api, file, rest, object(cut, 'report')) }
  },
  expectations: ['id', 'signature', 'longestSilence', 'gapCount', 'anchored'],
}

export const ownCompetence: Schema = {
  name: 'competence',
  matches: ({ json }) =>
    isRecord(json) &&
    isTable(json['attempts'], 'receipt', 'id') &&
    isTable(json['validations'], 'receipt', 'id'),
  *cases({ json }): Iterable<Case> {
    const file = json as Row
    const [attempts, validations] = [list(file, 'attempts'), list(file, 'validations')]
    yield { name: 'ids', run: (api) => checkIds(api, [...attempts, ...validations]) }
    yield {
      name: 'counts',
      run: (api) => same(counted(api, file), object(file, 'report'), 'report'),
    }
    yield { name: 'one left out', run: (api) => missed(api, file) }
  },
  expectations: ['id', 'signature', 'rate', 'successes'],
}

function checkIds(api: Api, rows: readonly Row[]): void {
  for (const row of rows) same(api.Receipt.id(object(row, 'receipt')), row['id'], 'id')
}

function receipts(rows: readonly Row[]): object[] {
  return rows.map((row) => object(row, 'receipt'))
}

/** The keys of the file under their ids. */
function trusted(api: Api, file: Row) {
  const keys = Object.entries(object(file, 'keys')).map(([name, key]) => ({
    id: `did:web:${name}.example#key-1`,
    key: api.Keys.fromMultikey(String(key)),
  }))
  return { keys }
}

function continues(api: Api, file: Row, rows: readonly Row[], report: object): void {
  const { now, from, challenge, ...bounds } = withoutNulls(object(file, 'policy'))
  const facts = api.Identity.continuity.verify(receipts(rows), trusted(api, file), {
    ...bounds,
    now: new Date(Number(now)),
    from: new Date(Number(from)),
    challenge: api.Encoding.base64url.decode(String(challenge)),
  })
  const { parsed, ...found } = facts
  judge(parsed, 'accept', 'parsed')
  same(found, report, 'report')
}

function counted(api: Api, file: Row, skip?: number): object {
  const { now, domain, ...minimum } = withoutNulls(object(file, 'policy'))
  const attempts = receipts(list(file, 'attempts')).filter((_, index) => index !== skip)
  const proof = { receipts: attempts, validations: receipts(list(file, 'validations')) }
  const asked = { now: new Date(Number(now)), domain: String(domain), minimum }
  const facts = api.Identity.competence.verify(proof, trusted(api, file), asked)
  const { parsed, ...found } = facts
  judge(parsed, 'accept', 'parsed')
  return found
}

/** Whichever receipt is left out, the facts differ from those of the whole, and no policy accepts them. */
function missed(api: Api, file: Row): void {
  for (const [index] of list(file, 'attempts').entries()) {
    const report = counted(api, file, index) as ReturnType<Api['Identity']['competence']['verify']>
    let isValid = true
    try {
      api.requireFacts(report)
    } catch {
      isValid = false
    }
    judge(isValid, 'reject', `without ${index}`)
  }
}
