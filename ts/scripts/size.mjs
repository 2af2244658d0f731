// What each entry of the package weighs: its JavaScript with all it imports, and the parts of the engine that a page fetches
// for it. Fails over the budgets of wasm-pack.toml and those below, and where a part grew against bench/guard/baseline.json.
//
// Run: npm run size [-- --json]

import { built, bundled, entryRows, shaken } from './entrySizes.mjs'
import { another, baseline, tolerance } from './guard/baseline.mjs'
import { compare, percent } from './guard/compare.mjs'
import { compiler } from './guard/counts.mjs'
import { main, notRun, pack, Stop } from './setup/shell.mjs'
import { addonBytes, allParts, engineBytes, engineNames, engineRows, measure } from './sizes.mjs'

/**
 * Most bytes of what is no part of the engine: JavaScript of a page that signs and verifies cards, by what Vite bundles with;
 * all of `Card`, which esbuild takes whole; the package as npm sends it, and the addon. All parts compressed
 * as one show what it costs that each travels by itself.
 */
const limits = {
  'Card.sign, Card.verify': 12_000,
  'all of Card': 14_100,
  'the tarball': 4_000_000,
  'the addon of linux-x64': 3_200_000,
  'all parts as one, wasm': 700_000,
  'all parts as one, wasm-fma': 705_000,
}

await main(async (args) => {
  const parts = engineRows()
  const entries = await entryRows(parts)
  const more = await otherRows()
  if (args.includes('--json'))
    console.log(JSON.stringify([...entries, ...parts.map(rowOf), ...more.map(rowOfOther)], null, 1))
  else {
    printParts(parts)
    printEntries(entries)
    printOthers(more)
  }
  const over = [...parts, ...more].filter((row) => bytesOf(row) > row.budget)
  if (over.length > 0)
    throw new Stop(
      `over budget: ${over.map((row) => `${row.file} (${bytesOf(row)} > ${row.budget})`).join(', ')}`,
    )
  if (!args.includes('--json')) await against(engineBytes(parts))
})

async function against(now) {
  const before = baseline()
  const by = await compiler()
  if (before.compiler !== by) return notRun(another('compiler', by, before.compiler))
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

/** What is no entry, in the compression in which it travels. */
function rowOfOther({ file, brotli, gzip, budget }) {
  return { entry: file, engine: 'none', ...(brotli === undefined ? { gzip } : { brotli }), budget }
}

/** A row for each of the limits. npm compresses with gzip. */
async function otherRows() {
  const [used, all, tarball, addon, ...joined] = Object.keys(limits)
  const from = `from ${built('entry/browser')}`
  const calls = await shaken(
    `import { init, Card } ${from}\nexport const used = [init, Card.sign, Card.verify]`,
  )
  const whole = await bundled(`export { init, Card } ${from}`)
  const { size } = await pack('--dry-run')
  return [
    measure(used, calls, limits[used]),
    measure(all, whole, limits[all]),
    { file: tarball, gzip: size, budget: limits[tarball] },
    ...(isMeasured() ? [{ file: addon, gzip: addonBytes(), budget: limits[addon] }] : []),
    ...engineNames.map((engine, index) => {
      const file = joined[index]
      return measure(file, allParts(engine), limits[file])
    }),
  ]
}

/** Whether the addon here is the one that the limit is of. */
function isMeasured() {
  return process.platform === 'linux' && process.arch === 'x64'
}

function bytesOf({ brotli, gzip }) {
  return brotli ?? gzip
}

function printParts(rows) {
  console.log(row('part', ['raw', 'gzip', 'brotli', 'budget']))
  for (const { file, raw, gzip, brotli, budget } of rows)
    console.log(row(file, [raw, gzip, brotli, budget]))
}

function printEntries(rows) {
  console.log(`\n${row('entry, engine', ['js brotli', 'raw', 'brotli', 'budget'])}`)
  for (const { entry, engine, js, wasm, brotli, budget } of rows)
    console.log(row(`${entry}, ${engine}`, [js, wasm, brotli, budget]))
}

function printOthers(rows) {
  console.log(`\n${row('besides', ['bytes', 'budget'])}`)
  for (const other of rows) console.log(row(other.file, [bytesOf(other), other.budget]))
}

function row(name, values) {
  return name.padEnd(38) + values.map((value) => String(value).padStart(11)).join('')
}
