import { describe, expect, test } from 'vitest'
import { CountersignError, HttpSig, Sage } from '../../src/subpath/all.js'
import { captured, code, keyid, post, signer, trust } from '../setup/httpSigHost.js'

describe('profiles on the host side', () => {
  const url = 'https://api.example/orders?id=1'
  const origin = 'https://api.example'
  const known = { key: signer.publicKey }
  const bare = () => new Request(url, post())
  const { mcp, tap, webBotAuth } = HttpSig
  const sage = Sage.HttpSig
  const made: readonly [HttpSig.ServerProfile, () => Promise<Request>, string][] = [
    ['rfc9421', () => HttpSig.sign(bare(), signer, { keyid }), '"@method" "@target-uri"'],
    ['mcp', () => mcp.sign(bare(), signer, { keyid }), '"@method" "@target-uri"'],
    ['sage', () => sage.sign(bare(), signer, { keyid }), '"@method" "@path" "@query"'],
    ['tap-payer', () => tap.sign(get(), signer, { keyid, intent: 'pay' }), 'agent-payer-auth'],
    ['tap-browser', () => tap.sign(get(), signer, { keyid, intent: 'browse' }), '"@path"'],
    ['web-bot-auth', () => webBotAuth.sign(get(), signer), 'tag="web-bot-auth"'],
  ]
  const get = () => new Request(url)

  test('what is required is asked for once, and a mistake in it is not the fault of the client', async () => {
    const told: unknown[] = []
    const ask = async (required: readonly string[]) => {
      const onRefused = (error: unknown) => told.push(error)
      const options = { origin, required, onRefused }
      const answer = await HttpSig.handler(() => new Response('done'), known, options)(bare())
      return [answer.status, answer.headers.get('accept-signature')?.split(';')[0] ?? null]
    }
    const twice = ['@method', '@method', '"content-digest"', 'content-digest']
    expect(await ask(twice)).toEqual([401, 'sig1=("@method" "content-digest")'])
    expect(await ask([])).toEqual([401, 'sig1=("content-digest")'])
    told.length = 0
    expect(await ask(['Content-Type'])).toEqual([500, null])
    expect(told).toContainEqual(expect.objectContaining({ code: 'ERR_HTTP_SIG_COMPONENT' }))
  })

  test.each(made)('%s', async (profile, sign, wanted) => {
    const handle = HttpSig.handler(() => new Response('done'), known, { origin, profile })
    expect((await handle(await sign())).status).toBe(200)
    const unsigned = await handle(bare())
    expect(unsigned.status).toBe(401)
    expect(unsigned.headers.get('accept-signature')).toContain(wanted)
    const other = profile.startsWith('tap') ? 'web-bot-auth' : 'tap-payer'
    const strict = { origin, profile: other } as const
    const elsewhere = HttpSig.handler(() => new Response('done'), known, strict)
    expect((await elsewhere(await sign())).status).toBe(401)
  })

  test('keys are looked up by what the message says', async () => {
    const asked: string[] = []
    const allow = ({ uri }: HttpSig.webBotAuth.Agent) => {
      asked.push(uri)
      return false
    }
    const lookup = webBotAuth.agentKeys({ allow })
    const seen: HttpSig.PlainMessage[] = []
    const keys: HttpSig.KeyLookup = (name, claims, message) => {
      seen.push(message)
      return lookup(name, claims, message)
    }
    const handle = HttpSig.handler(() => new Response(), keys, { origin, profile: 'web-bot-auth' })
    const signed = await webBotAuth.sign(bare(), signer, { agent: 'https://bot.example' })
    const response = await handle(signed)
    expect(await response.json()).toEqual({ error: 'ERR_HTTP_SIG_KEY' })
    expect(asked).toEqual(['https://bot.example'])
    expect(seen).toEqual([expect.objectContaining({ kind: 'request', method: 'POST', url })])
    expect(seen[0]).not.toHaveProperty('body')
  })
})

describe('other hosts', () => {
  const url = 'https://api.example/orders'
  const options = { origin: 'https://api.example' }

  test('a Fetch handler is called for signed requests, and can read the body', async () => {
    const tell = async (request: Request, verified: HttpSig.Verified, env: { name: string }) =>
      Response.json({ by: verified.signer?.id, body: await request.text(), env: env.name })
    const handle = HttpSig.handler(tell, trust, options)
    const request = await captured(url)
    const response = await handle(request.clone(), { name: 'prod' })
    expect(await response.json()).toEqual({ by: keyid, body: '{"order":1}', env: 'prod' })
    expect((await handle(request, { name: 'prod' })).status).toBe(401)
    expect((await handle(new Request(url), { name: 'prod' })).status).toBe(401)
  })

  test('Hono', async () => {
    const use = HttpSig.hono(trust, options)
    const set: unknown[] = []
    const context = (raw: Request) => ({ req: { raw }, set: (...all: unknown[]) => set.push(all) })
    const next = async () => {
      set.push('next')
    }
    expect(await use(context(await captured(url)), next)).toBe(undefined)
    expect(set).toEqual([
      ['signature', expect.objectContaining({ signer: expect.objectContaining({ id: keyid }) })],
      'next',
    ])
    expect((await use(context(new Request(url)), next))?.status).toBe(401)
    expect(set).toHaveLength(2)
  })

  test('Fastify', async () => {
    type Hook = Parameters<HttpSig.FastifyInstance['addHook']>[1]
    let hook: Hook | undefined
    let parsed: unknown
    const plugin = HttpSig.fastify(trust, options)
    expect(Reflect.get(plugin, Symbol.for('skip-override'))).toBe(true)
    plugin(
      {
        removeAllContentTypeParsers: () => undefined,
        addContentTypeParser: (_type, _options, parser) =>
          parser({}, new Uint8Array([1]), (_error, body) => {
            parsed = body
          }),
        addHook: (_name, added) => {
          hook = added
        },
      },
      {},
      () => undefined,
    )
    expect(parsed).toEqual(new Uint8Array([1]))
    const request = await captured(url)
    const raw = {
      method: 'POST',
      url: '/orders',
      rawHeaders: [...request.headers].flat(),
    }
    const body = new Uint8Array(await request.arrayBuffer())
    const sent: unknown[] = []
    const reply = {
      code: (status: number) => sent.push(status),
      header: () => undefined,
      send: (text: string) => sent.push(text),
    }
    const good: HttpSig.FastifyRequest = { raw, body }
    await hook?.(good, reply)
    expect(good.signature?.signer?.id).toBe(keyid)
    await hook?.({ raw, body }, reply)
    expect(sent).toEqual([401, '{"error":"ERR_REPLAY"}'])
  })

  test('arguments of the signing fetch', async () => {
    const ended = HttpSig.fetch(signer, { lifetime: 0 })('https://agent.example')
    await expect(ended).rejects.toThrow(code('ERR_ARGUMENT'))
    expect(() => HttpSig.fetch(signer, { fetch: 1 as never })).toThrow(CountersignError)
  })
})
