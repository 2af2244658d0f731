// Run: node examples/react-key.ts, with Node 24 or newer after `npm start`
// A React page with a key that stays: `useBrowserKey` finds it again after a reload, and signs what the page sends.

import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { Did } from 'countersign'
import { HttpSig } from 'countersign/http'
import { build } from 'esbuild'
import { chromium, type Page } from 'playwright-core'

import { importMap, packageFile } from './pages/package.ts'

const top = dirname(createRequire(import.meta.url).resolve('countersign/package.json'))
const { outputFiles } = await build({
  entryPoints: [join(top, 'examples/pages/orderPage.tsx')],
  bundle: true,
  write: false,
  format: 'esm',
  jsx: 'automatic',
  external: ['countersign', 'countersign/*'],
  define: { 'process.env.NODE_ENV': '"production"' },
})
const script = String(outputFiles[0]?.text)
const page = `<!doctype html><meta charset="utf-8"><title>Orders</title>${importMap}
<body><script type="module" src="/page.js"></script>`

const server = createServer()
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const signed = HttpSig.middleware(HttpSig.didKeys(Did.resolver()), { origin })

type Incoming = IncomingMessage & HttpSig.IncomingRequest
server.on('request', async (request: Incoming, response: ServerResponse) => {
  if (request.method === 'POST')
    return signed(request, response, () =>
      response.end(`ordered by ${request.signature?.signer?.controller}`),
    )
  const file = await fileAt(String(request.url))
  if (file === undefined) return response.writeHead(404).end()
  return response.writeHead(200, { 'Content-Type': file.type }).end(file.body)
})

async function fileAt(
  path: string,
): Promise<{ type: string; body: string | Uint8Array } | undefined> {
  if (path === '/') return { type: 'text/html', body: page }
  if (path === '/page.js') return { type: 'text/javascript', body: script }
  return packageFile(path)
}

/** What the page shows as its name, and what the server answers when it orders. */
async function visit(tab: Page): Promise<{ did: string | null; answer: string | null }> {
  await tab.goto(origin)
  const did = await tab.locator('#did').textContent()
  await tab.getByRole('button', { name: 'Order' }).click()
  await tab.locator('output:not(:empty)').waitFor()
  return { did, answer: await tab.locator('output').textContent() }
}

const known = [process.env['CHROME_PATH'], '/usr/bin/chromium', '/usr/bin/google-chrome']
const executablePath = known.find((path) => path !== undefined && existsSync(path))
if (executablePath === undefined) {
  console.log('no browser found (CHROME_PATH names one): there is no page to show')
} else {
  const options = { executablePath, args: ['--no-sandbox'], timeout: 300_000 }
  const browser = await chromium.launch(options)
  try {
    const tab = await browser.newPage()
    tab.setDefaultTimeout(300_000) // For a hang, not for a slow machine.
    const [first, again] = [await visit(tab), await visit(tab)]
    console.log(first.answer)
    assert.match(String(first.did), /^did:key:z/)
    assert.equal(first.answer, `ordered by ${first.did}`)
    // The same key after a reload.
    assert.deepEqual(again, first)
  } finally {
    await browser.close()
  }
}
server.close()
server.closeAllConnections()
