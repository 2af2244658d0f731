import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nodeFetch } from '../../src/http/node.js'
import { limits } from '../../src/http/policy.js'
import { fetchDocument } from '../../src/http.js'

let server: Server
let base: string
let seen = 0
const open = { allowHttp: true, allowPrivate: true, timeout: 300_000, maxBytes: 100 }
const json = { 'content-type': 'application/json' }

beforeAll(async () => {
  server = createServer((request, response) => {
    seen += 1
    const routes: Record<string, () => void> = {
      '/ok': () => response.writeHead(200, json).end('{"ok":true}'),
      '/did': () =>
        response
          .writeHead(200, { 'content-type': 'application/did+json; charset=utf-8' })
          .end('{}'),
      '/utf-16': () =>
        response
          .writeHead(200, { 'content-type': 'application/json; charset=utf-16' })
          .end(Buffer.from('{"ok":true}', 'utf16le')),
      '/latin1': () =>
        response
          .writeHead(200, { 'content-type': 'application/json;Charset="ISO-8859-1"' })
          .end('{}'),
      '/twice': () =>
        response
          .writeHead(200, { 'content-type': 'application/json; charset=utf-8; charset=utf-16' })
          .end('{}'),
      '/quoted': () =>
        response.writeHead(200, { 'content-type': 'application/json; charset="UTF-8"' }).end('{}'),
      '/html': () => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>'),
      '/untyped': () => response.writeHead(200).end('{}'),
      '/redirect': () => response.writeHead(302, { location: '/ok' }).end(),
      '/announced': () =>
        response.writeHead(200, { ...json, 'content-length': '101' }).end('x'.repeat(101)),
      '/streamed': () => {
        response.writeHead(200, json)
        for (let part = 0; part < 5; part += 1) response.write('x'.repeat(50))
        response.end()
      },
      '/slow': () => void response.writeHead(200, json).write('{'),
      '/silent': () => undefined,
      '/gzip': () => response.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end('zz'),
    }
    const route = routes[request.url ?? '']
    if (route) route()
    else response.writeHead(404, json).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const code = async (run: Promise<unknown>) =>
  run.then(
    () => 'no error',
    (error) => error.code,
  )

describe('fetchDocument over a real server', () => {
  test('gives the raw bytes and the type', async () => {
    const { bytes, contentType } = await fetchDocument(`${base}/ok`, open)
    expect(new TextDecoder().decode(bytes)).toBe('{"ok":true}')
    expect(contentType).toBe('application/json')
  })

  test('takes a +json type', async () => {
    expect((await fetchDocument(`${base}/did`, open)).contentType).toBe('application/did+json')
    expect((await fetchDocument(`${base}/quoted`, open)).contentType).toBe('application/json')
  })

  test.each([
    ['a redirect', '/redirect', 'ERR_FETCH_BLOCKED'],
    ['status 404', '/missing', 'ERR_FETCH_FAILED'],
    ['a page', '/html', 'ERR_FETCH_TYPE'],
    ['no type', '/untyped', 'ERR_FETCH_TYPE'],
    ['UTF-16', '/utf-16', 'ERR_FETCH_TYPE'],
    ['Latin-1', '/latin1', 'ERR_FETCH_TYPE'],
    ['two encodings', '/twice', 'ERR_FETCH_TYPE'],
    ['a compressed body', '/gzip', 'ERR_FETCH_TYPE'],
    ['an announced size over the limit', '/announced', 'ERR_FETCH_LIMIT'],
    ['a streamed size over the limit', '/streamed', 'ERR_FETCH_LIMIT'],
  ])('refuses %s', async (_, path, want) => {
    expect(await code(fetchDocument(base + path, open))).toBe(want)
  })

  test.each([
    ['a body that never ends', '/slow'],
    ['no answer', '/silent'],
  ])('gives up on %s', async (_, path) => {
    const short = { ...open, timeout: 200 }
    expect(await code(fetchDocument(base + path, short))).toBe('ERR_FETCH_LIMIT')
  })

  test('sends nothing to a name that leads to a loopback address', async () => {
    const before = seen
    const named = base.replace('127.0.0.1', 'localhost')
    expect(await code(fetchDocument(`${named}/ok`, { allowHttp: true }))).toBe('ERR_FETCH_BLOCKED')
    expect(await code(fetchDocument(`${base}/ok`, { allowHttp: true }))).toBe('ERR_FETCH_BLOCKED')
    expect(seen).toBe(before)
  })

  describe('by the addresses that a name has', () => {
    const lookedUp: string[] = []
    /** Node's modules, but for a look-up that gives these addresses. */
    const load = (...addresses: string[]) =>
      ((name: string) =>
        name === 'node:dns'
          ? {
              lookup: (host: string, _: unknown, done: (error: null, found: object[]) => void) => {
                lookedUp.push(host)
                done(
                  null,
                  addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
                )
              },
            }
          : process.getBuiltinModule(name as 'node:http')) as typeof process.getBuiltinModule
    const named = () => new URL(`${base.replace('127.0.0.1', 'agent.test')}/ok`)
    const fetched = (policy: object, ...addresses: string[]) =>
      nodeFetch(named(), 'application/json', limits(policy), load(...addresses))

    test.each([
      ['loopback', ['127.0.0.1']],
      ['a public one and then loopback', ['93.184.216.34', '127.0.0.1']],
      ['loopback of IPv6', ['::1']],
      ['mapped', ['::ffff:127.0.0.1']],
      ['mapped, in hex', ['::ffff:7f00:1']],
      ['NAT64 of a private one', ['64:ff9b::a00:1']],
      ['6to4 of loopback', ['2002:7f00:1::']],
      ['unique local', ['fd00::1']],
      ['link-local with a zone', ['fe80::1%lo']],
      ['where clouds keep secrets', ['169.254.169.254']],
      ['none', []],
    ])('refuses %s', async (_, addresses) => {
      const before = seen
      const want = addresses.length === 0 ? 'ERR_FETCH_FAILED' : 'ERR_FETCH_BLOCKED'
      expect(await code(fetched({ allowHttp: true }, ...addresses))).toBe(want)
      expect(seen).toBe(before)
    })

    test('connects to the one that was checked, after one look-up', async () => {
      lookedUp.length = 0
      expect((await fetched(open, '127.0.0.1')).status).toBe(200)
      expect(lookedUp).toEqual(['agent.test'])
    })
  })

  test('says so when nobody listens', async () => {
    expect(await code(fetchDocument('http://127.0.0.1:1/', open))).toBe('ERR_FETCH_FAILED')
  })
})

test('a Node that hides its modules is not taken for a browser', async () => {
  const load = process.getBuiltinModule
  try {
    Object.defineProperty(process, 'getBuiltinModule', { value: undefined, configurable: true })
    await expect(
      fetchDocument(`${base}/ok`, { ...open, allowPrivate: false }),
    ).rejects.toThrowError(expect.objectContaining({ code: 'ERR_FETCH_BLOCKED' }))
    await expect(fetchDocument('https://agent.example/')).rejects.toThrowError(/cannot be checked/)
  } finally {
    Object.defineProperty(process, 'getBuiltinModule', {
      value: load,
      configurable: true,
      writable: true,
    })
  }
})
