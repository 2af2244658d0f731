// What a page downloads for each entry: its JavaScript with all it imports, and its parts of the engine. Fails over the
// budgets of wasm-pack.toml and those below, and where a part grew against bench/guard/baseline.json.
//
// Run: npm run size [-- --json]

import { join } from 'node:path'

import { build } from 'esbuild'
import { rolldown } from 'rolldown'

import { baseline, tolerance } from './guard/baseline.mjs'
import { compare, percent } from './guard/compare.mjs'
import { compiler } from './guard/counts.mjs'
import { main, notRun, pack, root, Stop } from './setup/shell.mjs'
import { allParts, engineBytes, engineNames, engineRows, measure } from './sizes.mjs'
import { partsOf, subpaths } from './subpaths.mjs'

/** Parts of the entries that are no subpath. */
const mainEntries = { verify: ['verify'], main: ['sign', 'verify'] }

/**
 * Most bytes of what is no part of the engine: JavaScript of a page that signs and verifies cards, by what Vite bundles with;
 * all of `Card`, which esbuild takes whole; and the package as npm sends it. All parts compressed as one show what it costs
 * that each travels by itself.
 */
const limits = {
  'Card.sign, Card.verify': 12_000,
  'all of Card': 14_100,
  'the tarball': 4_000_000,
  'all parts as one, wasm': 700_000,
  'all parts as one, wasm-fma': 705_000,
}

await main(async (args) => {
  const parts = engineRows()
  const entries = await entryRows(parts)
  if (args.includes('--json'))
    return console.log(JSON.stringify([...entries, ...parts.map(rowOf)], null, 1))
  printParts(parts)
  printEntries(entries)
  const more = await otherRows()
  printOthers(more)
  const over = [...parts, ...more].filter(({ budget, brotli }) => brotli > budget)
  if (over.length > 0)
    throw new Stop(
      `over budget: ${over.map(({ file, brotli, budget }) => `${file} (${brotli} > ${budget})`).join(', ')}`,
    )
  await against(engineBytes(parts))
})

async function against(now) {
  const before = baseline()
  const by = await compiler()
  if (before.compiler !== by)
    return notRun(`not compared: compiler "${by}", the baseline has "${before.compiler}"`)
  const { rows, faults } = compare(before.bytes, now, tolerance.bytes)
  const largest = rows.reduce((most, row) => (row.change > most.change ? row : most), rows[0])
  console.log(`against the baseline: ${largest.name} ${percent(largest.change)} is the most`)
  if (faults.length > 0)
    throw new Stop(`larger than the baseline (bench/guard/README.md):\n  ${faults.join('\n  ')}`)
}

/** A part as an entry without JavaScript. */
function rowOf({ file, raw, brotli, budget }) {
  const [engine, entry] = file.replace('.wasm', '').split('/')
  return { entry: `part ${entry}`, engine, js: 0, wasm: raw, brotli, budget }
}

/** A row for each entry and engine: brotli of the JavaScript, raw bytes and brotli of the parts, and their budget. */
async function entryRows(parts) {
  const of = new Map(parts.map((row) => [row.file, row]))
  const lists = {
    ...mainEntries,
    ...Object.fromEntries(subpaths.map((name) => [name, partsOf(name)])),
  }
  const rows = Object.entries(lists).map(async ([entry, names]) => {
    const js = measure(entry, await bundle(entry), 0).brotli
    return engineNames.map((engine) => {
      const sum = (how) =>
        names.reduce((all, part) => all + of.get(`${engine}/${part}.wasm`)[how], 0)
      return { entry, engine, js, wasm: sum('raw'), brotli: sum('brotli'), budget: sum('budget') }
    })
  })
  return (await Promise.all(rows)).flat()
}

/** A row for each of the limits. npm compresses with gzip. */
async function otherRows() {
  const [used, all, tarball, ...joined] = Object.keys(limits)
  const from = `from ${built('entry/browser')}`
  const calls = await shaken(
    `import { init, Card } ${from}\nexport const used = [init, Card.sign, Card.verify]`,
  )
  const whole = await bundled(`export { init, Card } ${from}`)
  const { size } = await pack('--dry-run')
  return [
    measure(used, calls, limits[used]),
    measure(all, whole, limits[all]),
    { file: tarball, brotli: size, budget: limits[tarball] },
    ...engineNames.map((engine, index) => {
      const file = joined[index]
      return measure(file, allParts(engine), limits[file])
    }),
  ]
}

/** An entry as a page downloads it, with `init`. */
function bundle(entry) {
  const path = { verify: 'entry/verify', main: 'entry/browser' }[entry] ?? `subpath/page/${entry}`
  const init = built(entry === 'verify' ? 'entry/verify' : 'entry/browser')
  return bundled(`export * from ${built(path)}\nexport { init } from ${init}`)
}

function built(path) {
  return JSON.stringify(join(root, `dist/src/${path}.js`))
}

/** A module with all that it imports, minified. */
async function bundled(contents) {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: root },
    bundle: true,
    format: 'esm',
    minify: true,
    write: false,
    logLevel: 'error',
  })
  return outputFiles[0].contents
}

/** As {@link bundled}, by what Vite bundles with: without the functions of a namespace that nothing uses. */
async function shaken(contents) {
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

function printParts(rows) {
  console.log(row('part', ['raw', 'gzip', 'brotli', 'budget']))
  for (const { file, raw, gzip, brotli, budget } of rows)
    console.log(row(file, [raw, gzip, brotli, budget]))
}

function printEntries(rows) {
  console.log(`\n${row('a page fetches for', ['js brotli', 'raw', 'brotli', 'budget'])}`)
  for (const { entry, engine, js, wasm, brotli, budget } of rows)
    console.log(row(`${entry}, ${engine}`, [js, wasm, brotli, budget]))
}

function printOthers(rows) {
  console.log(`\n${row('besides', ['bytes', 'budget'])}`)
  for (const { file, brotli, budget } of rows) console.log(row(file, [brotli, budget]))
}

function row(name, values) {
  return name.padEnd(30) + values.map((value) => String(value).padStart(11)).join('')
}
