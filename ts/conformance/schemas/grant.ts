/**
 * Our own grants: ids come out again, every record is signed over its message, and the chain holds
 * under the key of its first issuer and under no other.
 *
 * @module
 */

import { type Api, type Case, isRecord, judge, same } from '../case.js'
import { judgeRecord } from '../ownRecord.js'
import { isTable, list, type Schema, text } from '../schema.js'
import type { Row } from './wycheproof.js'

export const ownGrant: Schema = {
  name: 'grants',
  matches: ({ json }) =>
    isRecord(json) && isTable(json['records'], 'record', 'message') && Array.isArray(json['ids']),
  *cases({ json }): Iterable<Case> {
    const file = json as Row
    const chain = list(file, 'chain')
    yield {
      name: 'ids',
      run: (api) =>
        same(
          chain.map((grant) => api.Grant.id(grant)),
          file['ids'],
          'ids',
        ),
    }
    yield { name: 'chain', run: (api) => holds(api, file, chain) }
    for (const row of list(file, 'records'))
      yield {
        name: text(row['record'] as Row, 'type'),
        run: (api) => judgeRecord(api, row, file['secrets']),
      }
  },
  expectations: ['ids', 'message', 'signature', 'record'],
}

function holds(api: Api, file: Row, chain: readonly Row[]): void {
  const now = new Date(Number(file['now']) * 1000)
  const verdict = (key: string) => {
    const trust = { key: api.Keys.fromMultikey(key) }
    const report = api.Grant.verifyChain(chain, trust, { now, revocations: [] })
    return Object.values(report.facts).every(({ state }) => state === 'ok')
  }
  const [root] = chain
  judge(verdict(text(root ?? {}, 'issuerKey')), 'accept')
  judge(verdict(text(root ?? {}, 'subjectKey')), 'reject', 'another key')
}
