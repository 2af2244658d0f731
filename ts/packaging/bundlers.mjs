// What serves the pages of `fixtures`: bundlers, each of which writes them into a folder of its own, dev servers, and no
// tool at all.
//
// None is given a setting that the package would need: what stands here, a user has anyway. Each function takes the
// project, what gives the path of a file of a tool (`ts/tools/consumers`), and the names of the pages.

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { copyFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { build } from 'esbuild'

import { run } from '../scripts/setup/shell.mjs'
import { serve } from './server.mjs'
import { holdsNoEngine } from './weight.mjs'

const quiet = { configFile: false, logLevel: 'error' }

/** Imports a file of a tool. */
export const importTool = (path) => import(pathToFileURL(path))

/** Where the program of Bun is: in a package of the platform, so that no install script runs. */
export const bun = '@oven/bun-linux-x64/bin/bun'

const scriptOf = (folder, page) => join(folder, `page-${page}.js`)
const pageOf = (folder, page) => join(folder, `page-${page}.html`)

/** Serves `out`, where the pages themselves are put beside their scripts. */
function serveWithPages(project, out, pages) {
  for (const page of pages) copyFileSync(pageOf(project, page), pageOf(out, page))
  return serve(out)
}

/** Vite of the repository, and the one before it. */
export const vites = {
  'vite-8': () => import('vite'),
  'vite-7': (at) => importTool(at('vite-7/dist/node/index.js')),
}

export const viteDev = (version) => async (root, at) => {
  const { createServer } = await vites[version](at)
  const server = await createServer({ ...quiet, root, server: { port: 0 } })
  await server.listen()
  return { url: address(server), close: () => server.close() }
}

/** `plugins` gives those of a user. */
export const viteBuild =
  (version, plugins = () => []) =>
  async (root, at, pages) => {
    const { build, preview } = await vites[version](at)
    const input = Object.fromEntries(pages.map((page) => [page, pageOf(root, page)]))
    const used = await plugins(at)
    const outDir = join(root, `out-${[version, ...used.map(() => 'plugin')].join('-')}`)
    await build({
      ...quiet,
      root,
      plugins: used,
      build: { outDir, rollupOptions: { input } },
    })
    const server = await preview({ ...quiet, root, build: { outDir }, preview: { port: 0 } })
    return { url: address(server), close: () => server.close() }
  }

function address(server) {
  return server.resolvedUrls.local[0].replace(/\/$/, '')
}

export async function pwa(at) {
  const { VitePWA } = await importTool(at('vite-plugin-pwa/dist/index.js'))
  return [VitePWA({ registerType: 'autoUpdate' })]
}

/** esbuild leaves the engine's file behind. A bundle that is no module does not even know its own address. */
export const esbuild = (format) => async (project, _at, pages) => {
  const out = join(project, `out-esbuild-${format}`)
  const options = { bundle: true, minify: true, format, outdir: out, logLevel: 'error' }
  await build({ ...options, entryPoints: pages.map((page) => scriptOf(project, page)) })
  if (pages.includes('main')) holdsNoEngine(scriptOf(out, 'main'))
  return serveWithPages(project, out, pages)
}

/** A page that shares its code with others: what they share is in files of their own. */
export async function split(project, _at, pages) {
  const outdir = join(project, 'out-split')
  const options = { bundle: true, splitting: true, format: 'esm', outdir, logLevel: 'error' }
  await build({ ...options, entryPoints: pages.map((page) => scriptOf(project, page)) })
  return serveWithPages(project, outdir, pages)
}

/** Workers beside the page, each a script of its own and no module. */
export async function scripts(project, _at, pages) {
  const outdir = join(project, 'out-scripts')
  const names = [...pages.map((page) => `page-${page}`), 'thread-classic', 'thread-page', 'service']
  const entryPoints = names.map((name) => join(project, `${name}.js`))
  await build({ entryPoints, bundle: true, format: 'iife', outdir, logLevel: 'error' })
  return serveWithPages(project, outdir, pages)
}

/** webpack and Rspack, which take the same settings: a script for each page. */
export const packed = (name, path) => async (project, at, pages) => {
  const { default: pack } = await importTool(at(path))
  const out = join(project, `out-${name}`)
  const entry = Object.fromEntries(pages.map((page) => [`page-${page}`, scriptOf(project, page)]))
  await compile(pack({ mode: 'production', context: project, entry, output: { path: out } }))
  return serveWithPages(project, out, pages)
}

/** Runs a compiler of webpack or Rspack to its end. */
export async function compile(compiler) {
  const stats = await new Promise((resolve, reject) => {
    compiler.run((error, result) => (error ? reject(error) : resolve(result)))
  })
  assert(!stats.hasErrors(), stats.toString())
}

export async function rollup(project, at, pages) {
  const { rollup } = await importTool(at('rollup/dist/es/rollup.js'))
  const { nodeResolve } = await importTool(at('@rollup/plugin-node-resolve/dist/es/index.js'))
  const out = join(project, 'out-rollup')
  const input = pages.map((page) => scriptOf(project, page))
  const bundle = await rollup({ input, plugins: [nodeResolve({ browser: true })], onwarn() {} })
  await bundle.write({ dir: out, format: 'es' })
  return serveWithPages(project, out, pages)
}

export async function parcel(project, at, pages) {
  const out = join(project, 'out-parcel')
  const inputs = pages.map((page) => pageOf(project, page))
  const flags = ['--dist-dir', out, '--cache-dir', join(project, '.parcel-cache')]
  const args = [at('parcel/lib/bin.js'), 'build', ...inputs, ...flags, '--no-source-maps']
  await run(process.execPath, args, { cwd: project })
  return serve(out)
}

export async function bunBuild(project, at, pages) {
  const out = join(project, 'out-bun')
  const inputs = pages.map((page) => pageOf(project, page))
  await run(at(bun), ['build', ...inputs, '--minify', `--outdir=${out}`], { cwd: project })
  return serve(out)
}

export function noBundler(root) {
  return serve(root, { importMap: true })
}

/** The file that a CDN hands out of the package, on an origin of its own, and the page that wants just those bytes. */
export async function oneFile(root) {
  const files = join(root, 'node_modules/countersign')
  const { jsdelivr } = JSON.parse(readFileSync(join(files, 'package.json'), 'utf8'))
  const cdn = await serve(files, { isShared: true })
  const address = new URL(jsdelivr, `${cdn.url}/`).href
  const hash = createHash('sha384').update(readFileSync(join(files, jsdelivr)))
  const integrity = { [address]: `sha384-${hash.digest('base64')}` }
  const importMap = JSON.stringify({ imports: { countersign: address }, integrity })
  const page = await serve(root, { importMap })
  return { url: page.url, close: () => Promise.all([page.close(), cdn.close()]) }
}
