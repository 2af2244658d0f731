// How many bytes each engine has, raw and as it travels.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

import { isQuick } from './lean.mjs'
import { engines, leanBudget } from './setup/engines.mjs'
import { root, Stop } from './setup/shell.mjs'

/** A row for each wasm file, with its budget. */
export function engineRows() {
  return engines()
    .filter(({ budget }) => budget > 0)
    .flatMap(({ name, budget }) => [
      measure(`${name}-lean.wasm`, wasm(`${name}-lean`), leanBudget()),
      measure(`${name}.wasm`, wasm(name), budget),
    ])
}

/** `{ 'wasm.wasm raw': bytes, … }` of release engines. */
export function engineBytes(rows = engineRows()) {
  if (isQuick(wasm('wasm')))
    throw new Stop('these engines were built with --dev: their size says nothing')
  return Object.fromEntries(
    rows.flatMap((row) => ['raw', 'gzip', 'brotli'].map((how) => [`${row.file} ${how}`, row[how]])),
  )
}

/** Sizes of a file: as it is, and behind each compression that servers offer. */
export function measure(file, bytes, budget) {
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

function wasm(name) {
  return readFileSync(join(root, `dist/generated/${name}.wasm`))
}
