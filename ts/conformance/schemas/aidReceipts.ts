/**
 * AgenticIdentity: receipts, witnesses, chains, collisions, queries.
 *
 * @module
 */

import { aidSchema, due, embedded, isOk, part, parts, withSeed } from '../aid.js'
import { type Api, attempt, judge, Mismatch, Skip, same } from '../case.js'
import { type Schema, text, toHex, utf8 } from '../schema.js'
import type { Row } from './wycheproof.js'

export const aidReceipts: Schema = aidSchema(
  'receipts',
  [{ has: ['receipt', 'hash_input_utf8', 'receipt_json_compact'], run: receipt }],
  [
    'hash_input_utf8',
    'hash_input_hex',
    'id',
    'receipt_hash',
    'signature_b64',
    'signature_hex',
    'action_tag',
    'action_json',
    'receipt_json_compact',
    'signed_message_utf8',
  ],
)

export const aidReceiptVerdicts: Schema = aidSchema(
  'receipt verdicts',
  [{ has: ['receipt', 'upstream_verify'], run: verdict }],
  ['successor_should'],
)

export const aidReceiptChains: Schema = aidSchema(
  'receipt chains',
  [{ has: ['chain', 'upstream_verify_chain'], run: chain }],
  ['successor_should'],
)

export const aidReceiptCollisions: Schema = aidSchema(
  'receipt collisions',
  [{ has: ['a', 'b', 'hash_input_a', 'hash_input_b'], run: collision }],
  ['hash_input_a', 'hash_input_b'],
)

export const aidQueries: Schema = aidSchema(
  'queries',
  [
    { has: ['result_indexes'], run: queries },
    { has: ['by_actor', 'by_time', 'len'], run: twice },
  ],
  ['result_indexes'],
)

/** Verified, and issued again from its own text, so that numbers keep their spelling. */
function receipt(api: Api, row: Row): void {
  const wire = text(row, 'receipt_json_compact')
  const facts = api.Aid.Receipt.verify(wire, embedded)
  same(facts.receipt, wire, 'text')
  same(JSON.parse(wire), part(row, 'receipt'), 'receipt')
  same(facts.hashInput, text(row, 'hash_input_utf8'), 'hash input')
  same(toHex(utf8(facts.hashInput)), row['hash_input_hex'], 'hash input in hex')
  same(facts.type, row['action_tag'], 'tag')
  const action = text(row, 'action_json')
  if (!wire.includes(`"action":${action},`)) throw new Mismatch('action_json is not in the receipt')
  const { action_type, timestamp, context_hash, previous_receipt } = part(row, 'receipt')
  const rest = { action_type, timestamp, context_hash, previous_receipt }
  const draft = `{"action":${action},${JSON.stringify(rest).slice(1)}`
  const issued = withSeed(api, row['signer_seed_hex'], (signer) =>
    api.Aid.Receipt.issue(draft, signer),
  )
  same(issued, wire, 'issued')
  const made = JSON.parse(issued) as Row
  same(
    [made['id'], made['receipt_hash'], made['signature']],
    [row['id'], row['receipt_hash'], row['signature_b64']],
  )
  same(made['receipt_hash'], row['signed_message_utf8'], 'signed message')
  const signature = api.Encoding.base64.decode(String(made['signature']))
  same(toHex(signature), row['signature_hex'], 'signature')
}

/** A note about a witness leaves the receipt good, and that witness bad. */
function verdict(api: Api, row: Row): void {
  const note = String(row['successor_should'])
  const aboutWitness = /witness/.test(note)
  const recorded = part(row, 'upstream_verify')['signature_valid'] === true
  const expected = aboutWitness ? { verdict: 'accept' as const, why: note } : due(row, recorded)
  const outcome = attempt(() => api.Aid.Receipt.verify(part(row, 'receipt'), embedded))
  judge('value' in outcome, expected.verdict, expected.why)
  if ('value' in outcome)
    same(
      outcome.value.witnesses.some(({ state }) => state === 'failed'),
      aboutWitness,
      'a bad witness',
    )
  const untrusted = attempt(() =>
    api.Aid.Receipt.verify(part(row, 'receipt'), { identities: ['aid_nobody'] }),
  )
  judge('value' in untrusted, 'reject', 'trust not in the object')
}

function chain(api: Api, row: Row, { rows }: { rows: readonly Row[] }): void {
  const receipts = parts(row, 'chain')
  const { verdict, why } = due(row, isOk(row['upstream_verify_chain']))
  const report = api.Aid.Receipt.verifyChain(receipts, embedded)
  const { signatures, linkage, actor, time } = report.facts
  const good = [signatures, linkage, actor, time].every((fact) => !('code' in fact))
  judge(good, verdict, why)
  const first = receipts[0]
  if (verdict === 'accept' && first)
    same(report.complete, first['previous_receipt'] === null, 'whether the root is there')
  if (/report/.test(why) && first && !/partial/.test(why))
    judge(report.badWitnesses > 0, 'accept', 'a bad witness is reported')
  if (/fork/.test(why)) forks(api, rows)
}

/** Beside the other branches, a fork is seen. */
function forks(api: Api, rows: readonly Row[]): void {
  const all = rows.flatMap((row) => parts(row, 'chain'))
  const good = all.filter(
    (receipt) => 'value' in attempt(() => api.Aid.Receipt.verify(receipt, embedded)),
  )
  if (api.Aid.Receipt.findForks(good, embedded).length === 0) throw new Mismatch('no fork is found')
}

/** At most one of two receipts with the same hash holds, and it has that hash input. */
function collision(api: Api, row: Row): void {
  const accepted = (['a', 'b'] as const).flatMap((name) => {
    const outcome = attempt(() => api.Aid.Receipt.verify(part(row, name), embedded))
    if (!('value' in outcome)) return []
    same(outcome.value.hashInput, row[`hash_input_${name}`], 'hash input')
    return [outcome.value.receipt]
  })
  same(row['hash_input_a'], row['hash_input_b'], 'hash inputs')
  if (new Set(accepted).size > 1) throw new Mismatch('two receipts with one hash hold')
}

/** The six receipts that the file describes: two actors in turn, two types in turn, a second apart. */
function six(api: Api): string[] {
  const made: string[] = []
  for (let index = 0; index < 6; index += 1) {
    const before = made.at(-1)
    const draft = {
      action_type: index % 2 === 0 ? 'Decision' : 'Observation',
      action: { description: `r${index}`, references: [] },
      timestamp: 1735689600000000n + BigInt(index) * 1_000_000n,
      previous_receipt: before === undefined ? null : String(JSON.parse(before).id),
    } as const
    const seed = index % 2 === 0 ? '01' : '02'
    made.push(withSeed(api, seed.repeat(32), (signer) => api.Aid.Receipt.issue(draft, signer)))
  }
  return made
}

/** Rule "whole line after a root": AgenticIdentity gives only what follows directly. */
function queries(api: Api, row: Row): void {
  const receipts = six(api)
  const wanted = wantedBy(text(row, 'name'), receipts)
  const found = api.Aid.Receipt.query(receipts, embedded, wanted).map(({ index }) => index)
  const recorded = row['result_indexes']
  if (wanted.chain_root === undefined) {
    same(found, recorded, 'indexes')
    return
  }
  const root = receipts.findIndex((receipt) => receipt.includes(`"id":"${wanted.chain_root}"`))
  const { oldest_first = false, limit = 6 } = wanted
  const after = [5, 4, 3, 2, 1, 0].filter((index) => index > root)
  same(found, (oldest_first ? after.reverse() : after).slice(0, limit), 'indexes')
  same(recorded, root + 1 < 6 ? [root + 1] : [], 'what follows directly')
}

type Query = NonNullable<Parameters<Api['Aid']['Receipt']['query']>[2]>

/** What the name of a row says is asked for, in terms of the six receipts. */
function wantedBy(name: string, receipts: readonly string[]): Query {
  const told = (pattern: RegExp) => pattern.exec(name)?.slice(1).map(Number)
  const all = receipts.map((receipt) => JSON.parse(receipt) as { actor: string; id: string })
  const second = (index: number) => 1735689600000000n + BigInt(index) * 1_000_000n
  const [actor] = told(/actor (\d)/) ?? []
  const [from, until = from] = told(/(\d)\.\.(\d)/) ?? []
  const [since] = told(/(?:from|since) r?(\d)/) ?? [from]
  const [to] = told(/(?:until|to|before) r?(\d)/) ?? [until]
  const [root] = told(/chain_root.* r(\d)/) ?? (/chain_root/.test(name) ? [0] : [])
  const [limit] = told(/limit (\d+)/) ?? []
  const type = typeOf(name)
  const wanted = {
    ...(actor !== undefined && { actor: all[actor - 1]?.actor ?? 'aid_nobody' }),
    ...(/unknown actor/.test(name) && { actor: 'aid_nobody' }),
    ...(root !== undefined && { chain_root: all[root]?.id ?? 'arec_nothing' }),
    ...(type !== undefined && { action_type: type }),
    ...(since !== undefined && { from: second(since) }),
    ...(to !== undefined && { until: second(to) }),
    ...(/oldest/.test(name) && { oldest_first: true }),
    ...(limit !== undefined && { limit }),
  }
  const plain = /\b(all|newest|everything|no filter)\b/.test(name)
  if (Object.keys(wanted).length === 0 && !plain) throw new Skip('no data in the vector')
  return wanted
}

function typeOf(name: string): 'Observation' | 'Decision' | undefined {
  if (/observation/i.test(name)) return 'Observation'
  return /decision/i.test(name) ? 'Decision' : undefined
}

/** Rule "each once": a receipt that came twice is found once. */
function twice(api: Api, row: Row): void {
  const [first] = six(api) as [string]
  const found = api.Aid.Receipt.query([first, first], embedded, {})
  same(found.length, row['len'], 'how many')
}
