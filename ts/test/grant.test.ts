import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { describe, expect, test } from 'vitest'
import own from '../../rust/vectors/grant/v1.json' with { type: 'json' }
import { Encoding, Grant, Keys, requireFacts } from '../src/subpath/all.js'
import { frameRecord } from './setup/framing.js'
import {
  agent,
  audience,
  chainOf,
  code,
  didOf,
  helper,
  human,
  later,
  nonce,
  now,
  policy,
  root,
  stranger,
  to,
  trust,
  utf8,
} from './setup/grant.js'

const { encode: toHex } = Encoding.hex

describe('our own vectors, by other implementations', () => {
  // Written from the description in rust/core/src/grant.rs alone.
  const base64url = (bytes: Uint8Array) =>
    btoa(String.fromCharCode(...bytes))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '')
  const bytes = (text: string) =>
    Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0))
  const id = (grant: unknown) =>
    `grant:${base64url(sha256(frameRecord('countersign/grant-id/v1', grant)))}`

  test('every record is signed over its type and its canonical body', () => {
    for (const { record, message } of own.records) {
      const { signature, ...body } = record as Record<string, unknown> & { signature: string }
      const key = (body['issuerKey'] ?? body['key']) as string
      const expected = frameRecord(body['type'] as string, body)
      expect(toHex(expected)).toBe(message)
      const raw = Keys.fromMultikey(key).bytes
      expect(ed25519.verify(bytes(signature), expected, raw, { zip215: false })).toBe(true)
    }
    expect(own.records).toHaveLength(6)
  })

  test('ids are hashes of whole grants, and a link names the one above', () => {
    expect(own.chain.map(id)).toEqual(own.ids)
    expect(own.chain[1]?.parent).toBe(own.ids[0])
    expect(own.chain.map((grant) => Grant.id(grant))).toEqual(own.ids)
  })

  test('a list holds sixteen bytes of each id, ascending', () => {
    const list = own.records[5]?.record as unknown as Grant.StatusList
    const starts = own.ids.map((id) => toHex(bytes(id.slice(6)).slice(0, 16))).sort()
    expect(toHex(bytes(list.revoked))).toBe(starts.join(''))
  })

  test('the API gives the same records and takes them', () => {
    const time = new Date(own.now * 1000)
    const report = Grant.verifyChain(JSON.stringify(own.chain), trust, {
      now: time,
      revocations: [],
    })
    expect(requireFacts(report, { unchecked: [] }).signer?.trust).toBe('trusted')
    const records = own.records.map(({ record }) => record)
    const [, , taken, shown, ended, list] = records as unknown as [
      unknown,
      unknown,
      Grant.Acknowledgement,
      Grant.Presentation,
      Grant.Revocation,
      Grant.StatusList,
    ]
    const first = own.chain[0] as unknown as Grant.Grant
    expect(Grant.acknowledge(first, agent, { now: time })).toEqual(taken)
    const request = { method: 'POST', url: 'https://a.example/docs', body: utf8(own.body) }
    const asked = { audience: 'https://a.example', nonce: new Uint8Array(16).fill(5), request }
    expect(Grant.present(own.chain, helper, { ...asked, now: time })).toEqual(shown)
    const proven = Grant.verifyPresentation(shown, trust, { chain: own.chain, ...asked, now: time })
    expect(proven.holder).toBe(didOf(helper))
    const why = { revoker: didOf(human), grant: own.ids[1] as string, reason: 'task done' }
    expect(Grant.revoke(why, human, { now: time })).toEqual(ended)
    const all = { issuer: didOf(human), revoked: own.ids, lifetime: 3600 }
    expect(Grant.revocationList(all, human, { now: time })).toEqual(list)
    const { subject, capabilities, constraints } = first
    const terms = {
      issuer: didOf(human),
      subject,
      subjectKey: agent.publicKey,
      capabilities,
      constraints: {
        ...constraints,
        notBefore: new Date((constraints.notBefore ?? 0) * 1000),
        expires: new Date((constraints.expires ?? 0) * 1000),
      },
      delegation: first.delegation,
    }
    const issued = new Date(first.issued * 1000)
    const made = Grant.issue(terms, human, { now: issued, nonce: bytes(first.nonce) })
    expect(made).toEqual(first)
  })
})

test('a chain from a human to a helper holds, as text and as objects', () => {
  const chain = chainOf()
  const report = Grant.verifyChain(JSON.stringify(chain), trust, policy)
  expect(requireFacts(report)).toBe(report)
  expect(report).toMatchObject({ parsed: false, ignored: [], counted: [] })
  expect(report.signer?.trust).toBe('trusted')
  expect(report.links.map(({ id }) => id)).toEqual(chain.map((grant) => Grant.id(grant)))
  expect(Grant.verifyChain(chain, trust, policy).parsed).toBe(true)
  expect(Grant.verifyChain(utf8(JSON.stringify(chain)), trust, policy).facts).toEqual(report.facts)
})

test('any signer issues, passes on and presents', async () => {
  const outside = (signer: Keys.LocalSigner) => ({
    publicKey: signer.publicKey,
    algorithm: signer.algorithm,
    sign: async (message: Uint8Array) => signer.sign(message),
  })
  const issuer = didOf(human)
  const first = await Grant.issue(
    { issuer, ...to(agent), capabilities: ['read:docs/**'], delegation: 1 },
    outside(human),
    { now },
  )
  const link = await Grant.delegate([first], outside(agent), {
    ...to(helper),
    capabilities: ['read:docs/a'],
    now,
  })
  const chain = [first, link]
  requireFacts(Grant.verifyChain(chain, trust, policy))
  const presentation = await Grant.present(chain, outside(helper), { audience, nonce, now })
  const shown = Grant.verifyPresentation(presentation, trust, { chain, audience, nonce, now })
  expect(shown.holder).toBe(didOf(helper))
  const liar = { ...outside(human), sign: async () => new Uint8Array(64) }
  const refused = Grant.issue({ issuer, ...to(agent), capabilities: ['a:b'] }, liar)
  await expect(refused).rejects.toThrow(code('ERR_SIGNER_INVALID'))
})

test('a single grant is verified as a root, or refused', () => {
  const [first, link] = chainOf() as [Grant.Grant, Grant.Grant]
  expect(Grant.verify(first, trust, { now })).toMatchObject({
    subject: didOf(agent),
    signer: { trust: 'trusted' },
    unchecked: ['revocation'],
    ignored: [],
    parsed: true,
  })
  const known = {
    ...policy,
    revocations: [
      Grant.revoke({ revoker: didOf(helper), grant: Grant.id(first) }, helper, { now }),
    ],
  }
  expect(Grant.verify(first, trust, known)).toMatchObject({
    unchecked: [],
    ignored: [{ record: 0, code: 'ERR_GRANT_REVOKER' }],
  })
  expect(() => Grant.verify(link, trust, { now })).toThrow(code('ERR_GRANT_ROOT'))
  expect(() => Grant.verify(first, { key: stranger.publicKey }, { now })).toThrow(
    code('ERR_GRANT_ROOT'),
  )
  expect(() => Grant.verify({ ...first, delegation: 9 }, trust, { now })).toThrow(
    code('ERR_GRANT_SIGNATURE'),
  )
})

test('a grant by anybody says that nobody vouches for it', () => {
  const own = { issuer: didOf(stranger), ...to(agent), capabilities: ['read:docs'] }
  const grant = Grant.issue(own, stranger, { now })
  const found = Grant.verify(grant, { allowEmbeddedKey: true }, { now })
  expect(found).toMatchObject({ signer: { trust: 'self-asserted' }, subject: didOf(agent) })
  const web = Grant.issue(
    { issuer: 'did:web:human.example', ...to(agent), capabilities: ['read:docs'] },
    human,
    { now },
  )
  expect(Grant.verify(web, trust, policy).unchecked).toEqual(['identities'])
})

test('what a grant must not say is refused at issue', () => {
  const issue = (more: object, options: object) => () =>
    Grant.issue(
      { issuer: didOf(human), ...to(agent), capabilities: ['read:docs'], ...more },
      human,
      { now, ...options },
    )
  for (const [more, want, options = {}] of [
    [{ capabilities: [] }, 'ERR_GRANT_EMPTY'],
    [{ capabilities: ['storage:storage/../etc'] }, 'ERR_CAPABILITY_TRAVERSAL'],
    [{ capabilities: ['re\u0430d:docs'] }, 'ERR_CAPABILITY_CHARACTER'],
    [{ capabilities: ['read:%2e%2e/etc'] }, 'ERR_CAPABILITY_CHARACTER'],
    [{ issuer: didOf(agent) }, 'ERR_GRANT_IDENTITY'],
    [{ subject: didOf(helper) }, 'ERR_GRANT_IDENTITY'],
    [{ subject: didOf(human), subjectKey: human.publicKey }, 'ERR_GRANT_CYCLE'],
    [{ delegation: 16 }, 'ERR_GRANT_MALFORMED'],
    [{ constraints: { geo: 'eu' } }, 'ERR_ARGUMENT'],
    [{ constraints: { uses: 0 } }, 'ERR_GRANT_MALFORMED'],
    [{ constraints: { audience: [] } }, 'ERR_GRANT_MALFORMED'],
    [{ constraints: { network: ['10.0.0.1/8'] } }, 'ERR_GRANT_MALFORMED'],
    [{ constraints: { notBefore: later(5), expires: later(5) } }, 'ERR_GRANT_MALFORMED'],
    [{ constraints: { uses: Number.NaN } }, 'ERR_ARGUMENT'],
    [{ constraints: { expires: 5 } }, 'ERR_ARGUMENT'],
    [{}, 'ERR_GRANT_MALFORMED', { nonce: new Uint8Array(11) }],
    [{ subject: 5 }, 'ERR_ARGUMENT'],
  ] as const)
    expect(issue(more, options), JSON.stringify(more)).toThrow(code(want))
})

test('what is passed on must be narrower', () => {
  const first = root({ expires: later(100), uses: 5, custom: { region: 'eu' } })
  const pass = (more: object) => () =>
    Grant.delegate([first], agent, { ...to(helper), capabilities: ['read:docs/a'], now, ...more })
  for (const [more, want] of [
    [{ capabilities: ['write:docs/a'] }, 'ERR_GRANT_WIDENED'],
    [{ capabilities: ['read:**'] }, 'ERR_GRANT_WIDENED'],
    [{ constraints: { expires: later(101) } }, 'ERR_GRANT_WIDENED'],
    [{ constraints: { uses: 6 } }, 'ERR_GRANT_WIDENED'],
    [{ constraints: { custom: { region: 'us' } } }, 'ERR_GRANT_WIDENED'],
    [{ delegation: 2 }, 'ERR_GRANT_DEPTH'],
    [{ now: later(100) }, 'ERR_GRANT_EXPIRED'],
  ] as const)
    expect(pass(more), JSON.stringify(more)).toThrow(code(want))
  const link = pass({ constraints: { uses: 2 } })()
  const end = now.getTime() / 1000 + 100
  expect(link.constraints).toEqual({ expires: end, uses: 2, custom: { region: 'eu' } })
  const foreign = { ...to(stranger), capabilities: ['read:a'], now }
  const wrong = () => Grant.delegate([first], helper, foreign)
  expect(wrong).toThrow(code('ERR_GRANT_ISSUER'))
})

test('patterns cover as their grammar says', () => {
  expect(Grant.covers('read:docs/**', 'read:docs/a/b')).toBe(true)
  expect(Grant.covers('*:*', 'read:docs/a')).toBe(false)
  expect(Grant.coversPattern('read:docs/*', 'read:docs/**')).toBe(false)
  expect(Grant.coversPattern('*:**', '*:*')).toBe(true)
  expect(() => Grant.covers('read:a', 'read:*')).toThrow(code('ERR_CAPABILITY_WILDCARD'))
  expect(() => Grant.covers('read:a', 5 as never)).toThrow(code('ERR_ARGUMENT'))
})

test('the subject takes a grant', () => {
  const [first, link] = chainOf() as [Grant.Grant, Grant.Grant]
  const taken = Grant.acknowledge(first, agent)
  Grant.verifyAcknowledgement(taken, first)
  expect(() => Grant.acknowledge(first, helper)).toThrow(code('ERR_GRANT_HOLDER'))
  expect(() => Grant.verifyAcknowledgement(taken, link)).toThrow(code('ERR_GRANT_PARENT'))
  expect(() => Grant.verifyAcknowledgement({ ...taken, issued: 1 }, first)).toThrow(
    code('ERR_GRANT_SIGNATURE'),
  )
})
