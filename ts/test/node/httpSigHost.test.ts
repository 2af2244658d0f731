import { createServer, type IncomingMessage, type Server, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { CountersignError, HttpSig, Keys, memoryReplayStore, Sage } from '../../src/subpath/all.js'

const code = (code: string) => expect.objectContaining({ name: 'CountersignError', code })
const signer = Keys.generate('Ed25519')
const keyid = 'did:web:agent.example#key-1'
const trust = { keys: [{ key: signer.publicKey, id: keyid, controller: 'did:web:agent.example' }] }
const text = (bytes?: Uint8Array) => new TextDecoder().decode(bytes)

const servers: Server[] = []
const refused: unknown[] = []
afterAll(() => {
  for (const server of servers) server.close()
})
afterEach(() => {
  refused.length = 0
})

/** A server on loopback; the handler learns its origin before it answers. */
async function serve(make: (origin: string) => Parameters<typeof createServer>[1]) {
  const server = createServer()
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  server.on('request', make(origin) as () => void)
  return origin
}

type Incoming = IncomingMessage & HttpSig.IncomingRequest

/** Answers with who signed and the body. */
const guarded = (
  options: Partial<HttpSig.handler.Options> = {},
  trusted: HttpSig.TrustSource = trust,
) =>
  serve((origin) => {
    const onRefused = (error: unknown) => refused.push(error)
    const signed = HttpSig.middleware(trusted, { origin, onRefused, ...options })
    return (request, response) =>
      void signed(request as Incoming, response, () => {
        const { signer, content } = (request as Incoming).signature ?? {}
        const controller = signer?.controller
        response.end(JSON.stringify({ controller, body: text(content) }))
      })
  })

const post = (body = '{"order":1}') => ({ method: 'POST', body })
const signedFetch = HttpSig.fetch(signer, { keyid })

/** The signed request as it goes over the wire, to be changed on the way. */
async function captured(url: string, init: RequestInit = post(), options = {}): Promise<Request> {
  let caught: Request | undefined
  const keep = async (request: unknown) => {
    caught = request as Request
    return new Response()
  }
  const own = HttpSig.fetch(signer, { keyid, ...options, fetch: keep as typeof fetch })
  await own(url, { ...init, redirect: 'manual' })
  return caught as Request
}

describe('a signing fetch and a Node server', () => {
  test('the server knows who called, and gets the bytes that were signed', async () => {
    const origin = await guarded()
    const response = await signedFetch(`${origin}/orders?id=1`, post())
    expect(await response.json()).toEqual({
      controller: 'did:web:agent.example',
      body: '{"order":1}',
    })
    expect((await signedFetch(origin)).status).toBe(200)
  })

  test('a changed body, a replay and another host are refused', async () => {
    const [origin, other] = [await guarded(), await guarded()]
    const request = await captured(`${origin}/orders`)
    const { headers } = request
    const changed = await fetch(request.url, { method: 'POST', headers, body: '{"order":2}' })
    expect([changed.status, await changed.json()]).toEqual([401, { error: 'ERR_HTTP_SIG_DIGEST' }])
    expect(changed.headers.get('accept-signature')).toBe(
      'sig1=("@method" "@target-uri" "content-digest");created;expires;nonce;keyid',
    )
    const aimed = await fetch(`${other}/orders`, { headers, ...post() })
    expect([aimed.status, await aimed.json()]).toEqual([401, { error: 'ERR_HTTP_SIG_INVALID' }])
    const path = await fetch(`${origin}/orders2`, { headers, ...post() })
    expect(path.status).toBe(401)
    expect((await fetch(request.clone())).status).toBe(200)
    const again = await fetch(request)
    expect([again.status, await again.json()]).toEqual([401, { error: 'ERR_REPLAY' }])
    expect(refused).toHaveLength(4)
  })

  test('what is not signed, or by nobody known, is refused', async () => {
    const origin = await guarded()
    const stranger = HttpSig.fetch(Keys.generate('Ed25519'), { keyid })
    const old = await captured(origin, post(), { now: () => new Date(Date.now() - 700_000) })
    const table: [Promise<Response>, string][] = [
      [fetch(origin), 'ERR_HTTP_SIG_MISSING'],
      [stranger(origin), 'ERR_HTTP_SIG_INVALID'],
      [fetch(old), 'ERR_HTTP_SIG_EXPIRED'],
      [
        fetch(origin, { headers: { signature: 'sig1=:', 'signature-input': 'sig1=("x' } }),
        'ERR_STRUCTURED_FIELD_MALFORMED',
      ],
    ]
    for (const [response, want] of table) {
      const answer = await response
      expect(answer.status).toBe(401)
      expect(((await answer.json()) as { error: string }).error).toBe(want)
    }
  })

  test('a Host field and a proxy’s fields decide nothing', async () => {
    const origin = await guarded({ origin: 'https://api.example' })
    const request = await captured('https://api.example/orders')
    const headers = { ...Object.fromEntries(request.headers), host: 'evil.example' }
    const status = (path: string) =>
      new Promise((resolve, reject) => {
        const sent = send(`${origin}${path}`, { method: 'POST', headers }, (response) => {
          response.resume()
          resolve(response.statusCode)
        })
        sent.on('error', reject)
        sent.end('{"order":1}')
      })
    expect(await status('/orders')).toBe(200)
  })

  test('a body over the limit is not read to its end', async () => {
    const origin = await guarded({ bodyLimit: 1000 })
    const response = await signedFetch(origin, post('x'.repeat(1000)))
    expect(response.status).toBe(200)
    const long = await signedFetch(origin, post('x'.repeat(1001)))
    expect([long.status, await long.json()]).toEqual([413, { error: 'ERR_LIMIT_EXCEEDED' }])
  })

  test('what is wrong on this side is 500, and says nothing more', async () => {
    const broken = () => {
      throw new Error('the database is gone')
    }
    for (const origin of [
      await guarded({}, broken),
      await guarded({ replay: { checkAndMark: broken } }),
    ]) {
      const response = await signedFetch(origin, post())
      expect([response.status, await response.text()]).toEqual([500, '{"error":"ERR_INTERNAL"}'])
    }
    const throwing = await serve((origin) => {
      const signed = HttpSig.middleware(trust, { origin })
      return (request, response) => void signed(request as Incoming, response, broken)
    })
    expect((await signedFetch(throwing)).status).toBe(500)
    // Somebody read the body before.
    const late = await serve((origin) => {
      const signed = HttpSig.middleware(trust, { origin })
      return (request, response) => {
        request.resume()
        request.on('end', () => void signed(request as Incoming, response, () => response.end()))
      }
    })
    expect((await signedFetch(late, post())).status).toBe(500)
  })

  test('what next throws is 500, whatever it is, and breaks off what had begun', async () => {
    const seen: unknown[] = []
    const failing = (begun: boolean) =>
      serve((origin) => {
        const onRefused = (error: unknown) => refused.push(error)
        const onError = (error: unknown) => {
          seen.push(error)
          throw error
        }
        const signed = HttpSig.middleware(trust, { origin, onRefused, onError })
        return (request, response) =>
          void signed(request as Incoming, response, () => {
            response.setHeader('Content-Length', '1000')
            if (begun) response.write('half')
            throw new CountersignError('ERR_HTTP_SIG_KEY', 'of another message')
          })
      })
    const response = await signedFetch(await failing(false), post())
    expect([response.status, await response.text()]).toEqual([500, '{"error":"ERR_INTERNAL"}'])
    const begun = signedFetch(await failing(true), post()).then((half) => half.text())
    await expect(begun).rejects.toThrow()
    expect(seen).toEqual([code('ERR_HTTP_SIG_KEY'), code('ERR_HTTP_SIG_KEY')])
    expect(refused).toEqual([])
  })

  test('a request that broke off before is answered at once', async () => {
    const signed = HttpSig.middleware(trust, { origin: 'https://api.example' })
    const sent: unknown[] = []
    const request = { destroyed: true, rawHeaders: [], on: () => undefined }
    const response = {
      statusCode: 0,
      headersSent: false,
      setHeader: () => undefined,
      end: (body?: string) => sent.push(body),
    }
    await signed(request, response, () => sent.push('next'))
    expect([response.statusCode, sent]).toEqual([401, ['{"error":"ERR_HTTP_SIG_MESSAGE"}']])
  })

  test('a store without room is 503', async () => {
    const origin = await guarded({ replay: memoryReplayStore({ limit: 1 }) })
    expect((await signedFetch(origin, post())).status).toBe(200)
    const response = await signedFetch(origin, post())
    expect([response.status, await response.json()]).toEqual([503, { error: 'ERR_REPLAY_FULL' }])
  })

  test('a store that fails is 503, with its code', async () => {
    for (const code of ['ERR_STORE_UNAVAILABLE', 'ERR_STORE_DAMAGED'] as const) {
      const checkAndMark = () => Promise.reject(new CountersignError(code, 'a store that fails'))
      const origin = await guarded({ replay: { checkAndMark } })
      const response = await signedFetch(origin, post())
      expect([response.status, await response.json()]).toEqual([503, { error: code }])
    }
  })

  test('options are checked at the start', () => {
    const bad = [
      {},
      { origin: 'api.example' },
      { origin: 1 },
      undefined,
      { origin: 'https://a.example', profile: 'x' },
    ]
    for (const options of bad)
      expect(() => HttpSig.middleware(trust, options as never)).toThrow(code('ERR_ARGUMENT'))
  })
})

describe('redirects', () => {
  const redirecting = async (status: number, to: (origin: string) => string) => {
    const seen: string[] = []
    const origin = await serve((origin) => {
      const signed = HttpSig.middleware(trust, { origin })
      return (request, response) =>
        void signed(request as Incoming, response, () => {
          const { content } = (request as Incoming).signature ?? {}
          seen.push(`${request.method} ${request.url} ${text(content)}`)
          if (request.url === '/from') response.writeHead(status, { location: to(origin) })
          response.end('done')
        })
    })
    return { origin, seen }
  }

  test('within the origin each hop has its own signature', async () => {
    for (const [status, want] of [
      [302, 'GET /to '],
      [303, 'GET /to '],
      [307, 'POST /to b'],
      [308, 'POST /to b'],
    ] as const) {
      const { origin, seen } = await redirecting(status, () => '/to')
      const response = await signedFetch(`${origin}/from`, post('b'))
      expect(await response.text()).toBe('done')
      expect(seen).toEqual(['POST /from b', want])
    }
  })

  test('what the caller asked of the host holds at each hop', async () => {
    const sent: Request[] = []
    const send = async (request: unknown) => {
      sent.push(request as Request)
      const headers = { location: '/to' }
      return sent.length === 1 ? new Response(null, { status: 307, headers }) : new Response()
    }
    const own = HttpSig.fetch(signer, { keyid, fetch: send as typeof fetch })
    const asked = {
      mode: 'same-origin',
      cache: 'no-store',
      credentials: 'omit',
      integrity: `sha256-${'A'.repeat(43)}=`,
      keepalive: true,
      referrer: '',
      referrerPolicy: 'no-referrer',
    } as const
    await own('https://api.example/from', { ...post(), ...asked })
    expect(sent.map(({ url }) => url)).toEqual([
      'https://api.example/from',
      'https://api.example/to',
    ])
    for (const request of sent) expect(request).toMatchObject(asked)
  })

  test('to another origin nothing is sent', async () => {
    const { origin: other, seen } = await redirecting(307, () => '/to')
    const { origin } = await redirecting(307, () => `${other}/to`)
    await expect(signedFetch(`${origin}/from`, post())).rejects.toThrow(code('ERR_FETCH_BLOCKED'))
    expect(seen).toEqual([])
    const manual = await signedFetch(`${origin}/from`, { ...post(), redirect: 'manual' })
    expect(manual.status).toBe(307)
    const loop = await redirecting(307, () => '/from')
    await expect(signedFetch(`${loop.origin}/from`)).rejects.toThrow(code('ERR_FETCH_BLOCKED'))
    expect(loop.seen).toHaveLength(21)
  })
})

describe('a request that takes its time', () => {
  const url = 'https://api.example/orders'
  const begin = 1_760_000_000_000
  // It holds for 300 seconds, and clocks may be 60 off.
  const end = begin + 360_000

  test.each(['body', 'keys'] as const)('its %s comes after its end: refused', async (slow) => {
    let time = begin
    const wait = (what: string) => {
      if (what === slow && time === end - 1000) time = end
    }
    const keys = () => {
      wait('keys')
      return trust
    }
    const options = { origin: 'https://api.example', now: () => new Date(time) }
    const handle = HttpSig.handler(() => new Response('done'), keys, options)
    const request = await captured(url, post(), { now: () => new Date(begin) })
    expect((await handle(request.clone())).status).toBe(200)
    const bytes = new Uint8Array(await request.clone().arrayBuffer())
    const slowly = new ReadableStream(
      {
        pull(controller) {
          wait('body')
          controller.enqueue(bytes)
          controller.close()
        },
      },
      { highWaterMark: 0 },
    )
    const copy = { method: 'POST', headers: request.headers, body: slowly, duplex: 'half' }
    time = end - 1000
    const response = await handle(new Request(url, copy as RequestInit))
    expect(time).toBe(end)
    expect([response.status, await response.json()]).toEqual([
      401,
      { error: 'ERR_HTTP_SIG_EXPIRED' },
    ])
  })
})

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
