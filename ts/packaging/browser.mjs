// Each entry in Chromium: behind Vite's dev server, built by Vite, bundled by
// esbuild, and straight from `node_modules` with an import map.
//
// A page puts what it found into `document.title`: `proven`, or the error.

import assert from 'node:assert/strict'
import { join } from 'node:path'

import { build as esbuild } from 'esbuild'
import { chromium } from 'playwright-core'
import { build, createServer, preview } from 'vite'

import { serve } from './server.mjs'

const pages = ['main', 'full', 'inline', 'slim', 'hazmat', 'worker']
const quiet = { configFile: false, logLevel: 'error' }

/** Starts the browser and the servers; gives the cases and what closes them. */
export async function browserCases(project) {
  const browser = await chromium.launch({
    executablePath: process.env.CHROME_PATH,
    args: ['--no-sandbox'],
  })
  const servers = new Set()
  const at = (start) => {
    let server
    return async () => {
      server ??= await start(project)
      servers.add(server)
      return server.url
    }
  }
  const cases = [
    ...visits('vite dev', at(viteDev), browser, pages),
    ...visits('vite build', at(viteBuild), browser, pages),
    ...visits('esbuild', at(bundled), browser, ['main', 'inline']),
    ...visits('no bundler', at(plain), browser, ['main', 'inline', 'csp']),
  ]
  const close = async () => {
    await browser.close()
    await Promise.all([...servers].map((server) => server.close()))
  }
  return { cases, close }
}

function visits(name, url, browser, list) {
  return list.map((page) => [
    `chromium, ${name}: ${page}`,
    async () => assert.equal(await visit(browser, `${await url()}/page-${page}.html`), 'proven'),
  ])
}

/** Opens a page and waits for what it has to say. */
async function visit(browser, url) {
  const page = await browser.newPage()
  const complaints = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  try {
    await page.goto(url)
    await page.waitForFunction(() => document.title !== '', undefined, { timeout: 30_000 })
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

/** esbuild leaves the engine's file behind: the page must still work, from the inlined bytes. */
async function bundled(root) {
  const outdir = join(root, 'out-esbuild')
  const names = ['main', 'inline']
  const entryPoints = names.map((name) => join(root, `page-${name}.js`))
  await esbuild({ entryPoints, bundle: true, format: 'esm', outdir, logLevel: 'error' })
  return serve(root, { scripts: 'out-esbuild' })
}

function plain(root) {
  return serve(root, { importMap: true })
}
