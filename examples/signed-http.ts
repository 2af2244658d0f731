// Run: node examples/signed-http.ts, with Node 24 or newer after `npm start`
// A frontend signs its fetch; a Node backend knows which agent called, and takes nothing else.

import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Did, HttpSig, Keys } from 'countersign'

// The agent: a key, and the DID that is made of it.
const signer = Keys.generate('Ed25519')
const did = Did.fromKey(signer.publicKey)
const keyid = Did.keyId(signer.publicKey)

// The backend: two services, each with its own origin. The key of a caller comes from its DID.
type Incoming = IncomingMessage & HttpSig.IncomingRequest
const servers: Server[] = []

async function service(name: string): Promise<string> {
  const server = createServer()
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const signed = HttpSig.middleware({ origin, keys: HttpSig.didKeys(Did.resolver()) })
  server.on('request', (request: Incoming, response) => {
    void signed(request, response, () => {
      const body = new TextDecoder().decode(request.signature?.content)
      const caller = request.signature?.keyId?.split('#')[0]
      response.end(JSON.stringify({ service: name, caller, body }))
    })
  })
  return origin
}

const [orders, payments] = [await service('orders'), await service('payments')]

// The frontend: a fetch that signs. Somebody on the way keeps what it sent.
let kept = new Headers()
const signedFetch = HttpSig.fetch(signer, {
  keyid,
  fetch(input, init) {
    const request = new Request(input, init)
    kept = new Headers(request.headers)
    return fetch(request)
  },
})

async function show(what: string, response: Response, status: number, holds: string) {
  const answer = await response.text()
  console.log(`${what}: ${response.status} ${answer}`)
  assert.equal(response.status, status)
  assert.ok(answer.includes(holds))
}

const body = '{"item":"tea","count":1}'
const first = await signedFetch(`${orders}/orders`, { method: 'POST', body })
await show('signed', first, 200, did)

/** The same fields again, with this body, to this service. */
const resend = (origin: string, body: string) =>
  fetch(`${origin}/orders`, { method: 'POST', headers: kept, body })

const changed = body.replace('1', '9')
await show('one byte changed', await resend(orders, changed), 401, 'ERR_HTTP_SIG_DIGEST')
await show('sent again', await resend(orders, body), 401, 'ERR_REPLAY')
await show('sent to another host', await resend(payments, body), 401, 'ERR_HTTP_SIG_INVALID')
const plain = await fetch(`${orders}/orders`, { method: 'POST', body })
await show('not signed', plain, 401, 'ERR_HTTP_SIG_MISSING')

signer.close()
for (const server of servers) server.close()
