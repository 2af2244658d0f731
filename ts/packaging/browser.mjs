// Each entry in Chromium: behind Vite's dev server, built by Vite, bundled by
// esbuild, and straight from `node_modules` with an import map. Three of these
// pages in each other browser family.
//
// A page puts what it found into `document.title`: `proven`, or the error. Where the engine's file is lost, that is the
// error with the cure, and no bundle is larger for it.

import assert from 'node:assert/strict'
import { join } from 'node:path'

import { build as esbuild } from 'esbuild'
import { chromium } from 'playwright-core'
import { build, createServer, preview } from 'vite'

import { programs } from '../scripts/setup/drivers.mjs'
import { startDriver } from '../scripts/webdriver/driver.mjs'
import { titleAt } from '../scripts/webdriver/session.mjs'
import { serve } from './server.mjs'
import { holdsNoEngine } from './weight.mjs'

const pages = ['main', 'verify', 'later', 'http', 'inline', 'slim', 'hazmat', 'worker']
/** How long a page may take, in milliseconds: for a hang, not for a slow machine. */
const patience = 120_000
const quiet = { configFile: false, logLevel: 'error' }

/** For each consumer of `consumers.mjs` what serves it, the pages that open, and those that miss the engine's file. */
const served = {
  'vite dev': { start: viteDev, opens: pages, misses: ['main'] },
  'vite build': { start: viteBuild, opens: pages, misses: ['main', 'worker'] },
  esbuild: { start: bundled('esm'), opens: ['inline'], misses: ['main'] },
  'esbuild, no module': { start: bundled('iife'), opens: ['inline'], misses: ['main'] },
  'esbuild, with splitting': { start: split, opens: ['inline'], misses: ['main'] },
  'no bundler': {
    start: plain,
    opens: ['main', 'verify', 'http', 'inline', 'csp'],
    misses: ['main'],
  },
}

/** Starts Chromium; gives the cases of the named consumers, and what closes it and the servers. */
export async function browserCases(project, names) {
  const browser = await chromium.launch({
    executablePath: process.env.CHROME_PATH,
    args: ['--no-sandbox'],
    timeout: patience,
  })
  const { addressOf, close } = servers(project)
  const visit = (url) => inChromium(browser, url)
  const visitLost = (url) => inChromium(browser, url, { lost: true })
  const cases = names.flatMap((name) => {
    const { start, opens, misses } = served[name]
    const url = addressOf(start)
    return [
      ...visits(`chromium, ${name}`, url, visit, opens),
      ...losses(`chromium, ${name}`, url, visitLost, misses),
    ]
  })
  return { cases, close: () => Promise.all([browser.close(), close()]) }
}

/** The same for a browser that WebDriver drives: the engine by URL, in a worker, and where a page forbids it. */
export async function familyCases(project, family) {
  const driver = await startDriver(family, programs(family))
  const browser = await driver.open()
  const { addressOf, close } = servers(project)
  const visit = (url) => titleAt(browser, url)
  const cases = [
    ...visits(`${family}, vite build`, addressOf(viteBuild), visit, ['main', 'worker']),
    ...visits(`${family}, no bundler`, addressOf(plain), visit, ['csp']),
  ]
  return { cases, close: () => Promise.all([driver.close(), close()]) }
}

/** `addressOf` gives the address of a server, which starts when it is first asked for. */
function servers(project) {
  const started = new Set()
  const addressOf = (start) => {
    let server
    return async () => {
      server ??= await start(project)
      started.add(server)
      return server.url
    }
  }
  return { addressOf, close: () => Promise.all([...started].map((server) => server.close())) }
}

function visits(name, url, visit, list) {
  return list.map((page) => [
    `${name}: ${page}`,
    async () => assert.equal(await visit(`${await url()}/page-${page}.html`), 'proven'),
  ])
}

/** Where the file is not there, a page says which, and what to do. */
function losses(name, url, visit, list) {
  return list.map((page) => [
    `${name}: ${page}, without the engine's file`,
    async () => {
      const title = await visit(`${await url()}/page-${page}.html`)
      assert.match(title, /^CountersignError ERR_WASM_FETCH: \S+\.wasm /)
      assert.match(title, /import 'countersign\/inline'|optimizeDeps/)
    },
  ])
}

/** Opens a page and waits for what it has to say. `lost`: no file of an engine is found. */
async function inChromium(browser, url, { lost = false } = {}) {
  const page = await browser.newPage()
  if (lost) await page.route(/\.wasm(\?|$)/, (route) => route.fulfill({ status: 404 }))
  const complaints = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  try {
    await page.goto(url, { timeout: patience })
    await page.waitForFunction(() => document.title !== '', undefined, { timeout: patience })
    return await page.title()
  } catch (error) {
    throw new Error(`${url}: ${error.message}\n${complaints.join('\n')}`)
  } finally {
    await page.close()
  }
}

async function viteDev(root) {
  const server = await createServer({
    ...quiet,
    root,
    cacheDir: join(root, '.vite'),
    server: { port: 0 },
  })
  await server.listen()
  return { url: address(server), close: () => server.close() }
}

async function viteBuild(root) {
  const input = Object.fromEntries(pages.map((page) => [page, join(root, `page-${page}.html`)]))
  const outDir = join(root, 'out-vite')
  await build({ ...quiet, root, build: { outDir, rolldownOptions: { input } } })
  const server = await preview({ ...quiet, root, build: { outDir }, preview: { port: 0 } })
  return { url: address(server), close: () => server.close() }
}

function address(server) {
  return server.resolvedUrls.local[0].replace(/\/$/, '')
}

/** esbuild leaves the engine's file behind. A bundle that is no module does not even know its own address. */
function bundled(format) {
  return async (root) => {
    const scripts = `out-esbuild-${format}`
    const names = ['main', 'inline']
    const entryPoints = names.map((name) => join(root, `page-${name}.js`))
    const outdir = join(root, scripts)
    await esbuild({ entryPoints, bundle: true, minify: true, format, outdir, logLevel: 'error' })
    holdsNoEngine(join(outdir, 'page-main.js'))
    return serve(root, { scripts })
  }
}

/** A page that shares its code with others: what they share is in files of their own. */
async function split(root) {
  const outdir = join(root, 'out-split')
  const entryPoints = ['inline', 'main'].map((name) => join(root, `page-${name}.js`))
  // The server knows scripts of pages by their names.
  const files = { splitting: true, chunkNames: 'page-[hash]' }
  await esbuild({ entryPoints, bundle: true, format: 'esm', outdir, logLevel: 'error', ...files })
  return serve(root, { scripts: 'out-split' })
}

function plain(root) {
  return serve(root, { importMap: true })
}
