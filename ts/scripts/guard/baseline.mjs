// `bench/guard/baseline.json`: what the guard and the size check compare with.

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { root } from '../setup/shell.mjs'

const file = join(root, 'bench/guard/baseline.json')

/** How much more is let through: the compiler is pinned, so that little else moves a number. */
export const tolerance = { instructions: 0.02, bytes: 0.01 }

/** `{ compiler, processor, instructions: { name }, bytes: { name } }`. */
export function baseline() {
  if (!existsSync(file)) return { compiler: '', processor: '', instructions: {}, bytes: {} }
  return JSON.parse(readFileSync(file, 'utf8'))
}

export function accept(measured) {
  writeFileSync(file, `${JSON.stringify({ ...baseline(), ...measured }, null, 2)}\n`)
}
