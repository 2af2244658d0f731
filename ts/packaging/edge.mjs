// Runtimes that compile no WebAssembly while they run: what a function answers there, bundled as its own tool does.

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { build } from 'esbuild'

import { run } from '../scripts/setup/shell.mjs'
import { importTool } from './bundlers.mjs'

const compatibilityDate = '2026-01-01'

/** In workerd: files of WebAssembly stay, and are modules. */
export async function inWorkerd(project, at, file) {
  const outdir = join(project, 'out-workerd')
  const options = { bundle: true, format: 'esm', loader: { '.wasm': 'copy' }, logLevel: 'error' }
  const entryPoints = [join(project, file)]
  const conditions = ['workerd', 'worker', 'browser']
  const { metafile } = await build({ ...options, entryPoints, conditions, outdir, metafile: true })
  const names = Object.keys(metafile.outputs).map((path) => path.split('/').at(-1))
  return answerOf(at, outdir, names)
}

/** As wrangler bundles it. It would send what it bundled away, were it no rehearsal. */
export async function inWrangler(project, at, file) {
  const outdir = mkdtempSync(join(tmpdir(), 'countersign-wrangler-'))
  try {
    const args = ['deploy', file, '--dry-run', '--outdir', outdir, '--name', 'proof']
    const env = { CI: '1', WRANGLER_SEND_METRICS: 'false', XDG_CONFIG_HOME: outdir }
    await run(
      process.execPath,
      [at('wrangler/bin/wrangler.js'), ...args, '--compatibility-date', compatibilityDate],
      { cwd: project, env },
    )
    const names = readdirSync(outdir).filter((name) => /\.(js|wasm)$/.test(name))
    return await answerOf(at, outdir, names)
  } finally {
    rmSync(outdir, { recursive: true, force: true })
  }
}

/** What workerd answers with these files, of which one is no WebAssembly. */
async function answerOf(at, outdir, names) {
  const { Miniflare } = await importTool(at('miniflare/dist/src/index.js'))
  const modules = names
    .sort((a) => (a.endsWith('.wasm') ? 1 : -1))
    .map((path) => ({
      type: path.endsWith('.wasm') ? 'CompiledWasm' : 'ESModule',
      path,
      contents: readFileSync(join(outdir, path)),
    }))
  const host = new Miniflare({ modules, compatibilityDate })
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
