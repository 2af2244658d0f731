// What Chromium fetches for a page: the package is packed, installed, bundled by Vite and by esbuild for five imports, and
// each page is opened twice, cold and from the browser's cache. Sizes are brotli, as a server would send them; beside them
// stands the linear memory that the engine has once it is ready. Below each visit stands every request.
//
// Run: npm run size:pages [-- --json]

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

import { build as esbuild } from 'esbuild'
import { chromium } from 'playwright-core'
import { build } from 'vite'

import { makeProject } from '../packaging/project.mjs'
import { browser as findBrowser } from './setup/browser.mjs'
import { main, Stop } from './setup/shell.mjs'

/** By what a page imports: the statements, and what it calls. `init` comes from the first of them. */
const imports = {
  verify: { from: { verify: 'init, Card' }, uses: 'Card.verify' },
  Card: { from: { '': 'init, Card' }, uses: 'Card.sign, Card.verify' },
  'Card, HttpSig': {
    from: { '': 'init, Card', http: 'HttpSig' },
    uses: 'Card.sign, Card.verify, HttpSig.sign, HttpSig.verify',
  },
  session: { from: { '': 'init', session: 'Handshake, Session' }, uses: 'Handshake, Session' },
  everything: { from: { '': 'init', all: '* as all' }, uses: 'all' },
}

const tools = { Vite: withVite, esbuild: withEsbuild }

const types = { '.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm' }
const patience = 60_000
const html = '<!doctype html><title></title><script type="module" src="./page.js"></script>'

await main(async (args) => {
  const { path: executablePath, lacking } = await findBrowser()
  if (!executablePath) throw new Stop(lacking)
  const project = await makeProject()
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  try {
    const rows = []
    for (const [name, page] of Object.entries(imports))
      for (const [tool, bundle] of Object.entries(tools))
        rows.push(...(await opened(browser, await bundle(project, page), { import: name, tool })))
    print(rows, args.includes('--json'))
  } finally {
    await browser.close()
    rmSync(project, { recursive: true })
  }
})

async function withVite(project, page) {
  write(project, page, 'countersign')
  const outDir = join(project, 'out')
  await build({
    root: project,
    configFile: false,
    logLevel: 'error',
    build: { outDir, emptyOutDir: true },
  })
  return outDir
}

/** It leaves files behind, so the engine is in the JavaScript. */
async function withEsbuild(project, page) {
  write(project, page, 'countersign/inline')
  const outdir = join(project, 'out')
  rmSync(outdir, { recursive: true, force: true })
  mkdirSync(outdir)
  const entryPoints = [join(project, 'page.js')]
  await esbuild({
    entryPoints,
    bundle: true,
    minify: true,
    format: 'esm',
    outdir,
    logLevel: 'error',
  })
  writeFileSync(join(outdir, 'index.html'), html)
  return outdir
}

function write(project, { from, uses }, entry) {
  const path = (name) => (name === '' ? entry : `${entry}/${name}`)
  const lines = Object.entries(from).map(([name, what]) => {
    const list = what.startsWith('*') ? what : `{ ${what} }`
    return `import ${list} from '${path(name)}'`
  })
  const use = `globalThis.used = [${uses}]\nawait init()\ndocument.title = 'ready'\n`
  writeFileSync(join(project, 'page.js'), `${lines.join('\n')}\n${use}`)
  writeFileSync(join(project, 'index.html'), html)
}

/** A row for each of two visits: which files were fetched, their brotli, and the time until `init` was done. */
async function opened(browser, folder, row) {
  const { url, sizes, close } = await serve(folder)
  const context = await browser.newContext()
  try {
    const visits = []
    for (const visit of ['cold', 'warm']) {
      sizes.clear()
      const page = await context.newPage()
      await page.addInitScript(noteMemories)
      const start = performance.now()
      await page.goto(url, { timeout: patience })
      await page.waitForFunction(() => document.title === 'ready', undefined, { timeout: patience })
      const took = performance.now() - start
      const requests = Object.fromEntries(sizes)
      const sum = (kind) =>
        Object.entries(requests).reduce(
          (total, [path, size]) => total + (extname(path) === kind ? size : 0),
          0,
        )
      const memory = await page.evaluate(memoryInUse)
      visits.push({ ...row, visit, requests, js: sum('.js'), wasm: sum('.wasm'), memory, took })
      await page.close()
    }
    return visits
  } finally {
    await context.close()
    close()
  }
}

/** In the page: keeps each memory whose bytes are asked for, as the engine's glue does. */
function noteMemories() {
  const { get } = Object.getOwnPropertyDescriptor(WebAssembly.Memory.prototype, 'buffer')
  globalThis.memories = new Set()
  Object.defineProperty(WebAssembly.Memory.prototype, 'buffer', {
    configurable: true,
    get() {
      globalThis.memories.add(this)
      return get.call(this)
    },
  })
}

function memoryInUse() {
  return [...globalThis.memories].reduce((sum, { buffer }) => sum + buffer.byteLength, 0)
}

/** Serves a folder on loopback; `sizes` gets the brotli of each file that is asked for. What is not a page stays fresh. */
async function serve(folder) {
  const sizes = new Map()
  const packed = new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path.slice(folder.length), brotliCompressSync(readFileSync(path))]),
  )
  const server = createServer((request, response) => {
    const path = request.url === '/' ? '/index.html' : request.url.split('?')[0]
    const body = packed.get(path)
    if (!body) return response.writeHead(404).end()
    sizes.set(path, body.length)
    const type = types[extname(path)] ?? 'application/octet-stream'
    const cache = path.endsWith('.html') ? 'no-cache' : 'public, max-age=31536000, immutable'
    response.writeHead(200, {
      'Content-Type': type,
      'Content-Encoding': 'br',
      'Cache-Control': cache,
    })
    response.end(body)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${server.address().port}/`, sizes, close: () => server.close() }
}

function print(rows, json) {
  if (json) return console.log(JSON.stringify(rows, null, 1))
  const text = (value) => (typeof value === 'number' ? (value / 1_000).toFixed(1) : value)
  console.log('import          tool      visit  files   js KB  wasm KB memory KB      ms')
  for (const { import: name, tool, visit, requests, js, wasm, memory, took } of rows) {
    const files = String(Object.keys(requests).length)
    console.log(
      `${name.padEnd(15)} ${tool.padEnd(9)} ${visit.padEnd(6)} ${files.padStart(5)} ${text(js).padStart(7)} ${text(wasm).padStart(8)} ${text(memory).padStart(9)} ${took.toFixed(0).padStart(7)}`,
    )
    for (const [path, size] of Object.entries(requests))
      console.log(`  ${text(size).padStart(7)} KB ${path}`)
  }
}
