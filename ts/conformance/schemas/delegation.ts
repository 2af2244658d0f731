/**
 * Delegation lifecycle (agent-evidence-vectors): does this presenter hold this authority at that time?
 *
 * A case is a set of DSSE records and a presentation. Its grants, revocations and presentation are made
 * again with ours; a record whose signature does not hold there does not hold here. What a registry
 * says of identifiers (retired, linked, recovered) has no place in grants: where the verdict rests on
 * that, the case is skipped.
 *
 * Outcomes stand in a table above the cases, in Markdown or JSON.
 *
 * @module
 */

import { type Api, type Case, isRecord, judge, Skip, same } from '../case.js'
import { failures, link, Parties } from '../delegation.js'
import { object, type Schema, text, utf8 } from '../schema.js'
import type { Folder, VectorFile } from '../vectors.js'
import type { Row } from './wycheproof.js'

/** What our verifier says for each of their reasons; no entry means that nothing fails. */
const codes: Readonly<Record<string, readonly string[]>> = {
  authority_valid: [],
  authority_valid_with_history: [],
  authority_valid_with_history_contested: [],
  grant_revoked: ['ERR_GRANT_REVOKED'],
  grant_revoked_dispute_open: ['ERR_GRANT_REVOKED'],
  revocation_incomplete: ['ERR_GRANT_REVOKED'],
  malformed_record: ['ERR_GRANT_REVOCATION'],
  chain_broken: ['ERR_GRANT_PARENT', 'ERR_GRANT_ISSUER', 'ERR_GRANT_ROOT'],
  'signature_invalid:grant': ['ERR_GRANT_SIGNATURE'],
  'signature_invalid:presentation': ['ERR_GRANT_NONCE', 'ERR_GRANT_SIGNATURE'],
  // A link between identifiers carries no grant.
  presenter_not_delegate: ['ERR_GRANT_HOLDER'],
  'signature_invalid:link': ['ERR_GRANT_HOLDER'],
  link_conflict: ['ERR_GRANT_HOLDER'],
  link_old_inactive: ['ERR_GRANT_HOLDER'],
}

/** Reasons that rest on what a registry says of identifiers. */
const registry: readonly string[] = [
  'authority_valid_via_link',
  'presenter_inactive',
  'parent_inactive',
  'signature_invalid:recovery',
  'recovery_mismatch',
  'succession_unrecorded',
]

const audience = 'https://relying-party.example'
const nonce = new Uint8Array(16).fill(1)

export const lifecycle: Schema = {
  name: 'delegation lifecycle',
  matches: ({ json }) => isLifecycle(json),
  *cases(file, folder): Iterable<Case> {
    yield { name: file.path, run: (api) => run(api, file, folder) }
  },
  expectations: [],
}

/** Records and presentations serve the case beside them. */
export const lifecycleRecord: Schema = {
  name: 'delegation record',
  matches: (file, folder) => folder.around(file).some(({ json }) => isLifecycle(json)),
  cases: () => [],
  expectations: [],
}

const row = /^\| `([^`]+)` \| (accept|reject|no_verdict) \| `([^`]+)` \|/

/** The table of outcomes serves the cases below it. */
export const lifecycleOutcomes: Schema = {
  name: 'delegation outcomes',
  matches: (file) => outcomes(file).size > 0,
  cases: () => [],
  expectations: ['outcome'],
  settled: ({ outcome, reason }) => outcome === 'no_verdict' || registry.includes(String(reason)),
  lines(line) {
    const [, , outcome, reason = ''] = row.exec(line) ?? []
    return registry.includes(reason) || outcome === 'no_verdict' ? undefined : outcome
  },
}

type Outcome = { readonly outcome: string; readonly reason: string }

function outcomes({ text, json }: VectorFile): Map<string, Outcome> {
  const lines = text.split('\n').map((line) => row.exec(line) ?? [])
  const table = isRecord(json) && isRecord(json['outcomes']) ? Object.entries(json['outcomes']) : []
  return new Map([
    ...lines.flatMap(([, id, outcome, reason]) =>
      id && outcome && reason ? [[id, { outcome, reason }] as const] : [],
    ),
    ...table.map(([id, outcome]) => [id, outcome as Outcome] as const),
  ])
}

function isLifecycle(json: unknown): json is Row {
  return (
    isRecord(json) &&
    isRecord(json['policy']) &&
    Array.isArray(json['policy']['roots']) &&
    Array.isArray(json['records']) &&
    typeof json['presentation'] === 'string'
  )
}

function readExpected(file: VectorFile, folder: Folder): Outcome {
  const id = file.path.split('/').at(-2) ?? ''
  for (const up of ['.', '..', '../..'])
    for (const other of folder.files) {
      const found = outcomes(other).get(id)
      if (found && folder.beside(file, `${up}/${other.name}`) === other) return found
    }
  throw new Skip('no data in the vector')
}

function run(api: Api, file: VectorFile, folder: Folder): void {
  const { outcome, reason } = readExpected(file, folder)
  if (registry.includes(reason)) throw new Skip('registry of identifiers')
  const want = codes[reason]
  if (want === undefined) throw new Error(`no such reason: ${reason}`)
  const parties = new Parties(api)
  try {
    const found = failures(present(api, parties, new Scenario(api, file, folder)))
    judge(found.length === 0, outcome === 'accept' ? 'accept' : 'reject', found.join(', '))
    if (outcome !== 'accept')
      same(
        found.some((code) => want.includes(code)),
        true,
        `${found} for ${reason}`,
      )
  } finally {
    parties.close()
  }
}

/** A record as it stands in its envelope. */
type Signed = {
  readonly body: Row
  readonly signatures: readonly Row[]
  readonly message: Uint8Array
}

/** The records of a case. */
class Scenario {
  readonly policy: Row
  readonly records: readonly Signed[]
  readonly unreadable: readonly string[]
  readonly presentation: Signed
  readonly #api: Api

  constructor(api: Api, file: VectorFile, folder: Folder) {
    const json = file.json as Row
    this.#api = api
    this.policy = object(json, 'policy')
    const files = (json['records'] as string[]).map((name) => folder.beside(file, name))
    this.records = files.flatMap((file) => (isRecord(file?.json) ? [opened(file.json)] : []))
    this.unreadable = files.flatMap((file) => (isRecord(file?.json) ? [] : [file?.text ?? '']))
    const shown = folder.beside(file, text(json, 'presentation'))
    this.presentation = opened(shown?.json as Row)
  }

  of(type: string): Signed[] {
    return this.records.filter(({ body }) => body['type'] === type)
  }

  /** Whether the key that the registry bound to `identifier` signed the record. */
  signedBy(record: Signed, identifier: string): boolean {
    const registered = this.of('registration').find(({ body }) => body['identifier'] === identifier)
    return registered !== undefined && this.signedWith(record, registered.body)
  }

  signedWith(record: Signed, holder: Row): boolean {
    const bytes = base64(text(holder, 'public_key'))
    const publicKey = this.#api.Keys.publicKey({ type: 'Ed25519', bytes })
    return record.signatures.some(
      ({ sig, keyid }) =>
        keyid === holder['keyid'] &&
        this.#api.Keys.verify({
          publicKey,
          algorithm: 'ed25519',
          message: record.message,
          signature: base64(String(sig)),
        }),
    )
  }
}

/** Our grants for theirs, each made once. */
class Grants {
  readonly #api: Api
  readonly #parties: Parties
  readonly #from: Scenario
  readonly #made = new Map<string, readonly Row[]>()

  constructor(api: Api, parties: Parties, from: Scenario) {
    this.#api = api
    this.#parties = parties
    this.#from = from
  }

  /** The grant of this id. */
  get(id: string): Row {
    return this.#chain(id).at(-1) as Row
  }

  /** With all that its parents name, the root first. */
  #chain(id: string): readonly Row[] {
    const known = this.#made.get(id)
    if (known) return known
    const record = this.#from.of('grant').find(({ body }) => body['grant_id'] === id)
    if (!record) throw new Error(`no grant ${id}`)
    const { parent } = record.body
    const above = typeof parent === 'string' ? this.#chain(parent) : []
    const data = {
      issuer: text(record.body, 'issuer'),
      subject: text(record.body, 'delegate'),
      capabilities: ['act:**'],
      issued: new Date(text(record.body, 'issued_at')),
      delegation: 15 - above.length,
      signed: this.#from.signedBy(record, text(record.body, 'issuer')),
    }
    const made = [...above, link(this.#api, this.#parties, above, data)]
    this.#made.set(id, made)
    return made
  }
}

type Report = ReturnType<Api['Grant']['verifyChain']>

function present(api: Api, parties: Parties, from: Scenario): Report {
  const { body } = from.presentation
  const grants = new Grants(api, parties, from)
  const chain = (body['chain'] as string[]).map((id) => grants.get(id))
  const revocations = from
    .of('revocation')
    .map((record) => revocation(api, parties, from, record, grants))
  const now = new Date(text(body, 'observed_at'))
  const roots = from.policy['roots'] as string[]
  const keys = roots.map((did) => ({ key: parties.key(did).publicKey, controller: did }))
  const presenter = parties.key(text(body, 'presenter'))
  const shown = { audience, now, nonce: attested(from) ? nonce : new Uint8Array(16) }
  const holds = chain.at(-1)?.['subject'] === body['presenter']
  const policy = { now, skew: 0, revocations: [...revocations, ...from.unreadable] }
  const asked = { ...policy, capability: 'act:case', audience, nonce }
  const by = holds
    ? { presentation: api.Grant.present(chain, presenter, shown) }
    : { holder: presenter.publicKey }
  return api.Grant.authorize(chain, { keys }, { ...asked, ...by })
}

/** Whether the presenter signed, and the relying party: that it was shown to it, at that time. */
function attested(from: Scenario): boolean {
  const { presentation, policy } = from
  const presenter = text(presentation.body, 'presenter')
  const party = object(policy, 'relying_party_key')
  return from.signedBy(presentation, presenter) && from.signedWith(presentation, party)
}

/** Their revocation as ours; one that is forged there is signed by a stranger here. */
function revocation(
  api: Api,
  parties: Parties,
  from: Scenario,
  record: Signed,
  grants: Grants,
): object {
  const initiator = text(record.body, 'initiator')
  const honest = from.signedBy(record, initiator)
  const { grounds } = record.body
  const revoked = {
    revoker: initiator,
    grant: api.Grant.id(grants.get(text(record.body, 'grant_id'))),
    effective: new Date(text(record.body, 'effective_at')),
    ...(typeof grounds === 'string' && grounds !== '' && { reason: grounds }),
  }
  const now = new Date(text(record.body, 'issued_at'))
  return api.Grant.revoke(revoked, parties.key(honest ? initiator : 'a stranger'), { now })
}

/** DSSE: the message is the pre-authentication encoding of type and payload. */
function opened(envelope: Row): Signed {
  const payload = base64(text(envelope, 'payload'))
  const type = utf8(text(envelope, 'payloadType'))
  const head = utf8(`DSSEv1 ${type.length} ${text(envelope, 'payloadType')} ${payload.length} `)
  const body = JSON.parse(new TextDecoder().decode(payload)) as Row
  const signatures = envelope['signatures'] as Row[]
  return { body, signatures, message: Uint8Array.from([...head, ...payload]) }
}

function base64(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'base64'))
}
