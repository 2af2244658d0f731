import { readFileSync } from 'node:fs'
import { createServer as createPlainServer, type Server } from 'node:http'
import { createServer } from 'node:https'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { Did } from '../../src/subpath/all.js'

// A key made for this test: it is known to everybody and trusted by nobody.
const tls = (name: string) => readFileSync(new URL(`tls/localhost.${name}`, import.meta.url))

let plain: Server
let secure: Server
let served = 0
const port = (server: Server) => (server.address() as { port: number }).port
const code = async (run: Promise<unknown>) =>
  run.then(
    () => 'no error',
    (error) => error.code,
  )
const policy = { allowPrivate: true, timeout: 300_000 }

beforeAll(async () => {
  plain = createPlainServer((_, response) => response.end('{}'))
  secure = createServer({ key: tls('key'), cert: tls('crt') }, (request, response) => {
    served += 1
    const subject = request.url === '/other/did.json' ? 'did:web:other.example' : undefined
    const own = `did:web:localhost%3A${port(secure)}${request.url === '/agents/7/did.json' ? ':agents:7' : ''}`
    response.writeHead(200, { 'content-type': 'application/did+json' })
    response.end(JSON.stringify({ id: subject ?? own }))
  })
  for (const server of [plain, secure])
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
})

afterAll(() => {
  vi.unstubAllEnvs()
  plain.close()
  secure.close()
})

describe('did:web without trust in the server', () => {
  test('does not reach a loopback address by a name', async () => {
    expect(await code(Did.resolver().resolve(`did:web:localhost%3A${port(secure)}`))).toBe(
      'ERR_FETCH_BLOCKED',
    )
  })

  test('does not take a certificate of nobody, or none', async () => {
    const resolver = Did.resolver({ policy })
    expect(await code(resolver.resolve(`did:web:localhost%3A${port(secure)}`))).toBe(
      'ERR_FETCH_FAILED',
    )
    expect(await code(resolver.resolve(`did:web:localhost%3A${port(plain)}`))).toBe(
      'ERR_FETCH_FAILED',
    )
    expect(served).toBe(0)
  })
})

describe('did:web over a real server', () => {
  beforeAll(() => vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0'))

  test('gives the documents at both places, once within the time to live', async () => {
    const resolver = Did.resolver({ policy })
    for (const path of ['', ':agents:7', '', ':agents:7']) {
      const did = `did:web:localhost%3A${port(secure)}${path}`
      expect(await resolver.resolve(did)).toEqual({ id: did })
    }
    expect(served).toBe(2)
  })

  test("refuses another subject's document", async () => {
    const resolver = Did.resolver({ policy })
    expect(await code(resolver.resolve(`did:web:localhost%3A${port(secure)}:other`))).toBe(
      'ERR_DID_DOCUMENT_ID',
    )
  })
})
