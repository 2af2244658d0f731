import { describe, expect, test } from 'vitest'
import { Grant, Keys, requireFacts } from '../src/subpath/all.js'
import {
  agent,
  chainOf,
  code,
  didOf,
  failed,
  helper,
  human,
  later,
  now,
  policy,
  root,
  stranger,
  to,
  trust,
} from './setup/grant.js'

describe('a chain that does not hold', () => {
  const [first, link] = chainOf() as [Grant.Grant, Grant.Grant]
  const rows: readonly (readonly [string, Grant.ChainInput, Grant.ChainFact, string])[] = [
    ['no JSON', '', 'form', 'ERR_JSON_MALFORMED'],
    ['no list', '{}', 'form', 'ERR_GRANT_MALFORMED'],
    ['no link', [], 'form', 'ERR_GRANT_MALFORMED'],
    ['a member twice', '[{"type":1,"type":2}]', 'form', 'ERR_JSON_DUPLICATE'],
    ['another version', [{ ...first, type: 'v2' }], 'form', 'ERR_GRANT_VERSION'],
    ['no capability', [{ ...first, capabilities: [] }], 'form', 'ERR_GRANT_EMPTY'],
    ['more than is known', [{ ...first, admin: true }], 'form', 'ERR_GRANT_MALFORMED'],
    ['a million links', new Array(1_000_000).fill(first), 'form', 'ERR_LIMIT_EXCEEDED'],
    ['changed content', [first, { ...link, delegation: 1 }], 'signatures', 'ERR_GRANT_SIGNATURE'],
    [
      'a swapped subject',
      [{ ...first, subject: didOf(helper) }],
      'identities',
      'ERR_GRANT_IDENTITY',
    ],
    ['the wrong way round', [link, first], 'root', 'ERR_GRANT_ROOT'],
    ['a spliced link', [root(), link], 'linkage', 'ERR_GRANT_PARENT'],
    ['a link twice', [first, first], 'linkage', 'ERR_GRANT_ISSUER'],
  ]
  test.each(rows)('%s', (_, chain, fact, want) => {
    const report = Grant.verifyChain(chain, trust, policy)
    const state = fact === 'root' ? 'unchecked' : 'failed'
    expect(report.facts[fact]).toMatchObject({ state, code: want })
    expect(() => requireFacts(report)).toThrow(code(want))
  })

  test('time', () => {
    const chain = chainOf({ notBefore: later(100), expires: later(200) })
    const timeFact = (seconds: number) =>
      Grant.verifyChain(chain, trust, { ...policy, now: later(seconds) }).facts.time
    expect(timeFact(39)).toEqual(failed('ERR_GRANT_NOT_YET'))
    expect(timeFact(40)).toEqual({ state: 'ok' })
    expect(timeFact(259)).toEqual({ state: 'ok' })
    expect(timeFact(260)).toEqual(failed('ERR_GRANT_EXPIRED'))
  })
})

test('what nobody checked is refused', () => {
  const report = Grant.verifyChain(chainOf(), trust, { now })
  expect(report.facts.revocation).toEqual({ state: 'unchecked' })
  expect(() => requireFacts(report)).toThrow(code('ERR_FACT_UNCHECKED'))
  requireFacts(report, { unchecked: ['revocation'] })
  const empty = { ...report, facts: {} as typeof report.facts }
  expect(() => requireFacts(empty)).toThrow(code('ERR_FACT_UNCHECKED'))
})

describe('revocation', () => {
  const chain = chainOf()
  const [first, last] = chain.map((grant) => Grant.id(grant)) as [string, string]
  const by = (signer: Keys.LocalSigner, grant: string, more: object = {}) =>
    Grant.revoke({ revoker: didOf(signer), grant, ...more }, signer, { now })
  const judge = (revocations: readonly Grant.Input[]) =>
    Grant.verifyChain(chain, trust, { now, revocations })
  const list = (signer: Keys.LocalSigner, revoked: readonly string[], time = now) =>
    Grant.revocationList({ issuer: didOf(signer), revoked, lifetime: 60 }, signer, { now: time })

  test('by whoever issued, or stands above', () => {
    const dead = failed('ERR_GRANT_REVOKED')
    expect(judge([by(human, first)]).facts.revocation).toEqual(dead)
    expect(judge([by(human, last)]).facts.revocation).toEqual(dead)
    expect(judge([by(agent, last)]).facts.revocation).toEqual(dead)
    expect(judge([by(human, last, { effective: later(500) })]).facts.revocation.state).toBe('ok')
  })

  test('not by others, and not by forgery', () => {
    const forged = { ...by(human, last), reason: 'changed' }
    const report = judge([by(stranger, last), by(helper, last), by(agent, first), forged])
    expect(report.facts.revocation).toEqual({ state: 'ok' })
    expect(report.ignored.map((revocation) => revocation.code)).toEqual([
      'ERR_GRANT_REVOKER',
      'ERR_GRANT_REVOKER',
      'ERR_GRANT_REVOKER',
      'ERR_GRANT_SIGNATURE',
    ])
  })

  test('what cannot be read closes', () => {
    expect(judge(['garbage']).facts.revocation).toEqual(failed('ERR_GRANT_REVOCATION'))
    expect(judge([{}]).facts.revocation).toEqual(failed('ERR_GRANT_REVOCATION'))
  })

  test('lists must be fresh, and of the issuer of every link', () => {
    const errorOf = (lists: readonly Grant.Input[]) =>
      Grant.verifyChain(chain, trust, { now, lists }).facts.revocation
    expect(errorOf([list(human, []), list(agent, [])])).toEqual({ state: 'ok' })
    expect(errorOf([list(human, [])])).toMatchObject({ code: 'ERR_GRANT_STATUS_MISSING', at: 1 })
    expect(errorOf([list(human, [last])])).toEqual(failed('ERR_GRANT_REVOKED'))
    expect(errorOf([list(human, [], later(-120))])).toEqual(failed('ERR_GRANT_STATUS_STALE'))
    expect(errorOf([list(agent, [])])).toEqual(failed('ERR_GRANT_STATUS_MISSING'))
    expect(errorOf([list(stranger, [first])])).toEqual(failed('ERR_GRANT_STATUS_MISSING'))
  })

  test('a register takes only what counts', () => {
    const options = { chain, now }
    const revocation = by(human, last)
    const { link, signer, ...rest } = Grant.verifyRevocation(revocation, trust, options)
    expect([link, signer.trust]).toEqual([1, 'trusted'])
    expect(signer.publicKeyMultibase).toBe(Keys.toMultikey(human.publicKey))
    expect(rest).toEqual({ revocation, parsed: true })
    const below = Grant.verifyRevocation(JSON.stringify(by(agent, last)), trust, options)
    expect([below.link, below.signer.trust, below.parsed]).toEqual([1, 'self-asserted', false])
    const strange = () => Grant.verifyRevocation(by(stranger, last), trust, options)
    expect(strange).toThrow(code('ERR_GRANT_REVOKER'))
  })

  test('a register asks what a new key of the root is trusted for', () => {
    const issuer = 'did:web:human.example'
    const grant = Grant.issue({ issuer, ...to(agent), capabilities: ['read:docs'] }, human, { now })
    const purposes = ['assertionMethod'] as const
    const keys = [{ key: helper.publicKey, controller: issuer, purposes }]
    const ended = Grant.revoke({ revoker: issuer, grant: Grant.id(grant) }, helper, { now })
    const judge = (options: Partial<Grant.verifyRevocation.Options> = {}) =>
      Grant.verifyRevocation(ended, { keys }, { chain: [grant], now, ...options })
    expect(() => judge()).toThrow(code('ERR_GRANT_REVOKER'))
    expect(judge({ purpose: 'assertionMethod' }).link).toBe(0)
  })

  test('a store takes what counts, and of one key what applies first', () => {
    const store = Grant.memoryStatusStore({ limit: 2 })
    const options = { chain, now }
    const flood = Array.from({ length: 20 }, (_, index) =>
      by(stranger, last, { reason: `${index}` }),
    )
    for (const revocation of flood)
      expect(() => store.add(revocation, trust, options)).toThrow(code('ERR_GRANT_REVOKER'))
    for (const seconds of [500, 300, 400])
      store.add(by(agent, last, { effective: later(seconds) }), trust, options)
    store.add(by(human, last), trust, options)
    const found = store.find([first, last]) as readonly string[]
    const times = found.map((text) => JSON.parse(text).effective)
    expect(times).toEqual([later(300).getTime() / 1000, now.getTime() / 1000])
    expect(judge(found).facts.revocation).toEqual(failed('ERR_GRANT_REVOKED'))
  })

  test('a store is asked, and if it fails, the verification does', async () => {
    const store = Grant.memoryStatusStore({ limit: 1 })
    const ask = (of: Grant.ChainInput, store: Grant.StatusStore) =>
      Grant.verifyChainWithStatus(of, trust, { now, store })
    expect((await ask(chain, store)).facts.revocation.state).toBe('ok')
    const options = { chain, now }
    store.add(by(human, last), trust, options)
    store.add(by(human, last), trust, options)
    const report = await ask(chain, store)
    expect(report.facts.revocation).toEqual(failed('ERR_GRANT_REVOKED'))
    expect(() => store.add(by(human, first), trust, options)).toThrow(code('ERR_LIMIT_EXCEEDED'))
    expect(() => store.add('garbage', trust, options)).toThrow(code('ERR_JSON_MALFORMED'))
    const down = {
      find: () => {
        throw new Error('no connection')
      },
    }
    await expect(ask(chain, down)).rejects.toThrow(code('ERR_GRANT_STATUS_MISSING'))
    const unread = await ask('', store)
    expect(unread.facts.form).toEqual(failed('ERR_JSON_MALFORMED'))
  })
})
