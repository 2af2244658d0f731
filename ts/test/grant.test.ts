import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { describe, expect, test } from 'vitest'
import own from '../../rust/vectors/grant/v1.json' with { type: 'json' }
import {
  Did,
  Encoding,
  Grant,
  HttpSig,
  Keys,
  memoryReplayStore,
  type ReplayStore,
  requireFacts,
} from '../src/subpath/all.js'
import type { TrustInput } from '../src/trust.js'
import { jcs } from './setup/jcs.js'

const { encode: toHex } = Encoding.hex
const code = (code: string) => expect.objectContaining({ name: 'CountersignError', code })
const failed = (code: string) => expect.objectContaining({ state: 'failed', code })
const utf8 = (text: string) => new TextEncoder().encode(text)
/** What a call throws, now or later. */
const caught = async (run: () => unknown): Promise<unknown> => {
  try {
    return await run()
  } catch (error) {
    return error
  }
}
const now = new Date(1_760_000_000_000)
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)
const audience = 'https://api.example'
const nonce = new Uint8Array(16).fill(7)

const signer = (fill: number) => Keys.fromSecret('Ed25519', new Uint8Array(32).fill(fill))
const [human, agent, helper, stranger] = [1, 2, 3, 4].map(signer) as [
  Keys.LocalSigner,
  Keys.LocalSigner,
  Keys.LocalSigner,
  Keys.LocalSigner,
]
const didOf = (signer: Keys.LocalSigner) => Did.fromKey(signer.publicKey)
const to = (signer: Keys.LocalSigner) => ({ subject: didOf(signer), subjectKey: signer.publicKey })
const trust = { key: human.publicKey }
const policy = { now, revocations: [] }

const root = (constraints: Grant.NewConstraints = {}) =>
  Grant.issue(
    {
      issuer: didOf(human),
      ...to(agent),
      capabilities: ['read:docs/**'],
      constraints,
      delegation: 2,
    },
    human,
    { now },
  )
const chainOf = (constraints: Grant.NewConstraints = {}) => {
  const first = root(constraints)
  const part = { ...to(helper), capabilities: ['read:docs/a/*'] }
  const link = Grant.delegate([first], agent, { ...part, now })
  return [first, link]
}

describe('our own vectors, by other implementations', () => {
  // Written from the description in rust/core/src/grant.rs alone.
  const lp = (text: string) => {
    const bytes = utf8(text)
    const out = new Uint8Array(4 + bytes.length)
    new DataView(out.buffer).setUint32(0, bytes.length)
    out.set(bytes, 4)
    return out
  }
  const labelled = (label: string, body: unknown) =>
    Uint8Array.from([...lp(label), ...utf8(jcs(body))])
  const base64url = (bytes: Uint8Array) =>
    btoa(String.fromCharCode(...bytes))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '')
  const bytes = (text: string) =>
    Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0))
  const id = (grant: unknown) =>
    `grant:${base64url(sha256(labelled('countersign/grant-id/v1', grant)))}`

  test('every record is signed over its type and its canonical body', () => {
    for (const { record, message } of own.records) {
      const { signature, ...body } = record as Record<string, unknown> & { signature: string }
      const key = (body['issuerKey'] ?? body['key']) as string
      const expected = labelled(body['type'] as string, body)
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

describe('presentation', () => {
  const chain = chainOf()
  const shown = (more: object = {}, holder = helper) =>
    Grant.present(chain, holder, { audience, nonce, now, ...more })
  const shownBy = (of: readonly object[], holder: typeof helper) =>
    Grant.present(of, holder, { audience, nonce, now })
  const judge = (presentation: Grant.Input, more: object = {}, known: TrustInput = trust) =>
    Grant.verifyPresentation(presentation, known, { chain, audience, nonce, now, ...more })
  const judgeOnce = (presentation: Grant.Input, replay: ReplayStore, more: object = {}) =>
    Grant.verifyPresentationOnce(presentation, trust, {
      chain,
      audience,
      nonce,
      now,
      replay,
      ...more,
    })

  test('proves the holder', () => {
    expect(judge(JSON.stringify(shown()))).toMatchObject({
      holder: didOf(helper),
      signer: { publicKeyMultibase: Keys.toMultikey(helper.publicKey), type: 'Ed25519' },
      grant: Grant.id(chain[1] as object),
      expires: later(60),
    })
    expect(() => shown({}, agent)).toThrow(code('ERR_GRANT_HOLDER'))
    const request = { method: 'GET', url: `${audience}/a` }
    for (const [more, want] of [
      [{ audience: 'https://other.example' }, 'ERR_GRANT_AUDIENCE'],
      [{ nonce: new Uint8Array(16) }, 'ERR_GRANT_NONCE'],
      [{ now: later(120) }, 'ERR_GRANT_EXPIRED'],
      [{ now: later(-61) }, 'ERR_GRANT_NOT_YET'],
      [{ request }, 'ERR_GRANT_REQUEST'],
      [{ chain: [chain[0]] }, 'ERR_GRANT_HOLDER'],
      [{ nonce: undefined }, 'ERR_ARGUMENT'],
    ] as const)
      expect(() => judge(shown(), more), want).toThrow(code(want))
    expect(() => judge({ ...shown(), expires: 1 })).toThrow(code('ERR_GRANT_MALFORMED'))
  })

  test('shows a chain only as the holder is listed', () => {
    const only = (listed: object) => ({ keys: [{ key: helper.publicKey, ...listed }] })
    const invokes = only({ purposes: ['capabilityInvocation'] })
    for (const known of [{ keys: [] }, trust, only({}), invokes])
      expect(judge(shown(), {}, known).holder).toBe(didOf(helper))
    const authenticates = only({ purposes: ['authentication'] })
    for (const known of [authenticates, only({ revoked: true }), only({ until: now })])
      expect(() => judge(shown(), {}, known)).toThrow(code('ERR_GRANT_HOLDER'))
    expect(() => judge(shown(), {}, {} as never)).toThrow(code('ERR_ARGUMENT'))
  })

  test('counts once with a replay store', async () => {
    const replay = memoryReplayStore({ now: () => now })
    const once = () => judgeOnce(shown(), replay, { nonce: undefined })
    await expect(once()).resolves.toMatchObject({ holder: didOf(helper) })
    await expect(once()).rejects.toThrow(code('ERR_REPLAY'))
  })

  test('uses up the nonce of nobody else', async () => {
    const replay = memoryReplayStore({ now: () => now })
    const [root, mallory] = [Keys.generate('Ed25519'), Keys.generate('Ed25519')]
    // A chain of her own making, which names the DID of another beside her own key.
    const terms = {
      issuer: 'did:web:mallory.example',
      subject: 'did:web:helper.example',
      subjectKey: mallory.publicKey,
      capabilities: ['read:docs/a'],
    }
    const grant = Grant.issue(terms, root, { now })
    const stolen = shownBy([grant], mallory)
    await judgeOnce(stolen, replay, { nonce: undefined, chain: [grant] })
    await expect(judgeOnce(shown(), replay)).resolves.toMatchObject({ holder: didOf(helper) })
    await expect(judgeOnce(shown(), replay)).rejects.toThrow(code('ERR_REPLAY'))
  })

  test('marks label, verifier, holder and nonce', async () => {
    const marked: [string, number][] = []
    const replay = {
      checkAndMark: (mark: string, until: number) => marked.push([mark, until]) > 0,
    }
    await judgeOnce(shown(), replay, { skew: 5 })
    // Written from the description in rust/core/src/replay.rs alone.
    const parts = [
      utf8('countersign/replay-mark/v1'),
      utf8('countersign/grant-presentation/v1'),
      utf8(audience),
      Uint8Array.of(0xed, 0x01, ...helper.publicKey.bytes),
      nonce,
    ]
    const framed = parts.flatMap((part) => [0, 0, 0, part.length, ...part])
    const mark = btoa(String.fromCharCode(...sha256(Uint8Array.from(framed))))
    const text = mark.replaceAll('+', '-').replaceAll('/', '_').replace('=', '')
    expect(marked).toEqual([[text, later(65).getTime() / 1000]])
  })

  test('is bound to a request', () => {
    const request = { method: 'POST', url: `${audience}/docs`, body: utf8('{}') }
    const bound = shown({ request })
    expect(judge(bound, { request }).holder).toBe(didOf(helper))
    for (const other of [
      { ...request, body: utf8('{ }') },
      { ...request, method: 'PUT' },
      { ...request, url: `${audience}/docs?x` },
      undefined,
    ])
      expect(() => judge(bound, { request: other })).toThrow(code('ERR_GRANT_REQUEST'))
  })

  test('travels in a header with its chain', () => {
    const presentation = shown()
    const read = Grant.fromHeader(Grant.toHeader(chain, { presentation }))
    expect(read).toEqual({ chain, presentation })
    expect(Grant.fromHeader(Grant.toHeader(chain))).toEqual({ chain })
    expect(() => Grant.fromHeader('')).toThrow(code('ERR_GRANT_MALFORMED'))
  })
})

describe('an action', () => {
  const constraints = {
    uses: 2,
    audience: [audience],
    network: ['192.0.2.0/24'],
    custom: { region: 'eu' },
  }
  const chain = chainOf(constraints)
  const presentation = Grant.present(chain, helper, { audience, nonce, now })
  const asked = {
    ...policy,
    capability: 'read:docs/a/x',
    audience,
    address: '192.0.2.7',
    custom: { region: ({ value }: Grant.Custom): boolean => value === 'eu' },
    presentation,
    nonce,
  }

  test('is allowed by every link, and counted', async () => {
    const uses = Grant.memoryUseCounter()
    const run = () => Grant.authorizeOnce(chain, trust, { ...asked, uses })
    requireFacts(await run())
    requireFacts(await run())
    expect((await run()).facts.uses).toMatchObject({ code: 'ERR_GRANT_USES', data: { limit: 2 } })
    const unsaid = Grant.authorize(chain, trust, asked)
    expect(unsaid.facts.uses).toEqual({ state: 'unchecked' })
    expect(() => requireFacts(unsaid)).toThrow(code('ERR_FACT_UNCHECKED'))
  })

  test('is not counted unless all else holds', async () => {
    const taken: unknown[] = []
    const uses = { take: (each: unknown) => taken.push(each) > 0 }
    const refused = await Grant.authorizeOnce(chain, trust, {
      ...asked,
      uses,
      capability: 'read:docs/b',
    })
    expect(refused.facts.capability).toEqual(failed('ERR_GRANT_CAPABILITY'))
    expect(taken).toEqual([])
    const full = Grant.memoryUseCounter({ limit: 1 })
    const late = await Grant.authorizeOnce(chain, trust, { ...asked, uses: full })
    expect(late.facts.uses).toEqual(failed('ERR_GRANT_USES'))
  })

  test('is shown once with a replay store', async () => {
    const replay = memoryReplayStore({ now: () => now })
    const uses = Grant.memoryUseCounter()
    const once = { ...asked, nonce: undefined as never, replay, uses }
    const run = () => Grant.authorizeOnce(chain, trust, once)
    requireFacts(await run())
    expect((await run()).facts.holder).toEqual(failed('ERR_REPLAY'))
  })

  test('is shown once, whatever the caller lets stay unchecked', async () => {
    const replay = memoryReplayStore({ now: () => now })
    const open = ['identities', 'revocation', 'network'] as const
    const asks = { ...asked, revocations: undefined as never, address: undefined as never }
    const uses = Grant.memoryUseCounter()
    const once = { ...asks, nonce: undefined as never, replay, uses }
    const run = () => Grant.authorizeOnce(chain, trust, once)
    const first = requireFacts(await run(), { unchecked: open })
    expect(first.facts).toMatchObject({
      revocation: { state: 'unchecked' },
      holder: { state: 'ok' },
      uses: { state: 'ok' },
    })
    expect((await run()).facts.holder).toEqual(failed('ERR_REPLAY'))
  })

  test('proves no holder while its nonce is not marked', async () => {
    const replay = memoryReplayStore({ now: () => now })
    const asks = { ...asked, nonce: undefined as never, replay, capability: 'write:docs/a' }
    const report = await Grant.authorizeOnce(chain, trust, asks)
    expect(report.facts.holder).toEqual({ state: 'unchecked' })
    // The same one is still good for what is allowed.
    const allowed = await Grant.authorizeOnce(chain, trust, {
      ...asks,
      capability: asked.capability,
    })
    expect(allowed.facts.holder).toEqual({ state: 'ok' })
  })

  test('is counted until a day after its grant ended', async () => {
    let time = now
    const uses = Grant.memoryUseCounter({ limit: 2, now: () => time })
    const end = now.getTime() / 1000 + 10
    expect(uses.take([{ id: 'a', limit: 1, expires: end }])).toBe(true)
    expect(uses.take([{ id: 'b', limit: 1 }])).toBe(true)
    time = later(10 + 86_399)
    expect(uses.take([{ id: 'a', limit: 1, expires: end }])).toBe(false)
    expect(uses.take([{ id: 'c', limit: 1 }])).toBe(false)
    time = later(10 + 86_400)
    expect(uses.take([{ id: 'c', limit: 1 }])).toBe(true)
    expect(uses.take([{ id: 'b', limit: 1 }])).toBe(false)
  })

  test.each([
    ['another capability', { capability: 'write:docs/a/x' }, 'capability', 'ERR_GRANT_CAPABILITY'],
    ['another audience', { audience: 'https://b.example' }, 'audience', 'ERR_GRANT_AUDIENCE'],
    ['another address', { address: '198.51.100.1' }, 'network', 'ERR_GRANT_NETWORK'],
    ['an unknown constraint', { custom: {} }, 'custom', 'ERR_GRANT_CONSTRAINT'],
    ['no handlers', { custom: undefined }, 'custom', 'ERR_GRANT_CONSTRAINT'],
    [
      'a handler that refuses',
      { custom: { region: (): boolean => false } },
      'custom',
      'ERR_GRANT_CONSTRAINT',
    ],
    [
      'a handler that is vague',
      { custom: { region: (): number => 1 } },
      'custom',
      'ERR_GRANT_CONSTRAINT',
    ],
    ['another nonce', { nonce: new Uint8Array(16) }, 'holder', 'ERR_GRANT_NONCE'],
    ['no presentation', { presentation: undefined }, 'holder', undefined],
    ['no audience', { audience: undefined, presentation: undefined }, 'audience', undefined],
    ['no address', { address: undefined }, 'network', undefined],
  ] as const)('is refused: %s', (_, more, fact, want) => {
    const report = Grant.authorize(chain, trust, { ...asked, ...more } as Grant.authorize.Options)
    const found = report.facts[fact]
    expect(found).toEqual(want === undefined ? { state: 'unchecked' } : failed(want))
    expect(() => requireFacts(report)).toThrow(code(want ?? 'ERR_FACT_UNCHECKED'))
  })

  test('needs the holder, by a key that is known to be the clients', () => {
    const known = (signer: Keys.LocalSigner) =>
      Grant.authorize(chain, trust, {
        ...asked,
        presentation: undefined as never,
        holder: signer.publicKey,
      })
    expect(known(helper).facts.holder).toEqual({ state: 'ok' })
    expect(known(agent).facts.holder).toEqual(failed('ERR_GRANT_HOLDER'))
  })

  test('is bound to its request by an HTTP signature of the holder', async () => {
    const chain = chainOf()
    const bare = {
      kind: 'request' as const,
      method: 'GET',
      url: `${audience}/docs/a/x`,
      headers: [[Grant.headerName, Grant.toHeader(chain)]] as [string, string][],
    }
    const components = Grant.signatureComponents
    const signed = (by: Keys.LocalSigner) =>
      HttpSig.sign(bare, by, { tag: Grant.signatureTag, components, created: now })
    const replay = memoryReplayStore({ now: () => now })
    const answer = async (request: typeof bare, more: object = {}) => {
      const options = { ...policy, capability: 'read:docs/a/x', ...more }
      return (await HttpSig.authorize(request, trust, options)).authorization
    }
    const once = signed(helper)
    requireFacts(await answer(once, { replay }))
    await expect(answer(once, { replay })).rejects.toThrow(code('ERR_REPLAY'))
    const other = await answer(signed(helper), { capability: 'write:docs/a/x' })
    expect(other.facts.capability).toEqual(failed('ERR_GRANT_CAPABILITY'))
    const more = { ...signed(helper), body: 'x' }
    await expect(answer(more)).rejects.toThrow(code('ERR_HTTP_SIG_UNCOVERED'))
    const few = ['@method', '@target-uri']
    const how = { tag: Grant.signatureTag, components: few, created: now }
    const less = HttpSig.sign(bare, helper, how)
    await expect(answer(less)).rejects.toThrow(code('ERR_HTTP_SIG_UNCOVERED'))
    await expect(answer({ ...bare, headers: [] })).rejects.toThrow(code('ERR_GRANT_MALFORMED'))
    // A presentation beside it shows nobody.
    const presentation = Grant.present(chain, helper, { audience, nonce, now })
    const thief = answer(signed(stranger), { presentation, nonce, audience })
    await expect(thief).rejects.toThrow(code('ERR_ARGUMENT'))
    await expect(answer(signed(stranger))).rejects.toThrow(code('ERR_HTTP_SIG_INVALID'))
    const swapped = { ...signed(helper), headers: signed(helper).headers.slice(1) }
    const shorter: [string, string] = [Grant.headerName, Grant.toHeader([chain[0] as object])]
    swapped.headers.unshift(shorter)
    await expect(answer(swapped)).rejects.toThrow(code('ERR_HTTP_SIG_INVALID'))
  })

  test('has no wildcard', () => {
    const wide = () => Grant.authorize(chain, trust, { ...asked, capability: 'read:docs/*' })
    expect(wide).toThrow(code('ERR_CAPABILITY_WILDCARD'))
  })
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

describe('what nobody may forget', () => {
  const chain = chainOf()
  const [first] = chain as [Grant.Grant]
  const terms = { issuer: didOf(human), ...to(agent), capabilities: ['read:docs'] }
  const revocation = { revoker: didOf(human), grant: Grant.id(first) }
  const presentation = Grant.present(chain, helper, { audience, nonce, now })
  const shown = { chain, audience, nonce, now }
  const replay = memoryReplayStore({ now: () => now })
  const store = Grant.memoryStatusStore()
  const uses = Grant.memoryUseCounter()
  const capability = 'read:docs/a/x'
  const none = undefined as never

  test.each([
    ['issue', /^signer must be/, () => Grant.issue(terms, none)],
    ['issue', /^grant must be/, () => Grant.issue(none, human)],
    ['delegate', /^signer must be/, () => Grant.delegate([first], none, to(helper) as never)],
    ['acknowledge', /^signer must be/, () => Grant.acknowledge(first, none)],
    ['present', /^signer must be/, () => Grant.present(chain, none, { audience })],
    ['revoke', /^signer must be/, () => Grant.revoke(revocation, none)],
    ['revoke', /^revocation must be/, () => Grant.revoke(none, human)],
    [
      'revocationList',
      /^signer must be/,
      () => Grant.revocationList({ issuer: didOf(human), revoked: [], lifetime: 60 }, none),
    ],
    ['revocationList', /^list must be/, () => Grant.revocationList(none, human)],
    ['verify', /^trust must be/, () => Grant.verify(first, none)],
    ['verifyChain', /^trust must be/, () => Grant.verifyChain(chain, none)],
    [
      'verifyChainWithStatus',
      /^trust must be/,
      () => Grant.verifyChainWithStatus(chain, none, { store }),
    ],
    ['authorize', /^trust must be/, () => Grant.authorize(chain, none, { capability })],
    [
      'authorizeOnce',
      /^trust must be/,
      () => Grant.authorizeOnce(chain, none, { capability, uses }),
    ],
    [
      'verifyPresentation',
      /^trust must be/,
      () => Grant.verifyPresentation(presentation, none, shown),
    ],
    [
      'verifyPresentationOnce',
      /^trust must be/,
      () => Grant.verifyPresentationOnce(presentation, none, { ...shown, replay }),
    ],
    [
      'verifyRevocation',
      /^trust must be/,
      () => Grant.verifyRevocation(Grant.revoke(revocation, human), none, { chain }),
    ],
    [
      'a store of revocations',
      /^trust must be/,
      () => store.add(Grant.revoke(revocation, human), none, { chain }),
    ],
  ] as const)('%s names it: %s', async (_, message, run) => {
    const error = await caught(run)
    expect(error).toEqual(code('ERR_ARGUMENT'))
    expect((error as Error).message).toMatch(message)
  })

  test('stores belong to the calls that give promises, and are needed there', async () => {
    for (const [name, run] of [
      ['store', () => Grant.verifyChain(chain, trust, { now, store } as never)],
      ['store', () => Grant.authorize(chain, trust, { capability, store } as never)],
      ['uses', () => Grant.authorize(chain, trust, { capability, uses } as never)],
      ['replay', () => Grant.authorize(chain, trust, { capability, replay } as never)],
      [
        'replay',
        () => Grant.verifyPresentation(presentation, trust, { ...shown, replay } as never),
      ],
    ] as const)
      expect(run).toThrow(`there is no option "${name}"`)
    const unknown = Grant.verifyChainWithStatus(chain, trust, { now } as never)
    await expect(unknown).rejects.toThrow(/^store must be an object/)
    const again = Grant.verifyPresentationOnce(presentation, trust, shown as never)
    await expect(again).rejects.toThrow(/^replay must be an object/)
    const asked = Grant.authorizeOnce(chain, trust, { capability, now } as never)
    await expect(asked).rejects.toThrow(/^authorizeOnce needs store, uses or replay/)
  })

  test('a presentation needs the nonce, unless a store remembers nonces', async () => {
    const asked = { capability, audience, presentation, now }
    const missing = /^nonce must be a Uint8Array, unless `replay`/
    expect(() => Grant.authorize(chain, trust, asked)).toThrow(missing)
    await expect(Grant.authorizeOnce(chain, trust, { ...asked, uses })).rejects.toThrow(missing)
    const once = await Grant.authorizeOnce(chain, trust, { ...asked, replay })
    expect(once.facts.holder).toEqual({ state: 'ok' })
  })
})
