/**
 * Logs of did:plc: ours, with the document or the code that each gives, and those of the reference implementation.
 *
 * @module
 */

import { type Api, attempt, type Case, isRecord, same } from '../case.js'
import { isTable, list, type Schema, text } from '../schema.js'
import type { Row } from './wycheproof.js'

export const plcOwn: Schema = {
  name: 'did:plc logs of ours',
  matches: ({ json }) => isRecord(json) && isTable(json['cases'], 'did', 'log'),
  *cases({ json }): Iterable<Case> {
    for (const row of list(json as Row, 'cases'))
      yield { name: text(row, 'name'), run: (api) => judgeOwn(api, row) }
  },
  expectations: ['document', 'code'],
}

function judgeOwn(api: Api, row: Row): void {
  const outcome = attempt(() =>
    api.Did.documentFrom(row['log'] as object, { did: text(row, 'did') }),
  )
  if ('value' in outcome) same(outcome.value, row['document'], 'document')
  else same(outcome.refused, row['code'], 'code')
}

export const plcLog: Schema = {
  name: 'did:plc log',
  matches: ({ json }) => isTable(json, 'did', 'operation', 'cid', 'nullified'),
  *cases({ json }): Iterable<Case> {
    const entries = json as Row[]
    yield { name: String(entries[0]?.['did']), run: (api) => judgeLog(api, entries) }
  },
  expectations: ['cid', 'sig', 'prev', 'nullified'],
}

/** The document is that of the last operation that is not nullified. */
function judgeLog(api: Api, entries: readonly Row[]): void {
  const document = api.Did.documentFrom(entries, { did: String(entries[0]?.['did']) })
  const operation = entries.filter((entry) => entry['nullified'] === false).at(-1)?.['operation']
  same(document.alsoKnownAs, (operation as Row)['alsoKnownAs'], 'alsoKnownAs')
}
