// Run: node examples/peer-id.ts, with Node 24 or newer after `npm start`; with `serve`, to open the page yourself
// A page that shows the PeerId, did:key and protobuf of a key that is made there, or entered in any of these forms.

import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { Did, Encoding, Keys } from 'countersign'
import * as all from 'countersign/all'
import { Peer } from 'countersign/libp2p'
import { chromium, type Page } from 'playwright-core'

import { importMap, packageFile } from './pages/package.ts'

type Api = Pick<typeof all, 'Did' | 'Encoding' | 'Keys' | 'Peer'>
type Facts = Readonly<Record<string, string>>

/** What is known of the key in `text`: a PeerId, a did:key, or the hex of a protobuf. Runs in the page too. */
function facts({ Did, Encoding, Peer }: Api, text: string): Facts {
  const bytes = /^08[0-9a-f]+$/.test(text) ? Encoding.hex.decode(text) : undefined
  const id = bytes
    ? Peer.fromEncodedKey(bytes)
    : text.startsWith('did:')
      ? Peer.fromDid(text)
      : text
  const { id: peerId, cid, hash } = Peer.parse(id)
  const name = { PeerId: peerId, CID: cid, IPNS: Peer.toCid(peerId, { base: 'base36' }), hash }
  // A hash does not give the key back: it must come with the id.
  if (hash === 'sha2-256' && text === id) return name
  const key = bytes
    ? Peer.decodePublicKey(bytes)
    : hash === 'identity'
      ? Peer.toKey(peerId)
      : Did.toKey(text)
  const protobuf = Encoding.hex.encode(Peer.encodePublicKey(key))
  return { ...name, type: key.type, 'did:key': Did.fromKey(key), protobuf }
}

/** The page. It runs there, so all it has is what it imports and what stands in its source. */
async function page(): Promise<void> {
  const { init } = await import('countersign')
  const api = await import('countersign/all')
  const { Did, Keys, isCountersignError } = api
  await init()
  const find = <T extends HTMLElement>(name: string) =>
    document.querySelector(`[name=${name}]`) as unknown as T
  const entry = find<HTMLInputElement>('entry')
  const type = find<HTMLSelectElement>('type')
  const table = find<HTMLTableElement>('facts')
  const status = find<HTMLOutputElement>('status')

  const show = () => {
    table.replaceChildren()
    status.textContent = ''
    try {
      for (const [name, value] of Object.entries(facts(api, entry.value.trim()))) {
        const row = table.insertRow()
        row.insertCell().textContent = name
        row.insertCell().textContent = value
      }
    } catch (error) {
      if (!isCountersignError(error)) throw error
      status.textContent = `${error.code}: ${error.message}`
    }
  }
  find('generate').onclick = () => {
    const key = Keys.generate(type.value as 'Ed25519')
    entry.value = Did.fromKey(key.publicKey)
    key.close()
    show()
  }
  entry.oninput = show
  document.body.dataset['ready'] = 'true'
}

const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>PeerId</title>
${importMap}
<style>
  body { font: 16px/1.5 system-ui; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
  input { width: 100%; font: inherit }
  td { vertical-align: top; padding: 0.2rem 1rem 0.2rem 0; overflow-wrap: anywhere }
</style>
<h1>PeerId</h1>
<p>
  <select name="type"><option>Ed25519<option>secp256k1<option>P-256<option>ML-DSA-87</select>
  <button name="generate">Generate a key</button>
</p>
<p><input name="entry" placeholder="PeerId, did:key, or the hex of a public key's protobuf" autocomplete="off">
<p><output name="status"></output>
<table name="facts"></table>
<script type="module">
${facts}
await (${page})()
</script>
</html>`

const site = createServer(async (request, response) => {
  const path = new URL(request.url ?? '/', 'http://localhost').pathname
  const file = await content(path)
  if (file === undefined) return response.writeHead(404).end()
  return response.writeHead(200, { 'Content-Type': file.type }).end(file.body)
})

async function content(
  path: string,
): Promise<{ type: string; body: string | Uint8Array } | undefined> {
  if (path === '/') return { type: 'text/html', body: html }
  return packageFile(path)
}

/** What the page shows after `act`. */
async function shown(tab: Page, act: () => Promise<unknown>): Promise<Facts & { status: string }> {
  await act()
  const rows = await tab.locator('tr').all()
  const cells = await Promise.all(rows.map((row) => row.locator('td').allTextContents()))
  const status = (await tab.locator('[name=status]').textContent()) ?? ''
  return { ...Object.fromEntries(cells), status }
}

/** Uses the page as a person would, and compares what it shows with what Node says of the same key. */
async function visit(tab: Page): Promise<void> {
  tab.on('pageerror', (error) => {
    throw error
  })
  await tab.goto(address)
  await tab.waitForSelector('body[data-ready]')
  const entry = tab.locator('[name=entry]')
  for (const type of ['Ed25519', 'secp256k1', 'P-256', 'ML-DSA-87']) {
    await tab.locator('[name=type]').selectOption(type)
    const { status, ...made } = await shown(tab, () => tab.locator('[name=generate]').click())
    assert.equal(status, '')
    console.log(`a key of ${type}, made in the page:`)
    for (const [name, value] of Object.entries(made))
      console.log(
        `  ${name.padEnd(8)} ${value.length > 200 ? `${value.slice(0, 60)}… (${value.length})` : value}`,
      )
    assert.deepEqual(made, facts(all, made['did:key'] ?? ''))
    assert(Peer.matches(made['PeerId'] ?? '', Did.toKey(made['did:key'] ?? '')))
    // The same key, entered by its protobuf; by its PeerId, which of the last two is only a hash.
    const again = await shown(tab, () => entry.fill(made['protobuf'] ?? ''))
    assert.deepEqual(again, { ...made, status })
    const named = await shown(tab, () => entry.fill(made['CID'] ?? ''))
    assert.equal(named['PeerId'], made['PeerId'])
    assert.equal(named['did:key'], made['hash'] === 'identity' ? made['did:key'] : undefined)
  }
  const twice = await shown(tab, () => entry.fill(`0801${hex}`))
  assert.match(twice.status, /^ERR_PEER_KEY_MALFORMED/)
  console.log(`a protobuf with its type twice: ${twice.status}`)
  const weak = await shown(tab, () => entry.fill(`08011220${'00'.repeat(32)}`))
  assert.match(weak.status, /^ERR_KEY_SMALL_ORDER/)
  console.log(`a key that anybody signs for: ${weak.status}`)
  const empty = await shown(tab, () => entry.fill(`080412a014${'00'.repeat(2_592)}`))
  assert.match(empty.status, /^ERR_KEY_UNBOUND/)
  console.log(`a post-quantum one: ${empty.status}`)
}

const key = Keys.generate('Ed25519')
const hex = Encoding.hex.encode(Peer.encodePublicKey(key.publicKey))
key.close()

const serving = process.argv[2] === 'serve'
await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
const address = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`

const known = [process.env['CHROME_PATH'], '/usr/bin/chromium', '/usr/bin/google-chrome']
const executablePath = known.find((path) => path !== undefined && existsSync(path))
if (serving) console.log(`open ${address}`)
else if (executablePath === undefined) {
  console.log('no browser found (CHROME_PATH names one): the same in Node')
  console.log(facts(all, hex))
} else {
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox'],
    timeout: 300_000,
  })
  try {
    const tab = await browser.newPage()
    tab.setDefaultTimeout(300_000) // For a hang, not for a slow machine.
    await visit(tab)
  } finally {
    await browser.close()
  }
}
if (!serving) {
  site.close()
  site.closeAllConnections()
}
