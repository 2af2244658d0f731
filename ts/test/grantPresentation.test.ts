import { sha256 } from '@noble/hashes/sha2.js'
import { describe, expect, test } from 'vitest'
import { Grant, Keys, memoryReplayStore, type ReplayStore } from '../src/subpath/all.js'
import type { TrustInput } from '../src/trust.js'
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
  to,
  trust,
  utf8,
} from './setup/grant.js'
import { caught } from './setup/help.js'

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
