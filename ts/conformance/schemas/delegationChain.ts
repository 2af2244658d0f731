/**
 * Delegation chains of other systems: negative paths (aps-conformance-suite), which are made again with
 * our grants; UCAN and Biscuit tokens, which are kept for their semantics and not read.
 *
 * @module
 */

import { type Api, type Case, isRecord, judge, Skip, same } from '../case.js'
import { failures, link, Parties } from '../delegation.js'
import { hex, isTable, list, object, type Schema, text, utf8 } from '../schema.js'
import type { Row } from './wycheproof.js'

/** What our verifier says for each code of theirs. */
const codes: Readonly<Record<string, string>> = {
  INVALID_CLAIM_SCOPE: 'ERR_GRANT_WIDENED',
  VALIDITY_EXPIRED: 'ERR_GRANT_EXPIRED',
  VALIDITY_NOT_YET_VALID: 'ERR_GRANT_NOT_YET',
  DELEGATION_DEPTH_EXCEEDED: 'ERR_GRANT_DEPTH',
  INVALID_SIGNATURE: 'ERR_GRANT_SIGNATURE',
}

export const delegationChain: Schema = {
  name: 'delegation chain',
  matches: ({ json }) =>
    isRecord(json) &&
    isRecord(json['input']) &&
    isTable(json['input']['chain'], 'delegator', 'delegatee', 'scope'),
  *cases({ json }): Iterable<Case> {
    const file = json as Row
    yield { name: text(file, 'name'), run: (api) => run(api, file) }
  },
  expectations: ['expected_error_code'],
}

/** Says how the chains were made. */
export const delegationSource: Schema = {
  name: 'delegation source',
  matches: ({ json }) => isRecord(json) && isTable(json['fixtures'], 'file', 'expected_error_code'),
  cases: () => [],
  expectations: [],
}

/** Tokens of other formats. */
export const otherTokens: Schema = {
  name: 'tokens of another format',
  matches: ({ path, json }) =>
    path.split('/').includes('ucan') ||
    (isRecord(json) && 'root_public_key' in json && isTable(json['testcases'], 'title')),
  *cases({ json }): Iterable<Case> {
    const rows = isRecord(json) ? json['testcases'] : json
    const count = Array.isArray(rows) ? rows.length : 1
    for (let index = 0; index < count; index += 1) yield { name: String(index), run: skip }
  },
  expectations: [],
}

function skip(): void {
  throw new Skip('semantics only')
}

function run(api: Api, file: Row): void {
  const input = object(file, 'input')
  const parties = new Parties(api)
  try {
    const chain: Row[] = []
    for (const row of list(input, 'chain')) {
      const delegation = 15 - chain.length
      chain.push(link(api, parties, chain, { ...data(api, row), delegation }))
    }
    const [first] = list(input, 'chain')
    const trust = { key: parties.key(text(first ?? {}, 'delegator')).publicKey }
    const report = api.Grant.verifyChain(chain, trust, {
      now: new Date(text(input, 'now')),
      skew: 0,
      maxLinks: Number(input['max_depth']),
      revocations: [],
    })
    compare(failures(report), file['expected_error_code'])
  } finally {
    parties.close()
  }
}

function compare(found: readonly string[], expected: unknown): void {
  if (expected === undefined || expected === null) {
    judge(found.length === 0, 'accept', found.join(', '))
    return
  }
  const code = codes[String(expected)]
  if (code === undefined) throw new Error(`no such code: ${String(expected)}`)
  same(found.includes(code), true, `${found} for ${String(expected)}`)
}

function data(api: Api, row: Row) {
  const window = object(row, 'validityWindow')
  const categories = object(row, 'scope')['action_categories']
  return {
    issuer: text(row, 'delegator'),
    subject: text(row, 'delegatee'),
    capabilities: categories as string[],
    notBefore: new Date(text(window, 'not_before')),
    // Their end is the last second, ours the first one after.
    expires: new Date(Date.parse(text(window, 'not_after')) + 1000),
    issued: new Date(0),
    signed: isSigned(api, row),
  }
}

/** Whether the link is signed in the vector: over its canonical form without the signature. */
function isSigned(api: Api, row: Row): boolean {
  const { signature, ...body } = row
  return api.Keys.verify({
    publicKey: api.Keys.publicKey({ type: 'Ed25519', bytes: hex(row['delegator']) }),
    algorithm: 'ed25519',
    message: utf8(api.Encoding.jcs(JSON.stringify(body))),
    signature: hex(signature),
  })
}
