/**
 * AgenticIdentity: continuity, competence, spawn.
 *
 * @module
 */

import {
  aidSchema,
  due,
  embedded,
  idOf,
  isOk,
  knownKeys,
  micros,
  type Place,
  part,
  parts,
} from '../aid.js'
import { type Api, attempt, gives, isRecord, judge, Mismatch, Skip, same } from '../case.js'
import { type Schema, text } from '../schema.js'
import type { Row } from './wycheproof.js'

export const aidExperiences: Schema = aidSchema(
  'experiences',
  [
    { has: ['event', 'cumulative_input_utf8'], run: experience },
    { has: ['intensity', 'result'], run: intensity },
  ],
  [
    'cumulative_input_utf8',
    'id_input_utf8',
    'id',
    'cumulative_hash',
    'signature_b64',
    'signed_message_utf8',
  ],
)

export const aidContinuityRecords: Schema = aidSchema(
  'continuity records',
  [
    { has: ['anchor', 'signed_message_utf8'], run: (api, row) => marked(api, row, 'anchor') },
    { has: ['heartbeat', 'signed_message_utf8'], run: (api, row) => marked(api, row, 'heartbeat') },
    { has: ['claim', 'signed_message_utf8'], run: claim },
  ],
  ['id_input_utf8', 'signed_message_utf8'],
)

export const aidContinuity: Schema = aidSchema(
  'continuity',
  [{ has: ['chain', 'gaps', 'grace_period_seconds'], run: continuity }],
  ['impact', 'successor_should'],
)

export const aidAttempts: Schema = aidSchema(
  'attempts',
  [
    { has: ['attempt', 'record_after'], run: attempted },
    { has: ['result.error'], run: score },
  ],
  ['id_input_utf8', 'signed_message_utf8', 'success_rate_display'],
)

export const aidCompetence: Schema = aidSchema(
  'competence',
  [
    { has: ['proof', 'hash_input_utf8'], run: proof },
    { has: ['generate', 'min_attempts'], run: tooLittle },
    { has: ['requirement', 'result', 'now'], run: required },
  ],
  ['hash_input_utf8', 'successor_should'],
)

export const aidSpawns: Schema = aidSchema(
  'spawns',
  [{ has: ['record', 'parent_signed_message_utf8', 'child_ack_message_utf8'], run: spawned }],
  [
    'id_input_utf8',
    'parent_signed_message_utf8',
    'child_ack_message_utf8',
    'receipt_hash_input_utf8',
    'child_name',
  ],
)

export const aidBounds: Schema = aidSchema(
  'spawn bounds',
  [{ has: ['can_spawn', 'parent_ceiling', 'constraints'], run: bounds }],
  ['successor_should'],
)

export const aidLineage: Schema = aidSchema(
  'lineage',
  [
    { has: ['identity', 'records', 'upstream'], run: lineage },
    { has: ['records_after', 'terminated_ids'], run: terminated },
    { has: ['result.error'], run: stranger },
  ],
  ['ancestors', 'descendants', 'terminated_ids', 'receipt_hash_input_utf8'],
)

async function experience(api: Api, row: Row): Promise<void> {
  const event = part(row, 'event')
  const facts = api.Aid.Identity.verifyRecord(event, knownKeys(api), { kind: 'experience' })
  same(facts.hashInput, row['cumulative_input_utf8'], 'hash input')
  same(facts.idInput, row['id_input_utf8'], 'id input')
  same(facts.message, row['signed_message_utf8'], 'message')
  same(
    [facts.id, event['cumulative_hash'], event['signature']],
    [row['id'], row['cumulative_hash'], row['signature_b64']],
  )
  same(await idOf(api, 'aexp_', facts.idInput ?? ''), facts.id, 'id')
}

/** An event of the file, with another intensity, which no signature covers. */
function intensity(api: Api, row: Row, { rows }: Place): void {
  const base = rows.find((row) => isRecord(row['event']))
  if (base === undefined) throw new Error('no event in this file')
  const event = { ...part(base, 'event'), intensity: Number(row['intensity']) }
  const made = attempt(
    () => api.Aid.Identity.verifyRecord(event, knownKeys(api), { kind: 'experience' }),
    true,
  )
  judge('value' in made, isOk(row['result']) ? 'accept' : 'reject')
}

function marked(api: Api, row: Row, kind: 'anchor' | 'heartbeat'): void {
  const facts = api.Aid.Identity.verifyRecord(part(row, kind), knownKeys(api), { kind })
  same(facts.idInput, row['id_input_utf8'], 'id input')
  same(facts.message, row['signed_message_utf8'], 'message')
  for (const name of (row['not_covered_by_signature'] ?? []) as string[])
    if (!facts.uncovered.includes(name)) throw new Mismatch(`"${name}" is not named as uncovered`)
  if (!(facts.witnesses ?? []).every(({ state }) => state === 'ok'))
    throw new Mismatch('a witness is bad')
}

/** The id of a claim holds a time that the claim does not hold; the vector has it. */
async function claim(api: Api, row: Row): Promise<void> {
  const facts = api.Aid.Identity.verifyRecord(part(row, 'claim'), knownKeys(api), { kind: 'claim' })
  same(facts.message, row['signed_message_utf8'], 'message')
  same(await idOf(api, 'aclm_', text(row, 'id_input_utf8')), facts.id, 'id')
  if (!facts.uncovered.includes('id')) throw new Mismatch('"id" is not named as uncovered')
}

function continuity(api: Api, row: Row): void {
  const chain = parts(row, 'chain')
  const graceSeconds = Number(row['grace_period_seconds'])
  const facts = api.Aid.Identity.verifyContinuity(chain, knownKeys(api), { graceSeconds })
  const gaps = facts.gaps.map((gap) => ({
    ...gap,
    start: Number(gap.start),
    end: Number(gap.end),
  }))
  same(gaps, row['gaps'], 'gaps')
  const { verdict, why } = due(row, part(row, 'upstream')['is_valid'] === true)
  judge(facts.continuity === 'continuous', verdict, why)
}

/** Aggregates are compared where the file has every attempt up to this one. */
function attempted(api: Api, row: Row, { rows, index }: Place): void {
  const record = part(row, 'attempt')
  const facts = api.Aid.Identity.verifyAttempt(record, knownKeys(api))
  same(facts.idInput, row['id_input_utf8'], 'id input')
  same(facts.message, row['signed_message_utf8'], 'message')
  same(facts.validation.message ?? null, row['validator_message_utf8'], 'validation')
  same(facts.validation.state, record['validator'] === null ? 'unchecked' : 'ok', 'validation')
  const after = part(row, 'record_after')
  if (Number(after['total']) !== index + 1) throw new Skip('no data in the vector')
  const all = rows.slice(0, index + 1).map((row) => part(row, 'attempt'))
  const { totals, rate } = api.Aid.Identity.checkCompetence(all, knownKeys(api))
  const { success_rate_display, ...sums } = after
  same(totals, sums, 'totals')
  same(rate, success_rate_display, 'rate')
}

function score(api: Api, row: Row, { rows }: Place): void {
  const base = rows.find((row) => isRecord(row['attempt']))
  const found = /-?[\d.]+$/.exec(text(row, 'name'))
  if (base === undefined || found === null) throw new Skip('no data in the vector')
  const record = { ...part(base, 'attempt'), outcome: { Partial: { score: Number(found[0]) } } }
  const outcome = attempt(() => api.Aid.Identity.verifyAttempt(record, knownKeys(api)))
  same('refused' in outcome && outcome.refused, 'ERR_AID_MALFORMED', 'refusal')
}

function proof(api: Api, row: Row): void {
  const recorded = part(row, 'upstream')['is_valid'] === true
  const { verdict, why } = due(row, recorded)
  const now = micros(row['now'])
  const outcome = attempt(() =>
    api.Aid.Identity.verifyCompetence(part(row, 'proof'), knownKeys(api), { now }),
  )
  judge('value' in outcome, verdict, why)
  if ('value' in outcome) same(outcome.value.hashInput, row['hash_input_utf8'], 'hash input')
}

/** A proof of the file does not meet the requirement under which none could be made. */
function tooLittle(api: Api, row: Row, { rows }: Place): void {
  const base = rows.find((row) => row['successor_should'] === 'accept' && isRecord(row['proof']))
  if (base === undefined) throw new Skip('no data in the vector')
  const requirement = {
    min_attempts: Number(row['min_attempts']),
    min_success_rate: Number(row['min_rate']),
  }
  const now = micros(base['now'])
  judge(
    gives(() =>
      api.Aid.Identity.verifyCompetence(part(base, 'proof'), knownKeys(api), { now, requirement }),
    ),
    isOk(row['generate']) ? 'accept' : 'reject',
  )
}

/** The attempts are in another file; they are judged if that has all of them. */
function required(api: Api, row: Row, { file, folder, rows }: Place): void {
  const evidence = rows.find((row) => isRecord(row['proof']))
  const ids = evidence ? part(evidence, 'proof')['evidence_sample'] : []
  const attempts = folder
    .around(file)
    .flatMap(({ json }) => (isRecord(json) && Array.isArray(json['cases']) ? json['cases'] : []))
    .flatMap((other) => (isRecord(other) && isRecord(other['attempt']) ? [other['attempt']] : []))
  const all = (Array.isArray(ids) ? ids : []).map((id) =>
    attempts.find((attempt) => attempt['attempt_id'] === id),
  )
  if (all.length === 0 || all.includes(undefined)) throw new Skip('no data in the vector')
  const order = (attempt: Row | undefined) => Number(attempt?.['timestamp'])
  const sorted = (all as Row[]).sort((a, b) => order(a) - order(b))
  const requirement = part(row, 'requirement')
  const { meets } = api.Aid.Identity.checkCompetence(sorted, knownKeys(api), {
    now: micros(row['now']),
    requirement,
  })
  const result = part(row, 'result')
  for (const name of ['attempts', 'rate', 'streak'] as const)
    same(meets[name], result[`meets_${name}`], name)
}

async function spawned(api: Api, row: Row): Promise<void> {
  const [record, receipt] = [part(row, 'record'), part(row, 'receipt')]
  const facts = api.Aid.Identity.verifySpawn(record, embedded, { receipt })
  same(facts.authority.state, 'ok', 'authority')
  same(facts.idInput, row['id_input_utf8'], 'id input')
  same(await idOf(api, 'aspawn_', facts.idInput), facts.id, 'id')
  same(facts.message, row['parent_signed_message_utf8'], 'message')
  same(facts.acknowledgmentMessage, row['child_ack_message_utf8'], 'acknowledgement')
  const verified = api.Aid.Receipt.verify(receipt, embedded)
  same(verified.hashInput, row['receipt_hash_input_utf8'], 'receipt')
  same(`${facts.type}:${String(record['spawn_purpose'])}`, row['child_name'], 'name of the child')
  const { uncovered } = api.Aid.Identity.verifySpawn(record, embedded)
  for (const name of (row['not_covered_by_signature'] ?? []) as string[])
    if (!/_key$|\*$/.test(name) && !uncovered.includes(name))
      throw new Mismatch(`"${name}" is not named as uncovered`)
}

/** What the parent was granted is its ceiling, unless the case says less. */
function bounds(api: Api, row: Row): void {
  const uris = (name: string) =>
    (row[name] as (string | Row)[]).map((capability) =>
      String(isRecord(capability) ? capability['uri'] : capability),
    )
  const constraints = part(row, 'constraints')
  const less = /granted only (\S+)/.exec(text(row, 'name'))?.[1]
  const note = String(row['successor_should'])
  const full = /max_children/.test(text(row, 'name'))
  const plan = {
    granted: uris('granted'),
    ceiling: uris('ceiling'),
    parentCeiling: uris('parent_ceiling'),
    parentGranted: less === undefined ? uris('parent_ceiling') : [less],
    constraints: constraints as never,
    depth: /depth/.test(note) ? Number(constraints['max_spawn_depth']) : 1,
    children: full ? Number(constraints['max_children']) : 0,
    descendants: 0,
  }
  const { verdict, why } = due(row, isOk(row['spawn']))
  // A limit that is counted, and a decay that nothing defines, refuse.
  const counted = /^(count|enforce)\b/.test(note)
  judge(
    gives(() => api.Aid.Identity.checkSpawn(plan)),
    counted ? 'reject' : verdict,
    why,
  )
}

/** The root is the identity at the top of the first line of the file that has one. */
function rootOf({ rows }: Place): string {
  const root = rows.find((row) => Array.isArray(row['ancestors']) && row['ancestors'].length > 0)
  const line = root?.['ancestors'] as string[] | undefined
  return line?.at(-1) ?? 'aid_nobody'
}

function lineage(api: Api, row: Row, place: Place): void {
  const records = parts(row, 'records')
  const [identity, now] = [text(row, 'identity'), micros(row['now'])]
  const facts = api.Aid.Identity.lineage(
    records,
    { identities: [rootOf(place)] },
    { identity, now },
  )
  for (const name of ['ancestors', 'children', 'descendants'] as const)
    same(facts[name], row[name], name)
  same(facts.depth, part(row, 'upstream')['spawn_depth'], 'depth')
  const note = String(row['successor_should'])
  const upstream = part(row, 'upstream')['is_valid'] === true
  const verdict = /^no\b/.test(note) ? 'reject' : due(row, upstream).verdict
  judge(facts.claimed.length > 0, verdict, note)
  const effective = parts(row, 'get_effective_authority').map(({ uri }) => uri)
  if (facts.claimed.length > 0) same(facts.claimed, effective, 'authority')
  // Without the parents' receipts, only the unsigned word of the records gives authority.
  if (facts.depth > 0) judge(facts.authority.length > 0, 'reject', 'authority by receipt')
  const alone = api.Aid.Identity.lineage(records, { identities: [] }, { identity, now })
  judge(alone.claimed.length > 0, 'reject', 'trust not in the object')
}

/** The records before are those after, not ended. */
function before(row: Row): Row[] {
  return parts(row, 'records_after').map((record) => ({
    ...record,
    terminated: false,
    terminated_at: null,
    termination_reason: null,
  }))
}

function terminated(api: Api, row: Row): void {
  const receipt = part(row, 'receipt')
  const data = part(part(receipt, 'action'), 'data')
  const end = {
    spawn_id: String(data['spawn_id']),
    parent: String(receipt['actor']),
    at: micros(receipt['timestamp']),
    reason: String(data['reason']),
    cascade: data['cascade'] === true,
  }
  const done = api.Aid.Identity.terminateSpawn(before(row), end)
  same(done.terminated, row['terminated_ids'], 'ended')
  same(
    done.records.map((record) => JSON.parse(record)),
    row['records_after'],
    'records',
  )
  const draft = JSON.parse(done.receipt) as Row
  same([draft['action_type'], draft['action']], [receipt['action_type'], receipt['action']])
  const verified = api.Aid.Receipt.verify(receipt, embedded)
  same(verified.hashInput, row['receipt_hash_input_utf8'], 'receipt')
}

function stranger(api: Api, _: Row, { rows }: Place): void {
  const base = rows.find((row) => Array.isArray(row['records_after']))
  const records = base ? before(base) : []
  const [first] = records
  if (first === undefined) throw new Skip('no data in the vector')
  const end = { spawn_id: String(first['id']), parent: 'aid_nobody', at: 0n, reason: 'x' }
  judge(
    gives(() => api.Aid.Identity.terminateSpawn(records, end)),
    'reject',
  )
}
