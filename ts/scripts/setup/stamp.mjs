// Stamps: what a set-up step was last run on, so that a second run skips it.
//
// A stamp is the SHA-256 of the step's inputs, kept in `.cache/stamps`. Content
// is hashed, not times, because a fresh checkout or a switched branch changes
// every time and nothing else.

import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'

import { cache, root } from './shell.mjs'

const skipped = new Set(['node_modules', 'target', '.git', '.cache'])

/**
 * Runs `work` unless its inputs are those of the last run and its outputs exist.
 *
 * Inputs are files or folders below the top of the repository, or `=text`.
 * Gives whether it ran.
 */
export async function fresh(name, { inputs, outputs }, work) {
  const file = join(cache, 'stamps', name)
  const stamp = digest(inputs)
  const same = existsSync(file) && readFileSync(file, 'utf8') === stamp
  if (same && outputs.every((path) => existsSync(join(root, path)))) return false
  // A step that dies half-way must run again.
  rmSync(file, { force: true })
  await work()
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, stamp)
  return true
}

/** SHA-256 over names and contents of `inputs`, in a fixed order. */
export function digest(inputs) {
  const hash = createHash('sha256')
  for (const input of inputs) {
    if (input.startsWith('=')) hash.update(`${input}\n`)
    else for (const path of files(join(root, input))) absorb(hash, path)
  }
  return hash.digest('hex')
}

function absorb(hash, path) {
  const content = readFileSync(path)
  hash.update(`${relative(root, path)} ${content.length}\n`).update(content)
}

/** Every file at or below `path`, sorted, without build output. */
export function files(path) {
  if (!existsSync(path)) return []
  if (statSync(path).isFile()) return [path]
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => !skipped.has(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => files(join(path, entry.name)))
}
