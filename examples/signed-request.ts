// Run: node examples/signed-request.ts, with Node 24 or newer after `npm start`
// An agent signs its HTTP requests, a server knows which agent called, and signs what it answers.

import assert from 'node:assert/strict'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

import { Did, HttpSig, isCountersignError, Keys, memoryReplayStore } from 'countersign'

const agent = Keys.generate('Ed25519')
const agentDid = Did.fromKey(agent.publicKey)
const agentKey = `${agentDid}#${agentDid.slice('did:key:'.length)}`
const service = Keys.generate('P-256')

// The server: what clients reach it by is said here, and never read from the `Host` of a request.
let origin = ''
const replay = memoryReplayStore()
const keys = HttpSig.didKeys(Did.resolver())

const server = createServer(async (incoming, outgoing) => {
  const request = await received(incoming)
  const answer = await respond(request)
  const response: HttpSig.PlainResponse = { kind: 'response', headers: [], ...answer }
  // Signed together with the request, so that it answers this one and no other.
  const signed = HttpSig.sign(response, { signer: service, request, origin })
  for (const [name, value] of signed.headers) outgoing.appendHeader(name, value)
  outgoing.writeHead(signed.status).end(signed.body)
})

/** The raw bytes of a request, before any parser. */
async function received(incoming: IncomingMessage): Promise<HttpSig.PlainRequest> {
  const { method = 'GET', url = '/', rawHeaders } = incoming
  const headers = rawHeaders.flatMap((name, at) =>
    at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? ''] as const] : [],
  )
  const chunks: Uint8Array[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  return { kind: 'request', method, url, headers, body: new Uint8Array(Buffer.concat(chunks)) }
}

async function respond(request: HttpSig.PlainRequest): Promise<{ status: number; body: string }> {
  try {
    const { controller, content } = await HttpSig.verify(request, { keys, origin, replay })
    const { amount } = JSON.parse(new TextDecoder().decode(content))
    return { status: 200, body: `${amount} from ${controller}` }
  } catch (error) {
    if (!isCountersignError(error)) throw error
    return { status: 401, body: error.code }
  }
}

await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

// The client: one call signs method, URL and body, with a time and a nonce.
const order = new Request(`${origin}/pay?to=bakery`, { method: 'POST', body: '{"amount":10}' })
const signed = await HttpSig.sign(order, { signer: agent, keyid: agentKey })
const copy = signed.clone()
const response = await fetch(signed.clone())
const { content } = await HttpSig.verify(response, {
  trust: { key: service.publicKey },
  request: signed,
})
assert.equal(new TextDecoder().decode(content), `10 from ${agentDid}`)
console.log(`accepted: ${new TextDecoder().decode(content)}`)

// The same request again, and one with a byte changed on the way.
const again = await fetch(copy)
const forged = await HttpSig.sign(order, { signer: agent, keyid: agentKey })
const changed = await fetch(new Request(forged, { body: '{"amount":90}' }))
const moved = await fetch(`${origin}/pay?to=thief`, {
  method: 'POST',
  headers: forged.headers,
  body: '{"amount":10}',
})
const refusals = [await again.text(), await changed.text(), await moved.text()]
assert.deepEqual(refusals, ['ERR_REPLAY', 'ERR_HTTP_SIG_DIGEST', 'ERR_HTTP_SIG_INVALID'])
console.log(`refused: ${refusals.join(', ')}`)

server.close()
server.closeAllConnections()
agent.close()
service.close()
