// A reporter of vitest that compares what the tests of each file saw with the table, the same on every engine and
// in every browser. `COUNTERSIGN_FREEZE=1` writes the table anew instead, as `npm run freeze` does.

import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { root } from '../setup/shell.mjs'
import { settle } from './settle.mjs'
import { compare, readTable, rowNames, tableOf } from './table.mjs'

const file = join(root, 'ts/verdicts/tests.txt')

/** Where every test runs that can. Other engines leave some out: the addon has no memory of WebAssembly. */
const references = ['wasm', 'browser (chromium)']

/** Tests of what a page has and Node has not, and the other way round: they have rows for each. */
const byHost = ['test/browserKey.test.ts', 'test/identityStore.test.ts']
const inPages = ' (in pages)'

export class VerdictReporter {
  #narrowed = false

  onInit({ config }) {
    // Then a test that did not run says nothing.
    this.#narrowed = config.testNamePattern !== undefined
  }

  onTestRunEnd(modules) {
    if (this.#narrowed) return
    const watched = modules.filter(isWatched)
    for (const engine of new Set(watched.map(({ project }) => project.name))) {
      const files = watched.filter(({ project }) => project.name === engine)
      const run = runOf(files.map((module) => [sectionOf(module), testsOf(module)]))
      const frozen = readTable(file)
      const faults = differences(frozen, run, engine)
      const held = settle({
        file,
        name: `tests, ${engine}`,
        seen: run.seen,
        faults,
        table: () => merged(frozen, run),
      })
      if (!held) process.exitCode = 1
    }
  }
}

/** What a run of files saw, and the rows of tests that were left out or failed. */
export function runOf(files) {
  const cases = files.map(([path, tests]) => [
    path,
    tests.map(({ name, words = [] }) => [name, words]),
  ])
  const omitted = files.flatMap(([path, tests]) => {
    const names = rowNames(tests.map(({ name }) => name))
    return names.filter((_, at) => !tests[at].words).map((name) => `${path} ${name}`)
  })
  return { paths: files.map(([path]) => path), seen: tableOf(cases), omitted: new Set(omitted) }
}

/** Rows that a run changes: of the files that ran, and of files that are there no more. */
export function differences(frozen, { paths, seen, omitted }, engine) {
  const excused = (id) => omitted.has(id) && !references.includes(engine)
  const expected = Object.entries(frozen)
    .filter(([path]) => paths.includes(path) || isGone(path))
    .map(([path, rows]) => [path, keep(rows, (name) => !excused(`${path} ${name}`))])
  return compare(Object.fromEntries(expected), seen)
}

/** The table with what a run saw. Rows of tests that it left out stay. */
export function merged(frozen, { paths, seen, omitted }) {
  const kept = Object.entries(frozen)
    .filter(([path]) => !isGone(path))
    .map(([path, rows]) => [
      path,
      paths.includes(path) ? keep(rows, (name) => omitted.has(`${path} ${name}`)) : rows,
    ])
  const table = Object.fromEntries(kept)
  for (const [path, rows] of Object.entries(seen)) table[path] = { ...table[path], ...rows }
  return table
}

function isWatched({ project }) {
  return project.config.setupFiles.some((path) => path.endsWith('test/setup/verdicts.ts'))
}

function testsOf(module) {
  return [...module.children.allTests()].map((test) => ({
    name: test.fullName,
    words: test.result().state === 'passed' ? test.meta().verdict : undefined,
  }))
}

function sectionOf({ relativeModuleId: path, project }) {
  return byHost.includes(path) && project.config.browser.enabled ? `${path}${inPages}` : path
}

function isGone(section) {
  return !existsSync(join(root, 'ts', section.replace(inPages, '')))
}

function keep(rows, wanted) {
  return Object.fromEntries(Object.entries(rows).filter(([name]) => wanted(name)))
}
