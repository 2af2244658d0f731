// The core has the range of every number that it is given, so that every host refuses the same numbers in the same words.
// `check.within` is for numbers that never reach it.

import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

import { root } from '../setup/shell.mjs'
import { files } from '../setup/stamp.mjs'

/** Files with such numbers, each with what they are. */
const without = {
  'did/resolver.ts': 'how much a cache holds',
  'entry/options.ts': 'how long a page waits for the files of the engine',
  'grant/stores.ts': 'how much a store in memory holds',
  'http/policy.ts': 'how much is fetched, and for how long',
  'replay.ts': 'how much a store in memory holds',
  'session/manager.ts': 'how many handles a map holds, and when it is swept',
  'stores/options.ts': 'how much a store holds, and how long its answers may take',
  'stores/rates.ts': 'how much a sender may ask for',
  'worker/progress.ts': 'how often a page hears of progress',
}

/** Every range in `ts/src` of what the core is given, and entries of the list that are gone. */
export function rangeFaults() {
  const folder = join(root, 'ts/src')
  const found = files(folder)
    .filter((path) => path.endsWith('.ts') && relative(folder, path) !== 'check.ts')
    .filter((path) => hasRange(readFileSync(path, 'utf8')))
    .map((path) => relative(folder, path))
  const gone = Object.keys(without).filter((name) => !found.includes(name))
  return [
    ...found
      .filter((name) => !Object.hasOwn(without, name))
      .map((name) => `ts/src/${name}: has a range; pass the number on with \`check.ranged\``),
    ...gone.map((name) => `ts/scripts/mirror/ranges.mjs: ${name} has no range any more`),
  ]
}

/** Whether a file checks a range, by the helper or in words of its own. */
export function hasRange(text) {
  const code = text.replace(/^\s*(\/\/|\/?\*).*$/gm, '')
  return /\bcheck\.within\(|a whole number|\b[12]n (<<|\*\*) /.test(code)
}
