// Copies what xtask built to where ts/src imports it: `ts/generated/{*.wasm,inlined-wasm.js,countersign.node}`,
// and cuts the lean engines out of the full ones.
//
// Run: node ts/scripts/artifacts.mjs

import assert from 'node:assert/strict'
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

import { fullOnly, isQuick, prune } from './lean.mjs'

const generated = new URL('../generated/', import.meta.url)
const at = (name) => new URL(name, generated)
const builds = ['wasm', 'wasm-fma'].filter((name) => existsSync(at(`${name}/engine.wasm`)))
assert(builds.length > 0, 'no engine is built: npm run build:engines')

for (const name of ['wasm', 'wasm-fma']) {
  // While developing, one build is enough; it then stands for both.
  const build = builds.includes(name) ? name : builds[0]
  const full = readFileSync(at(`${build}/engine.wasm`))
  writeFileSync(at(`${name}.wasm`), full)
  writeFileSync(at(`${name}-lean.wasm`), isQuick(full) ? full : prune(full, fullOnly()))
}
writeFileSync(
  at('inlined-wasm.js'),
  `export const wasm = \`${rows(readFileSync(at('wasm.wasm')))}\`\n`,
)
writeFileSync(at('inlined-wasm.d.ts'), 'export declare const wasm: string\n')
if (existsSync(at('native/countersign.node')))
  copyFileSync(at('native/countersign.node'), at('countersign.node'))

/**
 * A module as `countersign/inline` holds it: gzip, which every host can read, in base64. In rows, because a host that
 * prints the line of an error would print all of it; minifiers keep the ends of lines in a template.
 */
function rows(bytes) {
  const text = gzipSync(bytes, { level: 9 }).toString('base64')
  return `\n${text.replace(/.{1,160}/g, '$&\n')}`
}
