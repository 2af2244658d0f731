// How many bytes each part of each engine has, raw and as it travels.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

import { budgets } from './setup/engines.mjs'
import { root, Stop } from './setup/shell.mjs'
import { needs } from './subpaths.mjs'

export const engineNames = ['wasm', 'wasm-fma']

/** A row for each part of each engine, with its budget. */
export function engineRows() {
  return engineNames.flatMap((engine) =>
    [...needs.keys()].map((part) => {
      const file = `${engine}/${part}.wasm`
      return measure(file, wasm(file), budgets()[part][engine])
    }),
  )
}

/** `{ 'wasm/verify.wasm raw': bytes, … }` of release engines. */
export function engineBytes(rows = engineRows()) {
  if (isQuick(wasm('wasm/verify.wasm')))
    throw new Stop('these engines were built with --dev: their size says nothing')
  return Object.fromEntries(
    rows.flatMap((row) => ['raw', 'gzip', 'brotli'].map((how) => [`${row.file} ${how}`, row[how]])),
  )
}

/** The bytes of all parts of an engine, one after the other. */
export function allParts(engine) {
  return Buffer.concat([...needs.keys()].map((part) => wasm(`${engine}/${part}.wasm`)))
}

/** The bytes of the addon of this machine, as npm compresses a package. */
export function addonBytes() {
  return gzipSync(readFileSync(join(root, 'dist/generated/countersign.node')), { level: 9 }).length
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
  return readFileSync(join(root, `dist/generated/${name}`))
}

/** Engines that are built for a while keep the names of their functions. */
function isQuick(bytes) {
  return WebAssembly.Module.customSections(new WebAssembly.Module(bytes), 'name').length > 0
}
