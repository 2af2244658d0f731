// Writes `exports` of package.json from one table, so that an entry is added in one line.
//
// Run: npm run exports (`-- --check` only compares)

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { main, root, Stop } from './setup/shell.mjs'
import { plainSubpaths, subpaths } from './subpaths.mjs'

const typesOf = (path) => `./dist/src/${path}.d.ts`

/**
 * Bundlers take the modules, of which they leave out what is not used; all others the chunks. What is required is the
 * same module where that can be, and else `served` as CommonJS.
 */
const file = (types, path, chunk, served = chunk) => {
  const module = `./dist/src/${path}.js`
  const loaded = `./dist/chunks/entry/${chunk}.js`
  const typed = typesOf(types)
  return {
    module: { types: typed, default: module },
    require: {
      'module-sync': { types: typed, default: loaded },
      types: `./dist/require/types/${types}.d.ts`,
      default: `./dist/require/entry/${served}.js`,
    },
    types: typed,
    default: loaded,
  }
}

/** Two forms of an entry: where loading is synchronous, and in browsers. Deno and Bun know `node` too. */
const twoFold = (server, page) => ({
  browser: page,
  deno: server,
  bun: server,
  node: server,
  default: page,
})

const entry = (name, served) => file(`entry/${name}`, `entry/${name}`, name, served)
const byHost = (server, page) => twoFold(entry(server), entry(page, server))

/** A list of namespaces, with what brings its parts of the engine. */
const listed = (name, folder) =>
  file(
    `subpath/${name}`,
    `subpath/${folder}/${name}`,
    `${folder}-${name}`,
    `${folder === 'page' ? 'node' : folder}-${name}`,
  )
const subpath = (name) => twoFold(listed(name, 'node'), listed(name, 'page'))

/** A list that needs no part of the engine. */
const plain = (name) => file(`subpath/${name}`, `subpath/${name}`, name.replace('/', '-'))

const table = {
  '.': byHost('node', 'browser'),
  ...Object.fromEntries(subpaths.map((name) => [`./${name}`, subpath(name)])),
  ...Object.fromEntries(plainSubpaths.map((name) => [`./${name}`, plain(name)])),
  './verify': byHost('verifyNode', 'verify'),
  './inline': byHost('inlineNode', 'inline'),
  ...Object.fromEntries(subpaths.map((name) => [`./inline/${name}`, listed(name, 'inline')])),
  './slim': entry('slim'),
  './native': entry('native'),
  './worker': entry('worker'),
  // For `/slim` and for static imports: the build that every host runs, and the one for relaxed SIMD.
  './wasm/*.wasm': './dist/generated/wasm/*.wasm',
  './wasm-fma/*.wasm': './dist/generated/wasm-fma/*.wasm',
  './package.json': './package.json',
}

/** What tools read that know no `exports`: TypeScript's `node10`, Parcel. */
const older = {
  main: table['.'].node.require.default,
  module: table['.'].browser.module.default,
  browser: olderNames((at) => (at.browser ?? at).module.default),
  types: table['.'].node.types,
  typesVersions: { '*': olderTypes() },
}

/** The subpaths as relative paths, each with what `target` gives for it. */
function olderNames(target) {
  const named = Object.entries(table).filter(([name]) => /^\.\/[\w/-]+$/.test(name))
  return Object.fromEntries(named.map(([name, at]) => [name, target(at)]))
}

function olderTypes() {
  const named = Object.entries(olderNames((at) => [(at.node ?? at).types]))
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
    .filter((file) => !existsSync(join(root, file.replace('*', 'verify'))))
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
