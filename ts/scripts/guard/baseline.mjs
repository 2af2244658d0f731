// `bench/guard/baseline.json`: what the guard and the size check compare with.

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { root, Stop } from '../setup/shell.mjs'

const file = join(root, 'bench/guard/baseline.json')

/** How much more is let through: the compiler is pinned, so that little else moves a number. */
export const tolerance = { instructions: 0.02, bytes: 0.01 }

/** `{ compiler, processor, instructions: { name }, bytes: { name } }`. */
export function baseline() {
  const found = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  // Without one nothing would be compared, and nothing fail.
  if (['compiler', 'processor', 'instructions', 'bytes'].some((name) => !found[name]))
    throw new Stop(
      'bench/guard/baseline.json is missing or not whole; `npm run guard -- --accept` writes it',
    )
  return found
}

/** Why nothing is compared, and the cure: this is `now` where the baseline was made with `before`. */
export function another(what, now, before) {
  return `not compared: ${what} "${now}", the baseline has "${before}", with which \`npm run guard\` compares; bench/guard/README.md says when it may move`
}

export function accept(measured) {
  writeFileSync(file, `${JSON.stringify(measured, null, 2)}\n`)
}
