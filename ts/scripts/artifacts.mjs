// Copies what xtask built to where ts/src imports it: `ts/generated/{glue.js,*.wasm,inlined-wasm.js,countersign.node}`,
// and cuts the lean engines out of the full ones.
//
// Both WebAssembly builds must come with the same glue, so that one copy serves both.
//
// Run: node ts/scripts/artifacts.mjs

import assert from 'node:assert/strict'
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

import { transformSync } from 'esbuild'

import { fullOnly, isQuick, prune } from './lean.mjs'

const generated = new URL('../generated/', import.meta.url)
const at = (name) => new URL(name, generated)
const builds = ['wasm', 'wasm-fma'].filter((name) => existsSync(at(`${name}/engine.wasm`)))
assert(builds.length > 0, 'no engine is built: npm run build:engines')

const [glue, ...others] = builds.map((name) => readFileSync(at(`${name}/glue.js`), 'utf8'))
for (const other of others)
  assert(other === glue, 'the builds have different glue: build both from the same source')
// Every host parses all of it before the first call. Short names halve what that costs, and a function
// in parentheses is compiled with its module: the others are read once more when they are called.
const eager = glue
  .replace('export function createGlue() {', 'export const createGlue = (function () {')
  .replace(/\}\s*$/, '})')
const { code } = transformSync(eager, { minify: true, format: 'esm', lineLimit: 160 })
assert(/=\(function\(\)\{/.test(code), 'the glue does not start as this script knows')
writeFileSync(at('glue.js'), code)
writeFileSync(
  at('glue.d.ts'),
  `import type { Engine } from '../src/generated/contract.js'
export declare function createGlue(): Engine & {
  initSync(options: { module: WebAssembly.Module }): WebAssembly.Exports
}
`,
)

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
