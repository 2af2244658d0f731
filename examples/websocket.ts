// Run: node examples/websocket.ts, with Node 24 or newer after `npm start`
// A browser tab and a Node server open a session in two messages over a WebSocket, and talk.

import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { Did, isCountersignError, Keys, memoryReplayStore } from 'countersign'
import { Handshake, type Session } from 'countersign/session'
import { chromium } from 'playwright-core'
import { type Socket, WebSocketServer, WebSocket as WsClient } from 'ws'

import { importMap, packageFile } from './pages/package.ts'

// The server's keys, and the DID that carries their public halves in its document.
const signer = Keys.generate('Ed25519')
const agreement = Keys.generate('X25519')
const did = Did.peerFromElements({
  keys: [
    { key: signer.publicKey, purpose: 'authentication' },
    { key: agreement.publicKey, purpose: 'keyAgreement' },
  ],
})

const resolver = Did.resolver()
const replay = memoryReplayStore()
const gate = Handshake.gate()
let received = 0

const site = createServer(async (request, response) => {
  const path = new URL(request.url ?? '/', 'http://localhost').pathname
  const file = await page(path)
  if (file === undefined) return response.writeHead(404).end()
  return response.writeHead(200, { 'Content-Type': file.type }).end(file.body)
})
new WebSocketServer({ server: site }).on(
  'connection',
  (socket, { socket: { remoteAddress, remotePort } }) => {
    let session: Session.Session | undefined
    let turn = Promise.resolve()
    // One message after the other: an answer may have to wait for a document.
    socket.on('message', (data) => {
      turn = turn.then(async () => {
        const message = new Uint8Array(data)
        if (session) answer(socket, session, message)
        else session = await greet(socket, message, `${remoteAddress}:${remotePort}`)
      })
      turn.catch(() => socket.close())
    })
  },
)
await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
const { port } = site.address() as AddressInfo

function bytes(text: string) {
  return new TextEncoder().encode(text)
}

function text(bytes: Uint8Array) {
  return new TextDecoder().decode(bytes)
}

/** The server's side of the handshake. Who does not receive at its address gets no further than the gate. */
async function greet(socket: Socket, message: Uint8Array, address: string) {
  const asked = gate.check(message, { address })
  if (asked) {
    socket.send(asked)
    return undefined
  }
  const { reply, session, peer, suite } = await Handshake.respond(
    message,
    signer,
    async (peer) => ({ document: await resolver.resolve(peer) }),
    { agreement, did, replay, context: bytes('echo/1'), session: { ordered: true } },
  )
  console.log(`server: ${peer.did} asks, with ${suite}`)
  socket.send(reply)
  return session
}

/** Echoes; a message that does not open is answered with the reason, and changes nothing. */
function answer(socket: Socket, session: Session.Session, message: Uint8Array): void {
  try {
    const plaintext = session.open(message)
    received += 1
    socket.send(session.seal(bytes(`echo of ${text(plaintext)}`)))
  } catch (error) {
    if (!isCountersignError(error)) throw error
    socket.send(session.seal(bytes(`refused: ${error.code}`)))
  }
}

/** The page, or a file of the package for it. */
function page(path: string): Promise<{ type: string; body: string | Uint8Array } | undefined> {
  const body = `<!doctype html><title>agent</title>${importMap}`
  return path === '/' ? Promise.resolve({ type: 'text/html', body }) : packageFile(path)
}

/** The agent, in the tab or in Node. */
async function agent({ url, peer, count }: { url: string; peer: string; count: number }) {
  const line = await connect(url)
  const { session, suite, transcript } = await meet(line, peer)
  const sealed = Array.from({ length: count }, (_, index) =>
    session.seal(bytes(`message ${index}`)),
  )
  const start = performance.now()
  for (const message of sealed) line.send(message)
  let echoed = 0
  for (let index = 0; index < count; index += 1)
    if (text(session.open(await line.next())) === `echo of message ${index}`) echoed += 1
  const milliseconds = Math.round(performance.now() - start)
  const answers = await misuse(line, session, sealed.at(-1) as Uint8Array)
  line.close()
  return { suite, transcript, echoed, milliseconds, ...answers }
}

/** A WebSocket whose messages are waited for, one at a time. */
async function connect(url: string) {
  const socket = new WebSocket(url)
  socket.binaryType = 'arraybuffer'
  const inbox: Uint8Array[] = []
  let wake = () => {}
  socket.onmessage = ({ data }) => {
    inbox.push(new Uint8Array(data as ArrayBuffer))
    wake()
  }
  const next = async (): Promise<Uint8Array> => {
    for (;;) {
      const message = inbox.shift()
      if (message) return message
      await new Promise<void>((resolve, reject) => {
        wake = resolve
        socket.onclose = () => reject(new Error('the server hung up'))
      })
    }
  }
  await new Promise((resolve) => {
    socket.onopen = resolve
  })
  const close = () => {
    socket.onclose = null
    socket.close()
  }
  const send = (message: Uint8Array) => socket.send(message as Uint8Array<ArrayBuffer>)
  return { next, send, close }
}

/** The agent's side of the handshake. */
async function meet({ next, send }: Line, peer: string) {
  const { Did, init, Keys } = await import('countersign')
  const { Handshake } = await import('countersign/session')
  // What reads the documents of did:peer is a part of its own.
  await init({ with: ['did'] })
  // A key of WebCrypto: not even this page can read it.
  const pair = await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify'])
  const signer = await Keys.fromCryptoKey(pair as CryptoKeyPair)
  const pending = await Handshake.initiate(
    signer,
    { document: await Did.resolver().resolve(peer) },
    {
      did: Did.fromKey(signer.publicKey),
      peer,
      context: bytes('echo/1'),
      session: { ordered: true },
    },
  )
  send(pending.message)
  send(pending.retry(await next()))
  return pending.finish(await next())
}

/** What the server answers to a message that it has had, to one that somebody changed, and to that as it was sealed. */
async function misuse({ next, send }: Line, session: Session.Session, last: Uint8Array) {
  const say = async (message: Uint8Array) => {
    send(message)
    return text(session.open(await next()))
  }
  const replayed = await say(last)
  const good = session.seal(bytes('once more'))
  const flipped = await say(good.map((byte, index) => (index === 20 ? byte ^ 1 : byte)))
  return { replayed, flipped, after: await say(good) }
}

type Line = Awaited<ReturnType<typeof connect>>

/** Runs the agent in a tab where a browser is found, else in Node. */
async function inTab(options: Parameters<typeof agent>[0]) {
  const known = [process.env['CHROME_PATH'], '/usr/bin/chromium', '/usr/bin/google-chrome']
  const executablePath = known.find((path) => path !== undefined && existsSync(path))
  if (executablePath === undefined) {
    console.log('no browser found (CHROME_PATH names one): the agent runs in Node')
    // Node has its own from version 22 on.
    if (!('WebSocket' in globalThis)) Object.assign(globalThis, { WebSocket: WsClient })
    return agent(options)
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
    await tab.goto(`http://127.0.0.1:${port}/`)
    // The tab gets functions as text: the agent, and those that it calls. All else they import, or are given.
    await tab.addScriptTag({ content: [bytes, text, connect, meet, misuse].join('\n') })
    return await tab.evaluate(agent, options)
  } finally {
    await browser.close()
  }
}

const count = 1000
const result = await inTab({ url: `ws://127.0.0.1:${port}`, peer: did, count })
console.log(`agent:  session by ${result.suite}, transcript ${result.transcript.slice(0, 16)}…`)
console.log(`agent:  ${result.echoed} messages there and back in ${result.milliseconds} ms`)
console.log(`agent:  the last one again: ${result.replayed}`)
console.log(`agent:  one with a flipped bit: ${result.flipped}`)
console.log(`agent:  the same unchanged: ${result.after}`)
assert.equal(result.echoed, count)
assert.equal(received, count + 1)
assert.match(result.replayed, /^refused: ERR_SESSION_(REPLAYED|ORDER)$/)
assert.equal(result.flipped, 'refused: ERR_SESSION_OPEN')
assert.equal(result.after, 'echo of once more')
site.close()
site.closeAllConnections()
for (const handle of [signer, agreement, gate]) handle.close()
