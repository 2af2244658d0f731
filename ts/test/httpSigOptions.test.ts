import { describe, expect, test } from 'vitest'
import { Did, HttpSig, memoryReplayStore, Sage } from '../src/subpath/all.js'
import {
  body,
  code,
  header,
  plain,
  request,
  shared,
  signer,
  trust,
  url,
  utf8,
} from './setup/httpSig.js'

describe('options', () => {
  const signed = HttpSig.sign(plain(), signer)
  const origin = 'https://agent.example'
  const { mcp, tap, webBotAuth } = HttpSig
  const sage = Sage.HttpSig
  const asked = new Request(url)

  test.each([
    ['verify', () => HttpSig.verify(signed, trust, { maxage: 1 } as never), 'maxAge'],
    ['sign', () => HttpSig.sign(plain(), signer, { keyId: 'k' } as never), 'keyid'],
    ['fetch', () => HttpSig.fetch(signer, { lifeTime: 1 } as never), 'lifetime'],
    [
      'handler',
      () => HttpSig.handler(String as never, trust, { origin, repaly: 1 } as never),
      'replay',
    ],
    ['hono', () => HttpSig.hono(trust, { origin, requiredNonce: true } as never), 'requireNonce'],
    ['fastify', () => HttpSig.fastify(trust, { origin, boddyLimit: 1 } as never), 'bodyLimit'],
    ['middleware', () => HttpSig.middleware(trust, { origin, onerror: 1 } as never), 'onError'],
    ['mcp.sign', () => mcp.sign(plain(), signer, { keyid: 'k', nonze: 'x' } as never), 'nonce'],
    ['mcp.verify', () => mcp.verify(signed as never, trust, { skews: 1 } as never), 'skew'],
    ['sage.sign', () => sage.sign(plain(), signer, { labels: 'x' } as never), 'label'],
    ['sage.verify', () => sage.verify(signed as never, trust, { skews: 1 } as never), 'skew'],
    ['tap.sign', () => tap.sign(plain(), signer, { keyid: 'k', intend: 'pay' } as never), 'intent'],
    ['tap.verify', () => tap.verify(signed as never, trust, { intend: 'pay' } as never), 'intent'],
    ['webBotAuth.sign', () => webBotAuth.sign(plain(), signer, { agents: 'x' } as never), 'agent'],
    [
      'webBotAuth.verify',
      () => webBotAuth.verify(signed as never, trust, { maxage: 1 } as never),
      'maxAge',
    ],
    ['agentKeys', () => webBotAuth.agentKeys({ alow: () => true } as never), 'allow'],
    [
      'readDirectory',
      () =>
        webBotAuth.readDirectory(new Response(), { request: asked, allowUnsinged: true } as never),
      'allowUnsigned',
    ],
    ['fetchDirectory', () => webBotAuth.fetchDirectory(origin, { polices: {} } as never), 'policy'],
  ])('a misspelt member is refused by name: %s', async (_, run, meant) => {
    await expect((async () => run())()).rejects.toThrowError(
      expect.objectContaining({
        code: 'ERR_ARGUMENT',
        message: expect.stringContaining(`did you mean "${meant}"?`),
      }),
    )
  })

  test('what options inherit from a class counts', async () => {
    const strict = Object.create({ requireNonce: true })
    const bare = HttpSig.sign(plain(), signer, { nonce: false })
    await expect(HttpSig.verify(bare, Object.create(trust), strict)).rejects.toThrowError(
      code('ERR_HTTP_SIG_NONCE'),
    )
    const uncalled = () => {
      throw new Error('called')
    }
    const handle = HttpSig.handler(uncalled, trust, Object.create({ origin, requireNonce: true }))
    const { headers } = bare
    const answer = await handle(request({ headers: headers as [string, string][] }))
    expect(await answer.json()).toEqual({ error: 'ERR_HTTP_SIG_NONCE' })
    const named = HttpSig.sign(plain(), signer, Object.create({ keyid: 'k' }))
    expect(header(named, 'Signature-Input')).toContain('keyid="k"')
  })

  test('a shared secret stands alone, and either trust or keys is given', async () => {
    const made = HttpSig.sign(plain(), shared)
    const both = { ...shared, key: signer.publicKey }
    const keys = () => shared
    for (const input of [both, () => both, { ...trust, keys }, { ...shared, keys }, {}])
      await expect(HttpSig.verify(made, input as never)).rejects.toThrowError(code('ERR_ARGUMENT'))
    await expect(HttpSig.verify(made, keys)).resolves.toMatchObject({ signer: null })
    const signers = { ...shared, publicKey: signer.publicKey, algorithm: signer.algorithm }
    expect(() => HttpSig.sign(plain(), signers)).toThrowError(code('ERR_ARGUMENT'))
  })

  const services: readonly [name: string, (trust: never, options: never) => unknown][] = [
    ['handler', (whom, options) => HttpSig.handler(() => new Response(), whom, options)],
    ['hono', (whom, options) => HttpSig.hono(whom, options)],
    ['fastify', (whom, options) => HttpSig.fastify(whom, options)],
    ['middleware', (whom, options) => HttpSig.middleware(whom, options)],
  ]

  test.each([
    ['neither trust nor keys', undefined, {}],
    ['both trust and keys', { ...trust, keys: () => trust }, {}],
    ['a store that is none', trust, { replay: {} }],
    ['a store whose method is no function', trust, { replay: { checkAndMark: true } }],
    ['true for a store', trust, { replay: true }],
    ['null for a store', trust, { replay: null }],
  ])('a service is refused when it is made: %s', (_, whom, options) => {
    for (const [, make] of services)
      expect(() => make(whom as never, { origin, ...options } as never)).toThrowError(
        code('ERR_ARGUMENT'),
      )
    for (const replay of [false as const, memoryReplayStore()])
      expect(() => HttpSig.hono(trust, { origin, replay })).not.toThrow()
  })

  const verifiers: readonly [name: string, (trust: never, options: never) => unknown][] = [
    ...services,
    ['verify', (whom, options) => HttpSig.verify(signed, whom, options)],
    ['mcp.verify', (whom, options) => mcp.verify(signed, whom, options)],
    ['tap.verify', (whom, options) => tap.verify(signed, whom, options)],
    ['webBotAuth.verify', (whom, options) => webBotAuth.verify(signed, whom, options)],
  ]
  const keys = HttpSig.didKeys(Did.resolver())

  test.each(verifiers)('%s says where who is trusted belongs', async (_, run) => {
    for (const [whom, said] of [
      [undefined, 'trust must be a trust input, a shared secret, or a function that finds one'],
      ['did:web:agent.example', 'trust must be a trust input'],
      [[trust], 'trust must be a trust input'],
      [{ keys }, 'pass a function that finds keys as trust itself'],
      [{ keys, origin }, 'pass a function that finds keys as trust itself'],
      [{ trust }, 'trust has no member "trust": pass its content itself as this argument'],
      [{ trust, origin }, 'trust has no member "trust": pass its content itself as this argument'],
    ] as const)
      await expect((async () => run(whom as never, undefined as never))()).rejects.toThrowError(
        expect.objectContaining({ code: 'ERR_ARGUMENT', message: expect.stringContaining(said) }),
      )
  })

  test('a request under a grant needs a trust input, before its signature counts', async () => {
    const options = { capability: 'read:rpc', replay: { checkAndMark: () => true } }
    for (const whom of [undefined, keys, { keys }, { trust }, { trust, ...options }])
      await expect(HttpSig.authorize(signed, whom as never, options)).rejects.toThrowError(
        expect.objectContaining({
          code: 'ERR_ARGUMENT',
          message: expect.stringMatching(/^trust[. ]/),
        }),
      )
  })

  test.each<[string, (signer: never) => unknown]>([
    ['sign', (own) => HttpSig.sign(plain(), own)],
    ['mcp.sign', (own) => mcp.sign(plain(), own, { keyid: 'k' })],
    ['tap.sign', (own) => tap.sign(plain(), own, { keyid: 'k', intent: 'pay' })],
    ['webBotAuth.sign', (own) => webBotAuth.sign(plain(), own)],
    ['serveDirectory', (own) => webBotAuth.serveDirectory(asked, [own])],
    ['fetch', (own) => HttpSig.fetch(own)(url)],
  ])('%s needs a signer', async (_, run) => {
    for (const own of [undefined, null, 'k', {}, { signer }])
      await expect((async () => run(own as never))()).rejects.toThrowError(
        expect.objectContaining({
          code: 'ERR_ARGUMENT',
          message: expect.stringMatching(/^signer[. ]/),
        }),
      )
  })

  test('a message is read once, and comes back as it was signed', async () => {
    const bytes = utf8(body)
    class Message {
      reads = 0
      kind = 'request' as const
      get method() {
        return 'POST'
      }
      get url() {
        this.reads += 1
        return this.reads === 1 ? url : 'https://evil.example/'
      }
      get headers(): [string, string][] {
        return [['Content-Type', 'application/json']]
      }
      get body() {
        return bytes
      }
    }
    const slow = {
      publicKey: signer.publicKey,
      algorithm: signer.algorithm,
      sign: async (all: Uint8Array) => signer.sign(all),
    }
    const plain = HttpSig.sign(new Message(), slow)
    const tagged = webBotAuth.sign(new Message(), slow, { agent: 'https://bot.example' })
    bytes.fill(0)
    for (const made of [await plain, await tagged] as HttpSig.PlainRequest[])
      expect(made).toMatchObject({ kind: 'request', method: 'POST', url, body: utf8(body) })
    await expect(HttpSig.verify(await plain, trust)).resolves.toMatchObject({ bodyCovered: true })
  })
})
