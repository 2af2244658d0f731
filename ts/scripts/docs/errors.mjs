// An entry for each code: what it means, from the tables of the core and of `ts/src/errors.ts`, and what to do, from
// the same tables and `ts/src/cures.ts`.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { root, Stop } from '../setup/shell.mjs'
import { between } from './marks.mjs'

const core = join(root, 'rust/core/src/error')

/** The page with an entry for each code. */
export async function withErrors(text) {
  const { allCodes, cureOf } = await import('../../../dist/src/cures.js')
  const [codes, meanings] = [allCodes(), meaningsOf()]
  const lost = codes.filter((code) => !meanings.has(code))
  if (lost.length > 0) throw new Stop(`nothing says what these mean: ${lost.join(', ')}`)
  const entries = codes.map((code) => `## ${code}\n\n${meanings.get(code)} ${cureOf(code)}`)
  return between(text, entries.join('\n\n'))
}

/** What each code means, in a sentence. */
function meaningsOf() {
  const rust = readdirSync(core).map((name) => readFileSync(join(core, name), 'utf8'))
  const host = readFileSync(join(root, 'ts/src/errors.ts'), 'utf8')
  return new Map([...rust.flatMap(rustRows), ...hostRows(host)])
}

/** The rows of a table of the core: the comment above the message of each code. */
export function rustRows(source) {
  const pattern = /((?:^\s*\/\/\/ .*\n)+)\s*\w+(?:\([^)]*\))? = "(ERR_\w+)",/gm
  return [...source.matchAll(pattern)].map(([, comment, code]) => [code, textOf(comment)])
}

function textOf(comment) {
  return comment
    .split('\n')
    .map((line) => line.replace(/^\s*\/\/\/ ?/, ''))
    .join(' ')
    .trim()
}

/** The rows of the table in the comment of `hostCodes`. */
export function hostRows(source) {
  return [...source.matchAll(/^ \* \| `(ERR_\w+)` \| (.+) \|$/gm)].map(([, code, text]) => [
    code,
    `${text[0].toUpperCase()}${text.slice(1)}.`,
  ])
}
