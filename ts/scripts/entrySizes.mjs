// How many bytes each entry of the package has: its JavaScript with all that it imports, minified, and what it brings of the
// engine.

import { join } from 'node:path'

import { build } from 'esbuild'
import { rolldown } from 'rolldown'

import { root } from './setup/shell.mjs'
import { engineNames, measure } from './sizes.mjs'
import { partsOf, plainSubpaths, subpaths } from './subpaths.mjs'

/** Parts of the entries that are no subpath. */
const mainEntries = { verify: ['verify'], main: ['sign', 'verify'] }

/** Entries that fetch nothing by themselves: they are given an engine, or need none. */
const plainEntries = ['slim', 'worker', ...plainSubpaths]

/**
 * A row for each entry and engine: brotli of the JavaScript, raw bytes and brotli of the parts that it fetches, and their
 * budget. An entry that carries its engine as text has it in its JavaScript.
 */
export async function entryRows(parts) {
  const rows = [
    ...Object.entries(fetchedBy()).map(([entry, names]) => fetching(entry, names, parts)),
    ...['inline', 'inline/verify', ...subpaths.map((name) => `inline/${name}`)].map((entry) =>
      alone(entry, 'wasm, carried'),
    ),
    ...plainEntries.map((entry) => alone(entry, 'none')),
  ]
  return (await Promise.all(rows)).flat()
}

function fetchedBy() {
  const ofSubpaths = subpaths.map((name) => [name, partsOf(name)])
  return { ...mainEntries, ...Object.fromEntries(ofSubpaths) }
}

async function fetching(entry, names, parts) {
  const of = new Map(parts.map((row) => [row.file, row]))
  const js = await brotliOf(entry)
  return engineNames.map((engine) => {
    const sum = (how) => names.reduce((all, part) => all + of.get(`${engine}/${part}.wasm`)[how], 0)
    return { entry, engine, js, wasm: sum('raw'), brotli: sum('brotli'), budget: sum('budget') }
  })
}

async function alone(entry, engine) {
  return [{ entry, engine, js: await brotliOf(entry), wasm: 0, brotli: 0, budget: 0 }]
}

async function brotliOf(entry) {
  return measure(entry, await bundled(linesOf(entry)), 0).brotli
}

/** What a page imports for an entry; where it fetches parts, `init` as well. */
function linesOf(entry) {
  const all = (path) => `export * from ${built(path)}\n`
  if (entry in mainEntries) return all(entry === 'main' ? 'entry/browser' : 'entry/verify')
  if (entry === 'inline/verify') return all('entry/inlineVerify')
  if (entry === 'inline') return all('entry/inline')
  if (['slim', 'worker'].includes(entry)) return all(`entry/${entry}`)
  if (plainEntries.includes(entry)) return all(`subpath/${entry}`)
  if (entry.startsWith('inline/'))
    return `${all(`subpath/${entry}`)}export { init } from ${built('entry/inline')}`
  return `${all(`subpath/page/${entry}`)}export { init } from ${built('entry/browser')}`
}

/** A module of the package, as an import names it. */
export function built(path) {
  return JSON.stringify(join(root, `dist/src/${path}.js`))
}

/** A module with all that it imports, minified, as esbuild bundles it. */
export async function bundled(contents) {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: root },
    bundle: true,
    external: ['node:*'],
    format: 'esm',
    minify: true,
    write: false,
    logLevel: 'error',
  })
  return outputFiles[0].contents
}

/** As {@link bundled}, by what Vite bundles with: without the functions of a namespace that nothing uses. */
export async function shaken(contents) {
  const page = '\0page'
  const plugin = {
    name: 'page',
    resolveId: (id) => (id === page ? page : undefined),
    load: (id) => (id === page ? contents : undefined),
  }
  const bundle = await rolldown({ input: page, plugins: [plugin], platform: 'browser' })
  const { output } = await bundle.generate({ format: 'esm', minify: true })
  await bundle.close()
  return output[0].code
}
