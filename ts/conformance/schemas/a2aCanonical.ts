/**
 * RFC 8785 as A2A uses it (a2a-jcs-v01 of a2a-tck).
 *
 * `MUST-ACCEPT`: the canonical bytes of `input` without its top-level
 * `signatures`. `MUST-REJECT`: `input_raw` is not readable, or is not the
 * canonical form that it claims to be.
 *
 * @module
 */

import { type Api, attempt, type Case, isRecord, judge, same } from '../case.js'
import { hex, object, type Schema, text, utf8 } from '../schema.js'
import type { Row } from './wycheproof.js'

export const a2aCanonical: Schema = {
  name: 'A2A canonicalization',
  matches: ({ json }) =>
    isRecord(json) && json['layer'] === 'canonicalization' && 'disposition' in json,
  *cases(file): Iterable<Case> {
    const row = file.json as Row
    yield { name: text(row, 'id'), run: (api) => judgeRow(api, row, file.text) }
  },
  expectations: ['disposition', 'canonical_utf8_hex'],
}

function judgeRow(api: Api, row: Row, file: string): void {
  const input = typeof row['input_raw'] === 'string' ? row['input_raw'] : rawInput(file)
  // Rule 1 of the section is a reading of its own; the other clauses are of RFC 8785 alone.
  const defaults = /rule-1$/.test(text(row, 'clause')) ? 'rule-1-as-written' : 'served-as-is'
  const outcome = attempt(() => api.Card.canonicalize(input, { reading: { defaults } }))
  const verdict = text(row, 'disposition') === 'MUST-ACCEPT' ? 'accept' : 'reject'
  if (isRecord(row['expected'])) {
    judge('value' in outcome, verdict)
    if ('value' in outcome)
      same(
        utf8(outcome.value),
        hex(object(row, 'expected')['canonical_utf8_hex']),
        'canonical bytes',
      )
    return
  }
  // What claims to be canonical must be its own canonical form.
  const own = 'value' in outcome && outcome.value === input
  judge(own, verdict, text(row, 'clause'))
}

/** The text of `input` as it stands in the file: parsing it here would hide duplicates and number forms. */
function rawInput(file: string): string {
  const start = file.search(/"input"\s*:/)
  const from = file.indexOf(':', start) + 1
  for (let end = from + 1; end <= file.length; end += 1)
    if (
      '}]"el0123456789'.includes(file.charAt(end - 1)) &&
      isJson(file.slice(from, end)) &&
      /^\s*[,}]/.test(file.slice(end))
    )
      return file.slice(from, end).trim()
  throw new Error('no input')
}

function isJson(slice: string): boolean {
  try {
    JSON.parse(slice)
    return true
  } catch {
    return false
  }
}
