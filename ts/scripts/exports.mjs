// Writes `exports` of package.json from one table, so that an entry is added in one line.
//
// Run: npm run exports (`-- --check` only compares)

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { main, root, Stop } from './setup/shell.mjs'
import { subpaths } from './subpaths.mjs'

const types = (name) => `./dist/src/entry/${name}.d.ts`
const modules = (name) => `./dist/src/entry/${name}.js`
const entry = (name) => ({ types: types(name), default: modules(name) })

/** In Node few files, for bundlers the modules: they leave out what is not used. */
const forNode = (name) => ({
  types: types(name),
  module: modules(name),
  default: `./dist/node/entry/${name}.js`,
})

/** Deno and Bun know `node` too, and must find the same modules in every entry. */
const server = (name) => ({ deno: entry(name), bun: entry(name), node: forNode(name) })

/** One file where loading is synchronous, another in browsers. */
const byHost = (node, browser) => ({
  browser: entry(browser),
  ...server(node),
  default: entry(browser),
})

/** A list of namespaces, with what brings its parts of the engine. */
const subpath = (name) => {
  const types = `./dist/src/subpath/${name}.d.ts`
  const file = (folder) => ({ types, default: `./dist/src/subpath/${folder}/${name}.js` })
  const node = { types, module: file('node').default, default: `./dist/node/entry/${name}.js` }
  return {
    browser: file('page'),
    deno: file('node'),
    bun: file('node'),
    node,
    default: file('page'),
  }
}

/** The same, carrying these parts. */
const inlineSubpath = (name) => {
  const types = `./dist/src/subpath/${name}.d.ts`
  const modules = `./dist/src/subpath/inline/${name}.js`
  const file = { types, default: modules }
  const node = { types, module: modules, default: `./dist/node/entry/inline-${name}.js` }
  return { browser: file, deno: file, bun: file, node, default: file }
}

const everywhere = (name) => ({ ...server(name), default: entry(name) })

const table = {
  '.': byHost('node', 'browser'),
  ...Object.fromEntries(subpaths.map((name) => [`./${name}`, subpath(name)])),
  './verify': byHost('verifyNode', 'verify'),
  './inline': byHost('inlineNode', 'inline'),
  ...Object.fromEntries(subpaths.map((name) => [`./inline/${name}`, inlineSubpath(name)])),
  './slim': everywhere('slim'),
  './native': everywhere('native'),
  './worker': everywhere('worker'),
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
