// Run: node examples/mcp-client.ts, with Node 24 or newer after `npm start`
// A client of the MCP SDK without a shared secret: it authenticates by `private_key_jwt` at the authorization server, and
// it signs every request, so that the server of tools knows which agent calls.

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer, text } from 'node:stream/consumers'
import {
  discoverAuthorizationServerMetadata,
  fetchToken,
  type OAuthClientProvider,
} from '@modelcontextprotocol/sdk/client/auth.js'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { Did, isCountersignError, Jws, Keys } from 'countersign'
import { mcpClientAuth } from 'countersign/adapters/mcp'
import { HttpSig } from 'countersign/http'

const signer = Keys.generate('Ed25519')
const keyid = Did.keyId(signer.publicKey)
const trust = { keys: [{ id: keyid, key: signer.publicKey }] }

/** Listens on loopback; gives its address. */
async function listen(server: ReturnType<typeof createServer>): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

// The authorization server: it gives a token for an assertion that the key of the client signed.
const login = createServer(async (request, response) => {
  const send = (body: object) => response.end(JSON.stringify(body))
  response.setHeader('content-type', 'application/json')
  if (request.method === 'GET')
    return send({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      response_types_supported: ['code'],
      token_endpoint_auth_methods_supported: ['private_key_jwt'],
    })
  const form = new URLSearchParams(await text(request))
  const { payload } = Jws.verify(String(form.get('client_assertion')), trust, { typ: 'JWT' })
  const { aud, sub } = JSON.parse(new TextDecoder().decode(payload))
  assert.deepEqual([aud, sub], [issuer, 'ledger'])
  return send({ access_token: 'token-of-ledger', token_type: 'Bearer' })
})
const issuer = await listen(login)

const clientAuth = mcpClientAuth(signer, { clientId: 'ledger', issuer, kid: keyid })
const provider: OAuthClientProvider = {
  redirectUrl: undefined,
  clientMetadata: { redirect_uris: [], grant_types: ['client_credentials'] },
  clientInformation: () => ({ client_id: 'ledger' }),
  tokens: () => undefined,
  saveTokens: () => {},
  redirectToAuthorization: () => {},
  saveCodeVerifier: () => {},
  codeVerifier: () => '',
  prepareTokenRequest: () => new URLSearchParams({ grant_type: 'client_credentials' }),
  addClientAuthentication: clientAuth,
}
const metadata = await discoverAuthorizationServerMetadata(issuer)
const { access_token: token } = await fetchToken(provider, issuer, metadata ? { metadata } : {})
console.log('token:', token)

// Another server gets nothing, since it could take the assertion to the first.
await assert.rejects(
  clientAuth(undefined, new URLSearchParams(), 'https://other.example/token'),
  (error) => isCountersignError(error, 'ERR_ARGUMENT'),
)

// The server of tools verifies the signature of each request before it answers.
const callers: (string | undefined)[] = []
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [url, body] = [`${origin}${request.url}`, await buffer(request)]
  const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)])
  const received = new Request(url, {
    method: String(request.method),
    headers: headers as [string, string][],
    ...(request.method === 'POST' ? { body: new Uint8Array(body) } : {}),
  })
  try {
    const { signer } = await HttpSig.mcp.verify(received, trust, { origin })
    callers.push(signer?.id)
  } catch {
    response.writeHead(401).end()
    return
  }
  const mcp = new McpServer({ name: 'tools', version: '1.0.0' })
  mcp.registerTool('balance', { description: 'The balance' }, async () => ({
    content: [{ type: 'text', text: '42' }],
  }))
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true })
  await mcp.connect(transport as Parameters<typeof mcp.connect>[0])
  await transport.handleRequest(
    request,
    response,
    body.length ? JSON.parse(String(body)) : undefined,
  )
}
const tools = createServer(answer)
const origin = await listen(tools)

const client = new Client({ name: 'ledger', version: '1.0.0' })
const transport = new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), {
  requestInit: { headers: { authorization: `Bearer ${token}` } },
  fetch: async (input, init) =>
    fetch(await HttpSig.mcp.sign(new Request(input, init), signer, { keyid })),
})
await client.connect(transport as Parameters<typeof client.connect>[0])
const { content } = await client.callTool({ name: 'balance' })
console.log('balance:', content)
assert(callers.length >= 2 && callers.every((id) => id === keyid))

// Without a signature there is no answer.
const stranger = new Client({ name: 'stranger', version: '1.0.0' })
const plain = new StreamableHTTPClientTransport(new URL(`${origin}/mcp`))
await assert.rejects(stranger.connect(plain as Parameters<typeof client.connect>[0]))

await client.close()
for (const server of [login, tools]) {
  server.close()
  server.closeAllConnections()
}
signer.close()
