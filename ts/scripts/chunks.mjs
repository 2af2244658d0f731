// What Node and pages without a bundler load: `dist/chunks/entry`, the entries, and `dist/chunks/shared`, what they
// share, in a few files. Each module costs Node about a millisecond, and a page a request.
//
// Bundlers get the modules of `dist/src` (the condition `module`), from which they leave out what is not used.
//
// | Chunk | Modules |
// | --- | --- |
// | `verify` | what `countersign/verify` imports, and what the bundler adds |
// | `main` | what `countersign` imports besides, and what `countersign/slim` does |
// | `node` | what these import in Node alone |
// | `inline`, `inlineNode` | what `countersign/inline` and `/inline/verify` import besides, in pages and in Node |
// | `native` | what finds the addon |
// | of a subpath | what no other subpath imports |
// | `adapters`, `signers`, `stores` | what only these import |
// | `common` | the rest: what several subpaths import |
//
// All lie as deep as `dist/src/*`, so that `../../generated` is the same folder.

import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { rolldown } from 'rolldown'

import { modulesOf } from './mirror/shipped.mjs'
import { root } from './setup/shell.mjs'
import { plainFolders, plainSubpaths, subpaths } from './subpaths.mjs'

const source = join(root, 'dist/src')
const target = join(root, 'dist/chunks')

const hosts = [
  'browser',
  'inline',
  'inlineNode',
  'inlineVerify',
  'inlineVerifyNode',
  'native',
  'node',
  'slim',
  'verify',
  'verifyNode',
  'worker',
]

/** Paths of the entries below `dist/src`, by the names that they have here. */
export const entries = Object.fromEntries([
  ...hosts.map((name) => [name, `entry/${name}`]),
  ...['page', 'node', 'inline'].flatMap((folder) =>
    subpaths.map((name) => [`${folder}-${name}`, `subpath/${folder}/${name}`]),
  ),
  ...plainSubpaths.map((name) => [name.replace('/', '-'), `subpath/${name}`]),
])

export const moduleOf = (path) => join(source, `${path}.js`)

/** Made from `dist/src`. */
export async function writeChunks() {
  const input = Object.entries(entries).map(([name, path]) => [name, moduleOf(path)])
  const bundle = await rolldown({
    input: Object.fromEntries(input),
    platform: 'neutral',
    // A chunk exports what others import from it, and that is more than an entry does.
    preserveEntrySignatures: 'allow-extension',
    external: [/^node:/, /\/generated\/inlined\//],
    logLevel: 'warn',
  })
  await bundle.write({
    dir: target,
    entryFileNames: 'entry/[name].js',
    chunkFileNames: 'shared/[name].js',
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [{ name: chunkOf(), debugName: 'by importers' }],
    },
    comments: false,
    sourcemap: true,
    // The package has the sources, once: the modules of `dist/src`, which are those of `ts/src` without their types.
    sourcemapExcludeSources: true,
  })
  await bundle.close()
  foldHelper()
  // For each module Node reads the nearest one, all of it. That of the package has every entry, and takes longer than the
  // code.
  writeFileSync(join(target, 'package.json'), '{ "type": "module" }\n')
}

/**
 * The bundler has a file for its one helper, in which no group can have a say. It moves to the chunk that every other one
 * imports, line for line, so that the maps stay right.
 */
function foldHelper() {
  const shared = join(target, 'shared')
  const own = join(shared, 'rolldown-runtime.js')
  const line = 'import { t as __exportAll } from "./rolldown-runtime.js";'
  const [code, exported] = readFileSync(own, 'utf8').split('export { __exportAll as t };')
  if (exported === undefined) throw new Error(`${own} has other functions`)
  const oneLine = code
    .replace(/^\/\/.*/gm, '')
    .replace(/\s*\n\s*/g, ' ')
    .trim()
  for (const name of readdirSync(shared).filter((name) => name.endsWith('.js'))) {
    const path = join(shared, name)
    const text = readFileSync(path, 'utf8')
    const folded =
      name === 'verify.js'
        ? text.replace(line, oneLine).replace(/\nexport \{/, '\nexport { __exportAll,')
        : text.replace(line, line.replace('t as ', '').replace('rolldown-runtime', 'verify'))
    writeFileSync(path, folded)
  }
  rmSync(own)
}

/** Names the chunk of a module, by the entries that import it. */
function chunkOf() {
  const rows = [
    ['verify', reached('entry/verify')],
    ['main', reached('index', 'entry/browser', 'entry/slim')],
    ['cures', reached('subpath/cures')],
    ['node', reached('entry/node', 'entry/verifyNode')],
    ['inline', reached('entry/inline')],
    ['inlineNode', reached('entry/inlineNode')],
    ['native', reached('entry/native')],
  ]
  const own = subpaths
    .filter((name) => name !== 'all')
    .map((name) => [name, reached(`subpath/${name}`)])
  for (const folder of plainFolders) {
    const inside = plainSubpaths.filter((name) => name.startsWith(`${folder}/`))
    own.push([folder, reached(...inside.map((name) => `subpath/${name}`))])
  }
  // `all` has nothing of its own but names for what the others have.
  const alone = new Set([...Object.values(entries), 'subpath/all'].map(moduleOf))
  return (id) => {
    if (alone.has(id)) return null
    const has = ([, modules]) => modules.has(id)
    const [first] = rows.find(has) ?? []
    if (first) return first
    const [name, ...others] = own.filter(has).map(([name]) => name)
    return others.length === 0 ? name : 'common'
  }
}

/** These modules, and all that they import. */
function reached(...paths) {
  return new Set(paths.flatMap((path) => modulesOf(moduleOf(path)).files))
}
