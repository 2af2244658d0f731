/**
 * AgenticIdentity: negative proofs and declarations.
 *
 * @module
 */

import { aidSchema, due, knownKeys, type Place, part } from '../aid.js'
import { type Api, attempt, isRecord, judge, Mismatch, Skip, same } from '../case.js'
import { type Schema, text } from '../schema.js'
import type { Row } from './wycheproof.js'

export const aidNegative: Schema = aidSchema(
  'negative proofs',
  [
    { has: ['proof', 'verify'], run: negative },
    { has: ['declaration', 'signed_message_utf8'], run: declaration },
    { has: ['same_id', 'same_signature'], run: commas },
    { has: ['capability', 'ceiling', 'result'], run: impossible },
    { has: ['error'], run: possible },
  ],
  ['hash_input_utf8', 'id_input_utf8', 'signed_message_utf8', 'result'],
)

function negative(api: Api, row: Row): void {
  const recorded = part(row, 'verify')['is_valid'] === true
  const { verdict, why } = due(row, recorded)
  const outcome = attempt(() => api.Aid.Identity.verifyNegative(part(row, 'proof'), knownKeys(api)))
  judge('value' in outcome, verdict, why)
  if (!('value' in outcome) || row['hash_input_utf8'] === undefined) return
  same(outcome.value.hashInput, row['hash_input_utf8'], 'hash input')
  for (const name of (row['not_covered_by_hash'] ?? []) as string[])
    if (!outcome.value.uncovered.includes(name))
      throw new Mismatch(`"${name}" is not named as uncovered`)
}

function declaration(api: Api, row: Row): void {
  const facts = api.Aid.Identity.verifyDeclaration(part(row, 'declaration'), knownKeys(api))
  same(facts.message, row['signed_message_utf8'], 'message')
  same(facts.idInput, row['id_input_utf8'], 'id input')
  if (!facts.witnesses.every(({ state }) => state === 'ok')) throw new Mismatch('a witness is bad')
}

/** Two lists have the same signature: the list with a comma in a capability is refused. */
function commas(api: Api, _: Row, { rows }: Place): void {
  const base = rows.find((row) => isRecord(row['declaration']))
  if (base === undefined) throw new Skip('no data in the vector')
  const joined = { ...part(base, 'declaration'), cannot_do: ['a,b'] }
  const outcome = attempt(() => api.Aid.Identity.verifyDeclaration(joined, knownKeys(api)))
  same('refused' in outcome && outcome.refused, 'ERR_AID_CAPABILITY', 'refusal')
}

/** Where the reason is a spawn, the record is not in the vector. */
function impossible(api: Api, row: Row): void {
  const [result, ceiling] = [text(row, 'result'), row['ceiling'] as string[]]
  if (/^Some\((Spawn|Volun)/.test(result)) throw new Skip('no data in the vector')
  const asked = { identity: 'aid_nobody', capability: text(row, 'capability') }
  const reason = api.Aid.Identity.findReason({ ceiling }, knownKeys(api), asked)
  same(reason === null ? 'None' : `Some(${String(reason)})`, result, 'reason')
}

/** What is in the ceiling is not impossible. */
function possible(api: Api, row: Row, { rows }: Place): void {
  const base = rows.find((row) => Array.isArray(row['ceiling']) && row['ceiling'].length > 0)
  const capability = /'([^']+)'$/.exec(text(row, 'error'))?.[1]
  if (base === undefined || capability === undefined) throw new Skip('no data in the vector')
  const evidence = { ceiling: base['ceiling'] as string[] }
  const asked = { identity: 'aid_nobody', capability }
  same(api.Aid.Identity.findReason(evidence, knownKeys(api), asked), null, 'reason')
}
