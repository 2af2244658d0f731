// The download: each wasm file and each entry with all it imports, raw, gzip and
// brotli. Fails over the budgets of wasm-pack.toml, and where a wasm file grew
// against bench/guard/baseline.json.
//
// Run: npm run size

import { join } from 'node:path'

import { build } from 'esbuild'

import { baseline, tolerance } from './guard/baseline.mjs'
import { compare, percent } from './guard/compare.mjs'
import { compiler } from './guard/counts.mjs'
import { engines } from './setup/engines.mjs'
import { main, notRun, root, Stop } from './setup/shell.mjs'
import { engineBytes, engineRows, measure } from './sizes.mjs'

/** Gzip in base64 adds 39 % to what brotli makes of an engine (measured), and the API comes on top. */
const inlineFactor = 1.45

await main(async () => {
  const engine = engineRows()
  const rows = [...engine, ...(await entryRows())]
  print(rows)
  const over = rows.filter(({ budget, brotli }) => budget > 0 && brotli > budget)
  if (over.length > 0)
    throw new Stop(
      `over budget: ${over.map(({ file, brotli, budget }) => `${file} (${brotli} > ${budget})`).join(', ')}`,
    )
  await against(engineBytes(engine))
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

/** Entries as a page downloads them: bundled and minified, without the engine except in `/inline`. */
async function entryRows() {
  const [{ budget }] = engines()
  return [
    measure('countersign', await bundle('browser'), 0),
    measure('countersign/slim', await bundle('slim'), 0),
    measure('countersign/inline', await bundle('inline'), Math.round(budget * inlineFactor)),
  ]
}

async function bundle(name) {
  const { outputFiles } = await build({
    entryPoints: [join(root, `dist/src/entry/${name}.js`)],
    bundle: true,
    format: 'esm',
    minify: true,
    write: false,
  })
  return outputFiles[0].contents
}

function print(rows) {
  const cell = (value) => String(value).padStart(10)
  console.log(`${'file'.padEnd(22)}${['raw', 'gzip', 'brotli', 'budget'].map(cell).join('')}`)
  for (const { file, raw, gzip, brotli, budget } of rows)
    console.log(`${file.padEnd(22)}${[raw, gzip, brotli, budget || ''].map(cell).join('')}`)
}
