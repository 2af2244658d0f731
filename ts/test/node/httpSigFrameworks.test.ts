import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import multipart from '@fastify/multipart'
import express from 'express'
import fastify, { type FastifyInstance } from 'fastify'
import { Hono } from 'hono'
import { afterEach, describe, expect, test } from 'vitest'
import { HttpSig, Keys } from '../../src/subpath/all.js'

const code = (code: string) => expect.objectContaining({ name: 'CountersignError', code })
const origin = 'https://api.example'
const signer = Keys.generate('Ed25519')
const refused: unknown[] = []
const handled: unknown[] = []
const trust = { key: signer.publicKey }
const options = {
  origin,
  onRefused: (error: unknown) => void refused.push(error),
}
const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
  refused.length = 0
  handled.length = 0
})

/** The fields of a signed request, as an object. */
function signed(body?: string, type = 'application/json', method = 'POST') {
  const message = {
    kind: 'request' as const,
    method,
    url: `${origin}/pay`,
    headers: [['content-type', type] as const],
    ...(body !== undefined && { body }),
  }
  return Object.fromEntries(HttpSig.sign(message, signer).headers)
}

const form = '--x\r\ncontent-disposition: form-data; name="to"\r\n\r\nmallory\r\n--x--\r\n'
const formType = 'multipart/form-data; boundary=x'
const mallory = '{"to":"mallory"}'

/** A request as text over a socket: clients would change it. The answer's status. */
async function raw(listener: RequestListener, line: string, fields: Record<string, string>) {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => server.close())
  return send((server.address() as AddressInfo).port, line, fields)
}

function send(port: number, line: string, fields: Record<string, string>): Promise<string> {
  const lines = Object.entries({ host: 'api.example', connection: 'close', ...fields })
  const head = [line, ...lines.map(([name, value]) => `${name}: ${value}`), '', ''].join('\r\n')
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(head))
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('close', () => resolve(answer.split(' ')[1] ?? ''))
    socket.on('error', reject)
  })
}

describe('Fastify', () => {
  type Setup = (app: FastifyInstance) => unknown

  /** An application whose handler tells what it was given. */
  async function made(setup: { before?: Setup; after?: Setup; child?: Setup }) {
    const app = fastify()
    closing.push(() => app.close())
    const routes = (scope: FastifyInstance) => {
      scope.all('/pay', (request) => {
        handled.push(request.body)
        return { body: request.body === undefined ? 'none' : String(request.body) }
      })
    }
    await setup.before?.(app)
    await app.register(HttpSig.fastify(trust, options))
    await setup.after?.(app)
    if (setup.child) {
      const child = setup.child
      await app.register(async (scope) => {
        await child(scope)
        routes(scope)
      })
    } else routes(app)
    return app
  }

  const asJson: Setup = (app) =>
    app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
      done(null, JSON.parse(body as string)),
    )
  const asText: Setup = (app) =>
    app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    )
  const unread =
    (value: unknown): Setup =>
    (app) =>
      app.addContentTypeParser('application/json', (_request, _payload, done) => done(null, value))
  const forms: Setup = (app) => app.register(multipart)

  test('a handler gets the bytes that were signed, or none', async () => {
    const app = await made({})
    const post = { method: 'POST' as const, url: '/pay' }
    const full = await app.inject({ ...post, headers: signed(mallory), payload: mallory })
    expect([full.statusCode, full.json()]).toEqual([200, { body: mallory }])
    const { 'content-type': _, ...bare } = signed()
    const empty = await app.inject({ ...post, headers: bare })
    expect([empty.statusCode, empty.json()]).toEqual([200, { body: 'none' }])
  })

  test.each([
    ['a context that was made before', true],
    ['a context in such a context', false],
  ])('holds for the routes of %s', async (_, direct) => {
    const routes = async (scope: FastifyInstance) => {
      scope.all('/pay', () => 'done')
    }
    const early: Setup = (app) =>
      app.register(direct ? routes : async (scope) => void (await scope.register(routes)))
    const app = fastify()
    closing.push(() => app.close())
    await early(app)
    await app.register(HttpSig.fastify(trust, options))
    const get = { method: 'GET' as const, url: '/pay' }
    expect((await app.inject(get)).statusCode).toBe(401)
    const { 'content-type': _type, ...headers } = signed(undefined, undefined, 'GET')
    expect((await app.inject({ ...get, headers })).body).toBe('done')
    const posted = { method: 'POST' as const, url: '/pay', headers: signed(mallory) }
    expect((await app.inject({ ...posted, payload: mallory })).statusCode).toBe(500)
  })

  test('leaves alone what stands beside the context that it is registered in', async () => {
    const app = fastify()
    closing.push(() => app.close())
    app.get('/health', () => 'well')
    await app.register(async (scope) => {
      await scope.register(HttpSig.fastify(trust, options))
      scope.get('/pay', () => 'done')
    })
    expect((await app.inject({ url: '/health' })).body).toBe('well')
    expect((await app.inject({ url: '/pay' })).statusCode).toBe(401)
  })

  // What was signed is an empty POST.
  test.each([
    ['a JSON parser added after', { after: asJson }, mallory, 'application/json'],
    ['one in a child context', { child: asJson }, mallory, 'application/json'],
    ['one that gives text', { after: asText }, mallory, 'application/json'],
    ['one that gives nothing', { after: unread(undefined) }, mallory, 'application/json'],
    ['one that gives null', { child: unread(null) }, mallory, 'application/json'],
    ['one that gives an empty text', { child: unread('') }, mallory, 'application/json'],
    ['one that gives empty bytes', { after: unread(Buffer.alloc(0)) }, mallory, 'application/json'],
    ['multipart added after', { after: forms }, form, formType],
    ['multipart in a child context', { child: forms }, form, formType],
  ] as const)('a body that somebody added is refused: %s', async (_, setup, payload, type) => {
    const app = await made(setup)
    const headers = signed(undefined, type)
    const answer = await app.inject({ method: 'POST', url: '/pay', headers, payload })
    expect([answer.statusCode, answer.json()]).toEqual([500, { error: 'ERR_INTERNAL' }])
    expect(refused).toEqual([code('ERR_ARGUMENT')])
    expect(handled).toEqual([])
  })

  test.each([
    ['no other parser', {}, mallory, 'application/json'],
    ['a JSON parser before', { before: asJson }, mallory, 'application/json'],
    ['a parser that leaves it unread before', { before: unread(null) }, mallory, 'text/plain'],
    ['multipart before', { before: forms }, form, formType],
  ] as const)('and where our own reads it: %s', async (_, setup, payload, type) => {
    const app = await made(setup)
    const headers = signed(undefined, type)
    const answer = await app.inject({ method: 'POST', url: '/pay', headers, payload })
    expect([answer.statusCode, answer.json()]).toEqual([401, { error: 'ERR_HTTP_SIG_UNCOVERED' }])
    expect(handled).toEqual([])
  })

  test('a body of a GET, which Fastify leaves unread, is refused', async () => {
    const app = await made({})
    const headers = { ...signed(undefined, 'text/plain', 'GET'), 'content-length': '7' }
    const answer = await app.inject({ method: 'GET', url: '/pay', headers, payload: 'mallory' })
    expect(answer.statusCode).toBe(500)
    expect(handled).toEqual([])
  })

  test('a request target with a fragment is refused', async () => {
    const app = await made({})
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    const fields = signed(undefined, 'text/plain', 'GET')
    for (const target of ['/pay#', '/pay#?to=mallory', '/pay#x', `${origin}/pay#x`])
      expect(await send(port, `GET ${target} HTTP/1.1`, fields)).toMatch(/^40[01]$/)
    expect(handled).toEqual([])
    expect(await send(port, 'GET /pay HTTP/1.1', fields)).toBe('200')
  })

  test('HTTP/2: a body is seen where no field announces it', async () => {
    type Hook = Parameters<HttpSig.FastifyInstance['addHook']>[1]
    let hook: Hook | undefined
    const instance = {
      removeAllContentTypeParsers: () => undefined,
      addContentTypeParser: () => undefined,
      addHook: (_name: 'preValidation', added: Hook) => {
        hook = added
      },
    }
    HttpSig.fastify(trust, options)(instance, {}, () => undefined)
    const status = async (endAfterHeaders: boolean) => {
      const rawHeaders = Object.entries(signed(undefined, 'text/plain')).flat()
      const codes: number[] = []
      const reply = { code: (status: number) => codes.push(status), header: () => 0, send: () => 0 }
      const stream = { endAfterHeaders }
      await hook?.({ raw: { method: 'POST', url: '/pay', rawHeaders, stream } }, reply)
      return codes
    }
    expect(await status(true)).toEqual([])
    expect(await status(false)).toEqual([500])
  })
})

describe('Express', () => {
  function made(...before: express.RequestHandler[]) {
    const app = express()
    for (const handler of before) app.use(handler)
    app.use(HttpSig.middleware(trust, options) as unknown as express.RequestHandler)
    app.use(express.json(), express.urlencoded({ extended: true }))
    app.all('/pay', (request, response) => {
      handled.push(request.body)
      response.json({ body: new TextDecoder().decode(request.body), query: request.query })
    })
    return app
  }

  async function post(app: express.Express, headers: Record<string, string>, body: string) {
    const server = createServer(app)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closing.push(() => server.close())
    const { port } = server.address() as AddressInfo
    return fetch(`http://127.0.0.1:${port}/pay`, { method: 'POST', headers, body })
  }

  test('parsers after it leave the bytes alone', async () => {
    const answer = await post(made(), signed(mallory), mallory)
    expect([answer.status, await answer.json()]).toEqual([200, { body: mallory, query: {} }])
  })

  test.each([
    ['of JSON', express.json()],
    ['of bytes', express.raw({ type: '*/*' })],
    ['of text', express.text({ type: '*/*' })],
    [
      'that makes parts of the body texts',
      (request, _, next) => {
        request.setEncoding('utf8')
        next()
      },
    ],
    [
      'that takes the first part',
      (request, _, next) => {
        request.once('readable', () => {
          request.read(1)
          next()
        })
      },
    ],
    [
      'that sets a body of its own',
      (request, _, next) => {
        request.body = null
        next()
      },
    ],
  ] as [string, express.RequestHandler][])(
    'a body parser before it is refused: %s',
    async (_, parser) => {
      for (const headers of [signed(mallory), signed()]) {
        const answer = await post(made(parser), headers, mallory)
        expect([answer.status, await answer.text()]).toEqual([500, '{"error":"ERR_INTERNAL"}'])
      }
      expect(refused).toEqual([code('ERR_ARGUMENT'), code('ERR_ARGUMENT')])
      expect(handled).toEqual([])
    },
  )

  test('a body that somebody added is refused', async () => {
    for (const [type, body] of [
      ['application/json', mallory],
      [formType, form],
      ['application/x-www-form-urlencoded', 'to=mallory'],
    ] as const) {
      const answer = await post(made(), signed(undefined, type), body)
      expect([answer.status, await answer.json()]).toEqual([
        401,
        { error: 'ERR_HTTP_SIG_UNCOVERED' },
      ])
    }
    expect(handled).toEqual([])
  })

  test('a request target with a fragment is refused', async () => {
    const fields = signed(undefined, 'text/plain', 'GET')
    for (const target of ['/pay#', '/pay#?to=mallory', `${origin}/pay#x`])
      expect(await raw(made(), `GET ${target} HTTP/1.1`, fields)).toMatch(/^40[01]$/)
    expect(handled).toEqual([])
    expect(await raw(made(), 'GET /pay HTTP/1.1', fields)).toBe('200')
  })
})

describe('Hono and the Fetch handler', () => {
  function made(before?: (request: { json(): Promise<unknown> }) => Promise<unknown>) {
    const app = new Hono<{ Variables: { signature: HttpSig.Verified } }>()
    if (before)
      app.use(async (context, next) => {
        await before(context.req)
        await next()
      })
    app.use(HttpSig.hono(trust, options))
    app.all('/pay', async (context) => {
      const body = await context.req.text()
      handled.push(body)
      return context.json({ body, query: context.req.query() })
    })
    return app
  }

  const request = (headers: Record<string, string>, body?: string, path = '/pay') =>
    new Request(origin + path, { method: 'POST', headers, ...(body !== undefined && { body }) })

  test('a handler gets what was signed', async () => {
    const answer = await made().fetch(request(signed(mallory), mallory))
    expect([answer.status, await answer.json()]).toEqual([200, { body: mallory, query: {} }])
  })

  test('a body that was added, or read before, is refused', async () => {
    const added = await made().fetch(request(signed(), mallory))
    expect([added.status, await added.json()]).toEqual([401, { error: 'ERR_HTTP_SIG_UNCOVERED' }])
    const read = await made((own) => own.json()).fetch(request(signed(mallory), mallory))
    expect([read.status, await read.json()]).toEqual([500, { error: 'ERR_INTERNAL' }])
    expect(handled).toEqual([])
  })

  test('a body whose parts are not bytes is refused', async () => {
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(mallory)
        controller.close()
      },
    })
    const init = { method: 'POST', headers: signed(mallory), body, duplex: 'half' }
    const answer = await made().fetch(new Request(`${origin}/pay`, init as RequestInit))
    expect(answer.status).toBe(500)
    expect(refused).toEqual([code('ERR_ARGUMENT')])
    expect(handled).toEqual([])
  })

  test('a URL with a fragment is refused', async () => {
    const handle = HttpSig.handler(() => new Response('done'), trust, options)
    for (const path of ['/pay#', '/pay#?to=mallory', '/pay#x']) {
      const sent = () => request(signed(), undefined, path)
      for (const answer of [await made().fetch(sent()), await handle(sent())])
        expect([answer.status, await answer.json()]).toEqual([
          401,
          { error: 'ERR_HTTP_SIG_MESSAGE' },
        ])
    }
    expect(handled).toEqual([])
    expect((await handle(request(signed()))).status).toBe(200)
  })
})
