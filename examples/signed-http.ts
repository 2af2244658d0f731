// Run: node examples/signed-http.ts, with Node 24 or newer after `npm start`
// A browser tab signs its fetch; a Node server knows which agent called, and takes nothing else.

import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { Did } from 'countersign'
import { HttpSig } from 'countersign/http'
import { chromium } from 'playwright-core'

import { importMap, packageFile } from './pages/package.ts'

// The server: what it is reached by is said here, and never read from the `Host` of a request.
// The key of a caller comes from its DID.
const server = createServer()
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const signed = HttpSig.middleware(HttpSig.didKeys(Did.resolver()), { origin })

type Incoming = IncomingMessage & HttpSig.IncomingRequest
server.on('request', async (request: Incoming, response: ServerResponse) => {
  const path = new URL(request.url ?? '/', origin).pathname
  if (request.method === 'POST')
    return signed(request, response, () => {
      const caller = request.signature?.signer?.controller
      const order = JSON.parse(new TextDecoder().decode(request.signature?.content))
      console.log(`server: ${caller} orders ${order.count} ${order.item} at ${path}`)
      response.end(JSON.stringify({ caller, ...order }))
    })
  const file = await page(path)
  if (file === undefined) return response.writeHead(404).end()
  return response.writeHead(200, { 'Content-Type': file.type }).end(file.body)
})

/** The page, or a file of the package for it. */
function page(path: string): Promise<{ type: string; body: string | Uint8Array } | undefined> {
  const body = `<!doctype html><title>agent</title>${importMap}`
  return path === '/' ? Promise.resolve({ type: 'text/html', body }) : packageFile(path)
}

/** The agent in the tab. It runs there, so all it has is what it is given and what it imports. */
async function agent(origin: string) {
  const { Did, init, Keys } = await import('countersign')
  const { HttpSig } = await import('countersign/http')
  await init()
  // A key of WebCrypto: not even this page can read it.
  const pair = await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify'])
  const signer = await Keys.fromCryptoKey(pair as CryptoKeyPair)
  const did = Did.fromKey(signer.publicKey)

  // Somebody on the way keeps what is sent, and may change it.
  let intercepted = new Headers()
  let change = (body: string) => body
  const send = (path: string, body: string, headers = new Headers()) =>
    fetch(`${origin}${path}`, { method: 'POST', headers, body })
  const signedFetch = HttpSig.fetch(signer, {
    keyid: Did.keyId(signer.publicKey),
    async fetch(input, init) {
      const request = new Request(input, init)
      intercepted = new Headers(request.headers)
      return send(new URL(request.url).pathname, change(await request.text()), intercepted)
    },
  })
  const said = async (answer: Promise<Response>) => {
    const response = await answer
    return `${response.status} ${await response.text()}`
  }

  const body = '{"item":"tea","count":1}'
  const order = () => said(signedFetch(`${origin}/orders`, { method: 'POST', body }))
  const accepted = await order()
  const replayed = await said(send('/orders', body, intercepted))
  change = (body) => body.replace('1', '9')
  const changed = await order()
  const moved = await said(send('/refunds', body, intercepted))
  // What was refused has used nothing up: unchanged, the same request is taken, once.
  const unchanged = await said(send('/orders', body, intercepted))
  const unsigned = await said(send('/orders', body))
  return { did, accepted, replayed, changed, moved, unchanged, unsigned }
}

/** Runs the agent in a tab where a browser is found, else in Node. */
async function inTab(): ReturnType<typeof agent> {
  const known = [process.env['CHROME_PATH'], '/usr/bin/chromium', '/usr/bin/google-chrome']
  const executablePath = known.find((path) => path !== undefined && existsSync(path))
  if (executablePath === undefined) {
    console.log('no browser found (CHROME_PATH names one): the agent runs in Node')
    return agent(origin)
  }
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox'],
    timeout: 300_000,
  })
  try {
    console.log(`the agent runs in a tab of Chromium ${browser.version()}`)
    const tab = await browser.newPage()
    tab.setDefaultTimeout(300_000) // For a hang, not for a slow machine.
    await tab.goto(origin)
    return await tab.evaluate(agent, origin)
  } finally {
    await browser.close()
  }
}

const { did, ...answers } = await inTab()
for (const [what, answer] of Object.entries(answers)) console.log(`agent:  ${what}: ${answer}`)
const taken = `200 ${JSON.stringify({ caller: did, item: 'tea', count: 1 })}`
assert.equal(answers.accepted, taken)
assert.match(answers.replayed, /^401 .*ERR_REPLAY/)
assert.match(answers.changed, /^401 .*ERR_HTTP_SIG_DIGEST/)
assert.match(answers.moved, /^401 .*ERR_HTTP_SIG_INVALID/)
assert.equal(answers.unchanged, taken)
assert.match(answers.unsigned, /^401 .*ERR_HTTP_SIG_MISSING/)
server.close()
server.closeAllConnections()
