// The download: each wasm file and each entry with all it imports, raw, gzip and
// brotli, the wasm files against the budgets of wasm-pack.toml. Fails over budget.
//
// Run: npm run size

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

import { build } from 'esbuild'

import { engines, leanBudget } from './setup/engines.mjs'
import { main, root, Stop } from './setup/shell.mjs'

/** Base64 adds about a quarter after brotli (measured 27 %), and the API comes on top. */
const inlineFactor = 1.4

await main(async () => {
  const rows = [...engineRows(), ...(await entryRows())]
  print(rows)
  const over = rows.filter(({ budget, brotli }) => budget > 0 && brotli > budget)
  if (over.length > 0)
    throw new Stop(
      `over budget: ${over.map(({ file, brotli, budget }) => `${file} (${brotli} > ${budget})`).join(', ')}`,
    )
})

function engineRows() {
  return engines()
    .filter(({ budget }) => budget > 0)
    .flatMap(({ name, budget }) => [
      engineRow(`${name}-lean`, leanBudget()),
      engineRow(name, budget),
    ])
}

function engineRow(name, budget) {
  return measure(`${name}.wasm`, readFileSync(join(root, `dist/generated/${name}.wasm`)), budget)
}

/** Entries as a page downloads them: bundled and minified, without the engine except in `/inline`. */
async function entryRows() {
  const [{ budget }] = engines()
  return [
    measure('countersign', await bundle('browser', ['../../generated/inlined-wasm*']), 0),
    measure('countersign/slim', await bundle('slim', []), 0),
    measure('countersign/inline', await bundle('inline', []), Math.round(budget * inlineFactor)),
  ]
}

async function bundle(name, external) {
  const { outputFiles } = await build({
    entryPoints: [join(root, `dist/src/entry/${name}.js`)],
    bundle: true,
    external,
    format: 'esm',
    minify: true,
    write: false,
  })
  return outputFiles[0].contents
}

function measure(file, bytes, budget) {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  return {
    file,
    raw: bytes.length,
    gzip: gzipSync(bytes, { level: 9 }).length,
    brotli: brotliCompressSync(bytes, { params }).length,
    budget,
  }
}

function print(rows) {
  const cell = (value) => String(value).padStart(10)
  console.log(`${'file'.padEnd(22)}${['raw', 'gzip', 'brotli', 'budget'].map(cell).join('')}`)
  for (const { file, raw, gzip, brotli, budget } of rows)
    console.log(`${file.padEnd(22)}${[raw, gzip, brotli, budget || ''].map(cell).join('')}`)
}
