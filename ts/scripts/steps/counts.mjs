// How many tests each step had when it last held, in `.cache/counts.json`, so that a test that went missing is seen.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { cache } from '../setup/shell.mjs'

const file = join(cache, 'counts.json')

/** `{ [step]: { passed, skipped, seconds } }`; empty before the first run. */
export function readCounts(path = file) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
}

/** Keeps the counts of the steps that held whole; those of the others stay. */
export function saveCounts(results, path = file) {
  const held = results.filter(({ failed, notes }) => failed === 0 && notes.length === 0)
  const fresh = held.map(({ name, passed, skipped, seconds }) => [
    name,
    { passed, skipped, seconds },
  ])
  mkdirSync(dirname(path), { recursive: true })
  const counts = { ...readCounts(path), ...Object.fromEntries(fresh) }
  writeFileSync(path, `${JSON.stringify(counts, null, 2)}\n`)
}

/** What changed in a step since it last held, as text; empty where nothing did or nothing is known. */
export function changeOf({ passed, skipped }, before) {
  if (!before || (before.passed === passed && before.skipped === skipped)) return ''
  return `; before: ${before.passed} passed${before.skipped > 0 ? `, ${before.skipped} skipped` : ''}`
}
