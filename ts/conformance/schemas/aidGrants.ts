/**
 * AgenticIdentity: grants, chains, capabilities, delegation, revocations.
 *
 * @module
 */

import { aidSchema, due, embedded, isOk, micros, part, parts, withSeed } from '../aid.js'
import { type Api, attempt, gives, isRecord, judge, Mismatch, same } from '../case.js'
import type { Rule } from '../rules.js'
import { type Schema, text, toHex, utf8 } from '../schema.js'
import type { Row } from './wycheproof.js'

export const aidGrants: Schema = aidSchema(
  'grants',
  [
    { has: ['grant', 'hash_input_utf8', 'grant_json_compact'], run: grant },
    { has: ['sign.error'], run: noCapability },
    { has: ['panicked'], run: shortGrantor },
  ],
  [
    'hash_input_utf8',
    'hash_input_hex',
    'id',
    'grant_hash',
    'signature_b64',
    'capabilities_json',
    'constraints_json',
    'grant_json_compact',
    'signed_message_utf8',
    'ack_message_utf8',
  ],
)

export const aidGrantVerdicts: Schema = aidSchema(
  'grant verdicts',
  [{ has: ['grant', 'capability', 'upstream_verify'], run: verdict }],
  ['successor_should'],
)

export const aidGrantChains: Schema = aidSchema(
  'grant chains',
  [{ has: ['chain', 'capability', 'upstream_verify'], run: chain }],
  ['successor_should'],
)

export const aidGrantCollisions: Schema = aidSchema(
  'grant collisions',
  [
    { has: ['field', 'name'], run: field },
    { has: ['a.grantor', 'b.grantor'], run: collision },
  ],
  ['field'],
)

export const aidCapabilities: Schema = aidSchema(
  'capabilities',
  [
    { has: ['pattern', 'uri', 'allowed'], run: capability },
    { has: ['granted', 'requested', 'cover_all'], run: capabilitySet },
  ],
  ['allowed', 'cover_all'],
)

export const aidDelegation: Schema = aidSchema(
  'delegation',
  [{ has: ['parent', 'requested', 'result'], run: delegation }],
  ['successor_should'],
)

export const aidRevocations: Schema = aidSchema(
  'revocations',
  [{ has: ['revocation', 'verify_signature'], run: revocation }],
  ['signed_message_utf8', 'signature'],
)

/** Verified, and issued again; its maker's word first, then the acknowledgement. */
function grant(api: Api, row: Row, { rows }: { rows: readonly Row[] }): void {
  const wire = text(row, 'grant_json_compact')
  const facts = api.Aid.Grant.verify(wire, embedded)
  same(facts.grant, wire, 'text')
  same(JSON.parse(wire), part(row, 'grant'), 'grant')
  same(facts.hashInput, text(row, 'hash_input_utf8'), 'hash input')
  same(toHex(utf8(facts.hashInput)), row['hash_input_hex'], 'hash input in hex')
  const { grantee_key, ...grant } = part(row, 'grant')
  const draft = draftOf(row)
  const key = { type: 'Ed25519' as const, bytes: api.Encoding.base64.decode(String(grantee_key)) }
  const parent = parentOf(grant, rows)
  // Parent and depth of a delegated grant follow from its parent, which need not be in the file.
  if (grant['parent_grant'] !== null && parent === undefined) return
  const issued = withSeed(api, row['grantor_seed_hex'], (signer) =>
    api.Aid.Grant.issue(draft, signer, { grantee: key, ...(parent !== undefined && { parent }) }),
  )
  const seed = row['grantee_seed_hex']
  const done = seed
    ? withSeed(api, seed, (signer) => api.Aid.Grant.acknowledge(issued, signer))
    : issued
  same(done, wire, 'issued')
  const made = JSON.parse(done) as Row
  same(
    [made['id'], made['grant_hash'], made['grantor_signature']],
    [row['id'], row['grant_hash'], row['signature_b64']],
  )
  same(made['grant_hash'], row['signed_message_utf8'], 'signed message')
  if (seed) same(`ack:${facts.id}:${made['grant_hash']}`, row['ack_message_utf8'], 'acknowledged')
}

/** What the grantor was asked to sign. Capabilities and constraints are as they were written. */
function draftOf(row: Row): string {
  const { revocation, ...grant } = part(row, 'grant')
  const config = isRecord(revocation) ? revocation : {}
  const rest = JSON.stringify({
    delegation_allowed: grant['delegation_allowed'],
    max_delegation_depth: grant['max_delegation_depth'],
    granted_at: grant['granted_at'],
    revocation_channel: config['revocation_channel'],
    required_witnesses: config['required_witnesses'],
  })
  const written = `"capabilities":${text(row, 'capabilities_json')},"constraints":${text(row, 'constraints_json')}`
  return `{${written},${rest.slice(1)}`
}

/** The text of the grant of the file below which this one was issued. */
function parentOf({ parent_grant }: Row, rows: readonly Row[]): string | undefined {
  const row = rows.find((candidate) => parent_grant !== null && candidate['id'] === parent_grant)
  return row && text(row, 'grant_json_compact')
}

const two = '02'.repeat(32)

function noCapability(api: Api): void {
  const draft = { capabilities: [], constraints: { not_before: 0n }, granted_at: 0n }
  const made = gives(() =>
    withSeed(api, two, (signer) =>
      api.Aid.Grant.issue(draft, signer, { grantee: signer.publicKey }),
    ),
  )
  judge(made, 'reject', 'nothing granted')
}

/** AgenticIdentity panics; ours refuses. */
function shortGrantor(api: Api, _: Row, { rows }: { rows: readonly Row[] }): void {
  const base = rows.find((row) => isRecord(row['grant']))
  if (base === undefined) throw new Error('no grant in this file')
  const short = { ...part(base, 'grant'), grantor: 'abc' }
  judge(
    gives(() => api.Aid.Grant.verify(short, embedded)),
    'reject',
    'identity bound to key',
  )
}

/** What a verifier must know for the constraints of a grant to hold. */
function known(grant: Row): { region?: string; ip?: string } {
  const constraints = part(grant, 'constraints')
  const first = (name: string) =>
    Array.isArray(constraints[name]) ? String(constraints[name][0]).split('/')[0] : undefined
  const [region, ip] = [first('geographic'), first('ip_allowlist')]
  return { ...(region !== undefined && { region }), ...(ip !== undefined && { ip }) }
}

function verdict(api: Api, row: Row): void {
  const grant = part(row, 'grant')
  const request = {
    capability: text(row, 'capability'),
    revocations: parts(row, 'revocations'),
    now: micros(row['now']),
    uses: { [String(grant['id'])]: Number(row['current_uses']) },
  }
  const recorded = part(row, 'upstream_verify')['is_valid'] === true
  const unsigned = parts(row, 'revocations').some(
    (revocation) => !gives(() => api.Aid.Grant.verifyRevocation(revocation, embedded)),
  )
  // A record that nobody signed revokes nothing, whatever its date.
  const { verdict, why } = due(row, recorded || unsigned)
  const outcome = attempt(() =>
    api.Aid.Grant.authorize(grant, embedded, { ...request, ...known(grant) }),
  )
  judge('value' in outcome, verdict, why)
  if (Object.keys(known(grant)).length > 0)
    judge(
      gives(() => api.Aid.Grant.authorize(grant, embedded, request)),
      'reject',
      'context required',
    )
  if ('value' in outcome && /flag/.test(why)) same(outcome.value.selfGranted, true, 'flag')
}

function chain(api: Api, row: Row): void {
  const links = parts(row, 'chain')
  const upstream = part(row, 'upstream_verify')
  const { verdict, why } = due(row, upstream['is_valid'] === true)
  const request = {
    capability: text(row, 'capability'),
    revocations: parts(row, 'revocations'),
    now: micros(row['now']),
    uses: Object.fromEntries(links.map((link) => [String(link['id']), 0])),
  }
  const facts = api.Aid.Grant.verifyChain(links, embedded, request)
  judge(
    gives(() => api.requireFacts(facts)),
    verdict,
    why,
  )
  if ('trust_chain' in upstream) same(facts.ids, upstream['trust_chain'], 'ids')
}

/** Two grants have one hash: the grant without a limit is read like the grant with limit zero. */
function collision(api: Api, row: Row): void {
  const depths = (['a', 'b'] as const).map((name) => {
    const outcome = attempt(() => api.Aid.Grant.verify(part(row, name), embedded))
    return 'value' in outcome ? [outcome.value.hashInput, outcome.value.maxDelegationDepth] : null
  })
  const [a, b] = depths
  if (a && b) same(a, b, 'what both mean')
}

/** What no signature covers is named. */
function field(api: Api, row: Row, { rows }: { rows: readonly Row[] }): void {
  const base = rows.find((row) => isRecord(row['a']))
  if (base === undefined) throw new Error('no grant in this file')
  const { uncovered, acknowledgment } = api.Aid.Grant.verify(part(base, 'a'), embedded)
  const name = text(row, 'field')
  // The acknowledgement has a signature of its own, which is a fact.
  const named =
    name === 'grantee_acknowledgment'
      ? acknowledgment.state === 'unchecked'
      : uncovered.includes(name)
  if (!named) throw new Mismatch(`"${name}" is not named as uncovered`)
}

const pattern =
  /^(\*|[^\s*?#%\\:/\u{0}-\u{1f}\u{7f}-\u{10ffff}]+([:/][^\s*?#%\\:/\u{0}-\u{1f}\u{7f}-\u{10ffff}]+)*([:/]\*)?)$/u

function isStrict(uri: string): boolean {
  return (
    pattern.test(uri) && !uri.split(/[:/]/).some((segment) => segment === '.' || segment === '..')
  )
}

function capability(api: Api, row: Row): void {
  const [granted, requested] = [text(row, 'pattern'), text(row, 'uri')]
  const allowed = row['allowed'] === true
  const rule: Rule | false = !(isStrict(granted) && isStrict(requested)) && 'capability well-formed'
  const { verdict, why } = due(row, allowed, rule)
  judge(api.Aid.Grant.covers(granted, requested), verdict, why)
  same(api.Aid.Grant.covers(granted, requested, { reading: 'upstream' }), allowed, 'upstream')
}

function capabilitySet(api: Api, row: Row): void {
  const [granted, requested] = [row['granted'] as string[], row['requested'] as string[]]
  const each = requested.map((requested) =>
    granted.some((granted) => api.Aid.Grant.covers(granted, requested)),
  )
  same(each, row['cover_each'], 'each')
  same(each.every(Boolean), row['cover_all'], 'all')
}

function delegation(api: Api, row: Row): void {
  const requested = row['requested'] as string[]
  const { verdict, why } = due(row, isOk(row['result']))
  const may = gives(() =>
    api.Aid.Grant.validateDelegation(part(row, 'parent'), { capabilities: requested }),
  )
  judge(may, verdict, why)
  const wide = gives(() =>
    api.Aid.Grant.validateDelegation(part(row, 'parent'), { capabilities: ['zz:zz'] }),
  )
  const all = (part(row, 'parent')['capabilities'] as Row[]).some(({ uri }) => uri === '*')
  if (!all) judge(wide, 'reject', 'narrowing')
  for (const capability of requested) same(isStrict(capability), true, 'a capability of the vector')
}

/** A key that is not the revoker's own needs somebody who vouches for it. */
function revocation(api: Api, row: Row): void {
  const record = part(row, 'revocation')
  const bytes = api.Encoding.base64.decode(text(record, 'revoker_key'))
  const key = { type: 'Ed25519' as const, bytes }
  const own = api.Aid.Identity.id(key) === record['revoker']
  const recorded = isOk(row['verify_signature'])
  const { verdict, why } = due(row, recorded, !own && 'identity bound to key')
  const outcome = attempt(() => api.Aid.Grant.verifyRevocation(record, embedded))
  judge('value' in outcome, verdict, why)
  const vouched = { keys: [{ key, controller: String(record['revoker']) }] }
  judge(
    gives(() => api.Aid.Grant.verifyRevocation(record, vouched)),
    recorded ? 'accept' : 'reject',
  )
  const seed = row['revoker_seed_hex']
  if (!('value' in outcome) || seed === undefined) return
  same(outcome.value.message, row['signed_message_utf8'], 'message')
  const { trust_id, revoked_at, reason } = record
  const draft = {
    trust_id: String(trust_id),
    revoked_at: micros(revoked_at),
    reason: reason as 'Expired',
  }
  const made = withSeed(api, seed, (signer) => api.Aid.Grant.revoke(draft, signer))
  same(JSON.parse(made), record, 'issued')
}
