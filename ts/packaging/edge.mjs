// Runtimes that compile no WebAssembly while they run: what a function answers there, bundled as its own tool does.

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { build } from 'esbuild'

import { run } from '../scripts/setup/shell.mjs'
import { importTool } from './bundlers.mjs'

/** In workerd: files of WebAssembly stay, and are modules. `bundler` writes into a folder. */
export async function inWorkerd(project, at, bundler, file) {
  const { Miniflare } = await importTool(at('miniflare/dist/src/index.js'))
  const folder = mkdtempSync(join(tmpdir(), 'countersign-worker-'))
  try {
    await bundler(project, at, file, folder)
    return await answerOf(Miniflare, modulesIn(folder))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export async function bundledByEsbuild(project, _at, file, outdir) {
  const options = { bundle: true, format: 'esm', loader: { '.wasm': 'copy' }, logLevel: 'error' }
  const conditions = ['workerd', 'worker', 'browser']
  await build({ ...options, entryPoints: [join(project, file)], conditions, outdir })
}

/** What `wrangler deploy` would send. */
export async function bundledByWrangler(project, at, file, outdir) {
  const flags = ['--name', 'proof', '--compatibility-date', '2026-01-01', '--outdir', outdir]
  const args = [at('wrangler/bin/wrangler.js'), 'deploy', file, '--dry-run', ...flags]
  await run(process.execPath, args, { cwd: project, env: { WRANGLER_SEND_METRICS: 'false' } })
}

/** The script first, since workerd starts that. */
function modulesIn(folder) {
  const names = readdirSync(folder).filter((name) => /\.(js|mjs|wasm)$/.test(name))
  return names
    .sort((a) => (a.endsWith('.wasm') ? 1 : -1))
    .map((path) => ({
      type: path.endsWith('.wasm') ? 'CompiledWasm' : 'ESModule',
      path,
      contents: readFileSync(join(folder, path)),
    }))
}

async function answerOf(Miniflare, modules) {
  const host = new Miniflare({ modules, compatibilityDate: '2026-01-01' })
  try {
    return await (await host.dispatchFetch('http://localhost/')).text()
  } finally {
    await host.dispose()
  }
}

/** In Vercel's runtime, whose host gives the modules. */
export async function inEdgeRuntime(project, at, file) {
  const { EdgeRuntime } = await importTool(at('edge-runtime/dist/index.js'))
  const options = { bundle: true, format: 'iife', write: false, logLevel: 'error' }
  const conditions = ['edge-light', 'worker', 'browser']
  const entryPoints = [join(project, file)]
  const { outputFiles } = await build({ ...options, entryPoints, conditions })
  const parts = join(project, 'node_modules/countersign/dist/generated/wasm')
  const compiled = (part) => new WebAssembly.Module(readFileSync(join(parts, `${part}.wasm`)))
  const modules = Object.fromEntries(
    ['verify', 'sign', 'http'].map((part) => [part, compiled(part)]),
  )
  const extend = (context) => Object.assign(context, { modules })
  const runtime = new EdgeRuntime({ initialCode: outputFiles[0].text, extend })
  return await (await runtime.dispatchFetch('http://localhost/')).text()
}
