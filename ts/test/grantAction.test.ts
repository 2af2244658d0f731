import { describe, expect, test } from 'vitest'
import { Grant, HttpSig, type Keys, memoryReplayStore, requireFacts } from '../src/subpath/all.js'
import {
  agent,
  audience,
  chainOf,
  code,
  failed,
  helper,
  later,
  nonce,
  now,
  policy,
  stranger,
  trust,
} from './setup/grant.js'

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
    const refused = await answer(once, { replay, capability: 'write:docs/a/x' })
    expect(refused.facts.capability).toEqual(failed('ERR_GRANT_CAPABILITY'))
    // What is refused marks nothing.
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
