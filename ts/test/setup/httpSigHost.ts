// Servers that refuse what nobody signed, for the tests of the host side of HTTP signatures.

import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach } from 'vitest'
import { HttpSig, Keys } from '../../src/subpath/all.js'

export { refusal as code } from './help.js'

export const signer: Keys.LocalSigner = Keys.generate('Ed25519')
export const keyid = 'did:web:agent.example#key-1'
export const trust: {
  keys: {
    key: Keys.PublicKey
    id: string
    controller: string
  }[]
} = {
  keys: [{ key: signer.publicKey, id: keyid, controller: 'did:web:agent.example' }],
}
export const text = (bytes?: Uint8Array): string => new TextDecoder().decode(bytes)
export const servers: Server[] = []
export const refused: unknown[] = []
afterAll(() => {
  for (const server of servers) server.close()
})
afterEach(() => {
  refused.length = 0
})
/** A server on loopback; the handler learns its origin before it answers. */
export async function serve(
  make: (origin: string) => Parameters<typeof createServer>[1],
): Promise<string> {
  const server = createServer()
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  server.on('request', make(origin) as () => void)
  return origin
}
export type Incoming = IncomingMessage & HttpSig.IncomingRequest
export const post = (
  body = '{"order":1}',
): {
  method: string
  body: string
} => ({ method: 'POST', body })
export const signedFetch: typeof fetch = HttpSig.fetch(signer, { keyid })
/** The signed request as it goes over the wire, to be changed on the way. */
export async function captured(
  url: string,
  init: RequestInit = post(),
  options = {},
): Promise<Request> {
  let caught: Request | undefined
  const keep = async (request: unknown) => {
    caught = request as Request
    return new Response()
  }
  const own = HttpSig.fetch(signer, { keyid, ...options, fetch: keep as typeof fetch })
  await own(url, { ...init, redirect: 'manual' })
  return caught as Request
}
