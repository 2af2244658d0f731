// Each entry in Chromium, behind what `bundlers.mjs` has. Three of these consumers in each other browser family.
//
// A page puts what it found into `document.title`: `proven`, or the error. Where the engine's file is lost, that is the
// error with the cure, and no bundle is larger for it.

import assert from 'node:assert/strict'

import { chromium } from 'playwright-core'

import { programs } from '../scripts/setup/drivers.mjs'
import { startDriver } from '../scripts/webdriver/driver.mjs'
import { titleAt } from '../scripts/webdriver/session.mjs'
import {
  bunBuild,
  esbuild,
  noBundler,
  oneFile,
  packed,
  parcel,
  pwa,
  rollup,
  scripts,
  split,
  viteBuild,
  viteDev,
} from './bundlers.mjs'

const pages = [
  'main',
  'verify',
  'later',
  'http',
  'inline',
  'inline-verify',
  'slim',
  'hazmat',
  'worker',
]
/** How long a page may take, in milliseconds: for a hang, not for a slow machine. */
const patience = 120_000

const few = ['main', 'http', 'inline', 'worker']

/** Workers that the bundler finds, and makes scripts of. */
const classic = { opens: ['script-inline', 'script-main'], misses: ['script-main'] }

/** For each consumer of `consumers.mjs` what serves it, the pages that open, and those that miss the engine's file. */
const served = {
  'vite dev': { start: viteDev('vite-8'), opens: pages, misses: ['main'] },
  'vite build': { start: viteBuild('vite-8'), opens: pages, misses: ['main', 'worker'] },
  esbuild: { start: esbuild('esm'), opens: ['inline', 'inline-verify'], misses: ['main'] },
  'esbuild, no module': { start: esbuild('iife'), opens: ['inline'], misses: ['main'] },
  'esbuild, with splitting': { start: split, opens: ['inline'], misses: ['main'] },
  'no bundler': {
    start: noBundler,
    opens: ['main', 'verify', 'http', 'inline', 'inline-verify', 'csp', 'strict'],
    misses: ['main'],
  },
  'one file from a CDN': { start: oneFile, opens: ['cdn'] },
  'Vite 7 dev': { start: viteDev('vite-7'), opens: few, misses: ['main'] },
  'Vite 7 build': { start: viteBuild('vite-7'), opens: few, misses: ['main', 'worker'] },
  'vite-plugin-pwa': {
    start: viteBuild('vite-8', pwa),
    opens: ['main', 'http'],
    offline: ['inline'],
    misses: ['main'],
  },
  webpack: { start: packed('webpack', 'webpack/lib/index.js'), opens: few, misses: ['main'] },
  Rspack: { start: packed('rspack', '@rspack/core/dist/index.js'), opens: few, misses: ['main'] },
  Rollup: { start: rollup, opens: ['inline'], misses: ['main'] },
  Parcel: { start: parcel, opens: few, misses: ['main'] },
  'Bun for pages': { start: bunBuild, opens: ['inline'], misses: ['main'] },
  'classic workers, esbuild': {
    start: scripts,
    opens: ['classic', 'service'],
    misses: ['classic-main'],
  },
  'classic workers, Vite': { start: viteBuild('vite-8'), ...classic },
  'classic workers, Vite 7': { start: viteBuild('vite-7'), ...classic },
  'classic workers, webpack': { start: packed('webpack', 'webpack/lib/index.js'), ...classic },
}

/** The pages of three of them that other families open. */
const inFamilies = {
  'vite build': ['main', 'http', 'worker'],
  'no bundler': ['main', 'http', 'csp'],
  esbuild: ['inline'],
}

/** Starts Chromium. */
export function launch() {
  return chromium.launch({
    executablePath: process.env.CHROME_PATH,
    args: ['--no-sandbox'],
    timeout: patience,
  })
}

/** Gives the cases of the named consumers, and what closes the browser and the servers. */
export async function browserCases(project, names, at) {
  const browser = await launch()
  const { addressOf, close } = servers()
  const visit = (how) => (url) => inChromium(browser, url, how)
  const cases = names.flatMap((name) => {
    const { start, opens, offline = [], misses = [] } = served[name]
    const list = [...new Set([...opens, ...offline, ...misses])]
    const url = addressOf(() => start(project, at, list))
    const title = `chromium, ${name}`
    return [
      ...visits(title, url, visit(), opens),
      ...visits(`${title}, offline`, url, visit({ offline: true }), offline),
      ...losses(title, url, visit({ lost: true }), misses),
    ]
  })
  return { cases, close: () => Promise.all([browser.close(), close()]) }
}

/** Three consumers in a browser that WebDriver drives: files of a bundler, files of none, and no files. */
export async function familyCases(project, family) {
  const driver = await startDriver(family, programs(family))
  const browser = await driver.open()
  console.log(`${family} has version ${browser.version}`)
  const { addressOf, close } = servers()
  const visit = (url) => titleAt(browser, url)
  const cases = Object.entries(inFamilies).flatMap(([name, list]) => {
    const url = addressOf(() => served[name].start(project, undefined, list))
    return visits(`${family}, ${name}`, url, visit, list)
  })
  return { cases, close: () => Promise.all([driver.close(), close()]) }
}

/** `addressOf` gives the address of a server, which starts when it is first asked for. */
function servers() {
  const started = new Set()
  const addressOf = (start) => {
    let server
    return async () => {
      server ??= await start()
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

/**
 * Opens a page and waits for what it has to say. `lost`: no file of an engine is found. `offline`: it is opened again
 * without a net, where its service worker serves it.
 */
export async function inChromium(browser, url, { lost = false, offline = false } = {}) {
  const page = await browser.newPage()
  if (lost) await page.route(/\.wasm(\?|$)/, (route) => route.fulfill({ status: 404 }))
  const complaints = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  try {
    await page.goto(url, { timeout: patience })
    const titled = () =>
      page.waitForFunction(() => document.title !== '', undefined, { timeout: patience })
    await titled()
    if (offline) {
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}))
      await page.context().setOffline(true)
      await page.reload({ timeout: patience })
      await titled()
    }
    return await page.title()
  } catch (error) {
    throw new Error(`${url}: ${error.message}\n${complaints.join('\n')}`)
  } finally {
    await page.close()
  }
}
