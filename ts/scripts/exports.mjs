// Writes `exports` of package.json from one table, so that an entry is added in one line.
//
// Run: npm run exports (`-- --check` only compares)

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { main, root, Stop } from './setup/shell.mjs'
import { plainSubpaths, subpaths } from './subpaths.mjs'

const typesOf = (path) => `./dist/src/${path}.d.ts`

/** Bundlers take the modules, of which they leave out what is not used; all others the chunks. */
const file = (types, path, chunk) => ({
  types: typesOf(types),
  module: `./dist/src/${path}.js`,
  default: `./dist/chunks/entry/${chunk}.js`,
})

/** Two forms of an entry: where loading is synchronous, and in browsers. Deno and Bun know `node` too. */
const twoFold = (server, page) => ({
  browser: page,
  deno: server,
  bun: server,
  node: server,
  default: page,
})

const entry = (name) => file(`entry/${name}`, `entry/${name}`, name)
const byHost = (server, page) => twoFold(entry(server), entry(page))

/** A list of namespaces, with what brings its parts of the engine. */
const listed = (name, folder) =>
  file(`subpath/${name}`, `subpath/${folder}/${name}`, `${folder}-${name}`)
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

await main(async (args) => {
  const path = join(root, 'package.json')
  const text = readFileSync(path, 'utf8')
  const wanted = `${JSON.stringify({ ...JSON.parse(text), exports: table }, null, 2)}\n`
  if (!args.includes('--check')) return writeFileSync(path, wanted)
  if (JSON.stringify(JSON.parse(text).exports) !== JSON.stringify(table))
    throw new Stop('exports in package.json are stale: npm run exports')
  const lost = leaves(table).filter((file) => !existsSync(join(root, file.replace('*', 'verify'))))
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
