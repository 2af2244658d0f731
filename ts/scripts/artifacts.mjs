// Writes what stands beside the built engines in `ts/generated`: `inlined/*.js`, the parts as text for
// `countersign/inline`, and the addon where `ts/src` looks for it.
//
// Run: node ts/scripts/artifacts.mjs

import assert from 'node:assert/strict'
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

import { needs } from './subpaths.mjs'

const generated = new URL('../generated/', import.meta.url)
const at = (name) => new URL(name, generated)
const builds = ['wasm', 'wasm-fma'].filter((name) => existsSync(at(`${name}/verify.wasm`)))
assert(builds.length > 0, 'no engine is built: npm run build:engines')

// While developing, one build is enough; it then stands for both.
for (const name of ['wasm', 'wasm-fma'])
  if (!builds.includes(name)) cpSync(at(builds[0]), at(name), { recursive: true })
mkdirSync(at('inlined'), { recursive: true })
for (const part of needs.keys()) {
  const text = rows(readFileSync(at(`wasm/${part}.wasm`)))
  writeFileSync(at(`inlined/${part}.js`), `export const text = \`${text}\`\n`)
  writeFileSync(at(`inlined/${part}.d.ts`), 'export declare const text: string\n')
}
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
