// What the Rust tests of the core expect, read from their source: each function's codes, and how often it asks
// whether something was refused or accepted at all, or asserts that something does not hold (`false`). That they expect what the core does is for `cargo test` to say.

import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

import { root } from '../setup/shell.mjs'

const core = join(root, 'rust/core')

/** Each test file with its functions and their words. */
export function rustVerdicts() {
  const codes = codesByVariant()
  const files = ['tests', 'src'].flatMap((folder) => rustFiles(join(core, folder)))
  return files.map((file) => {
    const path = relative(core, file).split(sep).join('/')
    return [path, expected(testsOf(readFileSync(file, 'utf8'), path), codes)]
  })
}

/** Name of each `Error` to its code, from the tables of the features. */
export function codesByVariant() {
  const folder = join(core, 'src/error')
  const tables = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
  return Object.fromEntries(tables.flatMap(rowsOf))
}

/** The names of one table with their codes. */
export function rowsOf(source) {
  const rows = source.matchAll(/^ {4}(\w+)(?:\([^)]*\))?\s*= "(ERR_\w+)"/gm)
  return [...rows].map(([, name, code]) => [name, code])
}

/** Function to what it expects. What stands outside of functions, as tables do, is under the name before it. */
export function expected(source, codes) {
  return items(withoutComments(source)).map(({ name, body }) => [name, wordsOf(body, codes)])
}

function wordsOf(body, codes) {
  const named = [...body.matchAll(/\bERR_[A-Z0-9_]+\b/g)].map(([code]) => code)
  const variants = [...body.matchAll(/\bError::([A-Z]\w*)/g)]
    .map(([, variant]) => codes[variant])
    .filter(Boolean)
  const asked = [...body.matchAll(/\.(is_err|is_ok)\(/g)].map(([, ask]) => ask)
  const denied = [...body.matchAll(/\bassert!\(\s*!/g)].map(() => 'false')
  return [...named, ...variants, ...asked, ...denied]
}

/** A file cut at each item of its own level, or one level in, as in `mod` and `proptest!`. */
function items(source) {
  const starts = [
    ...source.matchAll(
      /^(?: {4})?(?:pub(?:\([^)]*\))? )?(?:const )?(?:fn|const|static|macro_rules!) (\w+)/gm,
    ),
  ]
  return starts.map((start, at) => ({
    name: start[1],
    body: source.slice(start.index, starts[at + 1]?.index),
  }))
}

function withoutComments(source) {
  return source.replace(/^\s*\/\/.*$/gm, '')
}

/** In `src` only the modules of tests count. */
function testsOf(source, path) {
  if (path.startsWith('tests/')) return source
  const at = source.search(/^#\[cfg\(test\)\]\nmod tests \{/m)
  return at < 0 ? '' : source.slice(at)
}

function rustFiles(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.rs'))
    .sort()
    .map((path) => join(folder, path))
}
