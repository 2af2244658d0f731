// Writes `exports` of package.json from one table, so that an entry is added in one line.
//
// Run: npm run exports (`-- --check` only compares)

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { main, root, Stop } from './setup/shell.mjs'
import { plainSubpaths, subpaths } from './subpaths.mjs'

/** Of who imports, and of who requires. */
const imported = (path) => `./dist/types/${path}.d.mts`
const required = (path) => `./dist/types/${path}.d.ts`

/** Node and all that do as it does: a chunk. What is required is the same module where that can be, and else CommonJS. */
const loaded = (types, chunk, served = chunk) => {
  const [typed, module] = [imported(types), `./dist/chunks/entry/${chunk}.js`]
  return {
    require: {
      'module-sync': { types: typed, default: module },
      types: required(types),
      default: `./dist/require/entry/${served}.js`,
    },
    types: typed,
    default: module,
  }
}

/** Bundlers for pages take the modules, of which they leave out what is not used. */
const bundled = (types, path, chunk, served) => ({
  module: { types: imported(types), default: `./dist/src/${path}.js` },
  ...loaded(types, chunk, served),
})

/**
 * Two forms of an entry: where loading is synchronous, and in browsers. Deno and Bun know `node` too.
 *
 * In Node there is one file for all: who collects the files that a server needs (Nuxt) must find what Node then loads.
 */
const twoFold = (server, page) => ({
  browser: page,
  deno: server,
  bun: server,
  node: server,
  default: page,
})

const byHost = (server, page) =>
  twoFold(
    loaded(`entry/${server}`, server),
    bundled(`entry/${page}`, `entry/${page}`, page, server),
  )

/** A list of namespaces, with what brings its parts of the engine. */
const subpath = (name) =>
  twoFold(
    loaded(`subpath/${name}`, `node-${name}`),
    bundled(`subpath/${name}`, `subpath/page/${name}`, `page-${name}`, `node-${name}`),
  )

/** One form of an entry for all hosts. */
const common = (types, path, chunk) => ({
  node: loaded(types, chunk),
  ...bundled(types, path, chunk),
})
const entry = (name) => common(`entry/${name}`, `entry/${name}`, name)
const inline = (name) => common(`subpath/${name}`, `subpath/inline/${name}`, `inline-${name}`)
const plain = (name) => common(`subpath/${name}`, `subpath/${name}`, name.replace('/', '-'))

const table = {
  '.': byHost('node', 'browser'),
  ...Object.fromEntries(subpaths.map((name) => [`./${name}`, subpath(name)])),
  ...Object.fromEntries(plainSubpaths.map((name) => [`./${name}`, plain(name)])),
  './verify': byHost('verifyNode', 'verify'),
  './inline': byHost('inlineNode', 'inline'),
  './inline/verify': byHost('inlineVerifyNode', 'inlineVerify'),
  ...Object.fromEntries(subpaths.map((name) => [`./inline/${name}`, inline(name)])),
  './slim': entry('slim'),
  './native': entry('native'),
  './worker': entry('worker'),
  // For `/slim` and for static imports: the build that every host runs, and the one for relaxed SIMD.
  './wasm/*.wasm': './dist/generated/wasm/*.wasm',
  './wasm-fma/*.wasm': './dist/generated/wasm-fma/*.wasm',
  // As Next's edge runtime asks for a module; Turbopack looks for the name with what it asks.
  './wasm/*.wasm?module': './dist/generated/wasm/*.wasm?module',
  './package.json': './package.json',
}

/** What tools read that know no `exports`: TypeScript's `node10`, Parcel. */
const older = {
  main: table['.'].node.require.default,
  module: table['.'].browser.module.default,
  // Which file a CDN hands out to a page that names the package alone.
  unpkg: './dist/cdn.js',
  jsdelivr: './dist/cdn.js',
  browser: olderNames((at) => (at.browser ?? at).module.default),
  types: table['.'].node.require.types,
  typesVersions: { '*': olderTypes() },
}

/** The subpaths as relative paths, each with what `target` gives for it. */
function olderNames(target) {
  const named = Object.entries(table).filter(([name]) => /^\.\/[\w/-]+$/.test(name))
  return Object.fromEntries(named.map(([name, at]) => [name, target(at)]))
}

function olderTypes() {
  const named = Object.entries(olderNames((at) => [(at.node ?? at).require.types]))
  return Object.fromEntries(named.map(([name, types]) => [name.slice('./'.length), types]))
}

await main(async (args) => {
  const path = join(root, 'package.json')
  const text = readFileSync(path, 'utf8')
  const manifest = JSON.parse(text)
  const wanted = `${JSON.stringify({ ...manifest, ...older, exports: table }, null, 2)}\n`
  if (!args.includes('--check')) return writeFileSync(path, wanted)
  if (text !== wanted) throw new Stop('exports in package.json are stale: npm run exports')
  const lost = [older, table]
    .flatMap(leaves)
    .filter((file) => !existsSync(join(root, file.replace('*', 'verify').replace(/\?.*/, ''))))
  if (lost.length > 0) throw new Stop(`exports name files that are not built: ${lost.join(', ')}`)
  await sameNames()
  console.log(`exports: ${Object.keys(table).length} entries`)
})

/** Code that is written for one runtime must load in the others: the main entries export the same names. */
async function sameNames() {
  const names = async (entry) =>
    Object.keys(await import(`../../dist/src/entry/${entry}.js`)).join(' ')
  const [browser, node] = await Promise.all([names('browser'), names('node')])
  if (browser !== node)
    throw new Stop(`the main entry exports other names in Node:\n  ${browser}\n  ${node}`)
}

function leaves(value) {
  return typeof value === 'string' ? [value] : Object.values(value).flatMap(leaves)
}
