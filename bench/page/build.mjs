// Builds the page as files that any web server can hand out, and serves them from this machine.

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { build, preview } from 'vite'

import { files } from '../../ts/scripts/setup/stamp.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))
const top = join(here, '../..')
const dist = join(top, 'dist')
const quiet = { configFile: false, logLevel: 'error' }

/** With these, a browser isolates a page from other origins and gives it a fine clock. */
const isolating = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
}

/** Writes the page to `folder`: relative paths only, nothing from the network. */
export async function buildPage(folder) {
  const input = {
    ...Object.fromEntries(['index', 'engine'].map((name) => [name, join(here, `${name}.html`)])),
    // A service worker rules over its own folder, so it lies beside the page, under a fixed name.
    isolate: join(here, 'isolate.ts'),
  }
  await build({
    ...quiet,
    root: here,
    base: './',
    publicDir: false,
    plugins: [withoutNode(), tinySecp256k1()],
    resolve: { alias: alias() },
    define: { __BUILD__: JSON.stringify(version()), __ISOLATING__: JSON.stringify(isolating) },
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'es2022',
      // Its policy has no `data:`.
      assetsInlineLimit: 0,
      // What it puts around a later import needs a document, which a worker does not have.
      modulePreload: false,
      chunkSizeWarningLimit: 4_000,
      rolldownOptions: {
        input,
        // A worker loads the script of the frame, so the script has a fixed name.
        output: {
          entryFileNames: '[name].js',
          assetFileNames: nameAsset,
          chunkFileNames: 'files/[name]-[hash].js',
        },
      },
    },
  })
}

/** Serves a built page on loopback; gives `{ url, close }`. `isolated: false` is a host without the headers. */
export async function servePage(folder, { port = 0, isolated = true } = {}) {
  const server = await preview({
    ...quiet,
    root: here,
    build: { outDir: folder },
    preview: {
      host: '127.0.0.1',
      port,
      strictPort: port !== 0,
      headers: isolated ? isolating : {},
    },
  })
  return { url: server.resolvedUrls.local[0], close: () => server.close() }
}

/**
 * The package as it is shipped, by its public names.
 */
function alias() {
  const files = {
    'countersign/all': 'src/subpath/all.js',
    'countersign/hazmat': 'src/subpath/hazmat.js',
    'countersign/slim': 'src/entry/slim.js',
  }
  return Object.entries(files).map(([find, file]) => ({ find, replacement: join(dist, file) }))
}

/**
 * What needs Node fails to load in a browser. Only peers may, by a later import: they are then `n/a`,
 * and a page that reached one at once would not build.
 */
function withoutNode() {
  const id = '\0no-node'
  const refusal = "throw new Error('it needs Node, which a browser is not')"
  const isOfNode = (code) => /^import (?!type\b)[^'"]*['"]node:/m.test(code)
  return {
    name: 'without-node',
    enforce: 'pre',
    resolveId: (source) => (source.startsWith('node:') ? id : undefined),
    load: (asked) => (asked === id ? refusal : undefined),
    transform: (code, asked) =>
      asked.startsWith(join(here, '..')) && isOfNode(code)
        ? { code: refusal, map: null }
        : undefined,
  }
}

/**
 * That package expects the globals of its engine as objects. Bundlers that follow the later text of the ESM integration
 * of WebAssembly give it the values instead, and then it cannot read or write memory.
 */
function tinySecp256k1() {
  return {
    name: 'tiny-secp256k1',
    enforce: 'pre',
    load: (id) =>
      id.endsWith('tiny-secp256k1/lib/wasm_loader.browser.js')
        ? `import url from './secp256k1.wasm?url'
import * as rand from './rand.js'
import * as faults from './validate_error.js'
const bytes = await (await fetch(url)).arrayBuffer()
const imports = { './rand.js': rand, './validate_error.js': faults }
const { instance } = await WebAssembly.instantiate(bytes, imports)
export default instance.exports`
        : undefined,
  }
}

function version() {
  const { version: countersign } = JSON.parse(readFileSync(join(top, 'package.json'), 'utf8'))
  const digest = (name) => {
    const hash = createHash('sha256')
    for (const path of files(join(dist, 'generated', name))) hash.update(readFileSync(path))
    return hash.digest('hex')
  }
  return {
    countersign,
    commit: commit(),
    wasm: { wasm: digest('wasm'), 'wasm-fma': digest('wasm-fma') },
  }
}

/** A part of the engine has the engine in its name, since each engine has one of the same name. */
function nameAsset({ originalFileNames: [path = ''] }) {
  const [, engine] = /generated\/(wasm(?:-fma)?)\//.exec(path) ?? []
  return `files/${engine ? `${engine}-` : ''}[name]-[hash][extname]`
}

function commit() {
  try {
    const args = ['rev-parse', '--short', 'HEAD']
    return execFileSync('git', args, { cwd: top, encoding: 'utf8', stdio: 'pipe' }).trim()
  } catch {
    return 'unknown'
  }
}
