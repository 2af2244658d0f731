import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { describe, expect, test } from 'vitest'

import { documents, filesOf, resultsOf } from '../documents.js'
import { headline } from '../headline.js'
import { withLatencies } from '../latency.js'
import { labelResults } from '../report/label.js'
import { cases } from '../suites/index.js'
import { missedIn } from '../targetsDocument.js'
import { result, row } from './samples.js'

const url = (path: string) => new URL(path, import.meta.url)
const marks =
  'before\n<!-- bench: written by `npm run readme` -->\nold\n<!-- bench: end -->\nafter\n'
const whole = (names: readonly string[]) =>
  labelResults([
    {
      result: result(
        names.flatMap((name) => [
          row(name, 'native', 100),
          row(name, 'wasm-fma', 120),
          row(name, 'jose', 480),
        ]),
      ),
    },
  ])

test('the cases that stand for the whole are cases', () => {
  const names = new Set(cases.map(({ name }) => name))
  expect(headline.filter((name) => !names.has(name))).toEqual([])
})

test('the table stands between the marks, and again when written twice', () => {
  const once = withLatencies(marks, whole(headline))
  expect(once.startsWith('before\n<!--')).toBe(true)
  expect(once.endsWith('<!-- bench: end -->\nafter\n')).toBe(true)
  expect(once).toContain(
    '| sign Ed25519 | 100 ns | 120 ns | n/a | 1.20x | 480 ns jose | 0.25x | - |',
  )
  // Others hold it ready in a row of their own, which does not stand beside this one.
  expect(once).toContain('| verify Ed25519, key read in each call | 100 ns |')
  expect(once).not.toContain('old')
  expect(withLatencies(once, whole(headline))).toBe(once)
})

test('a part of a run, or a text without marks, is refused', () => {
  expect(() => withLatencies(marks, whole(headline.slice(1)))).toThrow('no "generate Ed25519"')
  expect(() => withLatencies('nothing', whole(headline))).toThrow('there are no lines')
})

describe('the committed results', () => {
  const root = fileURLToPath(url('../..'))

  test.each(documents)('stand in $path', (document) => {
    const files = filesOf(document, root)
    expect(files.length).toBeGreaterThan(0)
    const text = readFileSync(join(root, document.path), 'utf8')
    expect(document.write(text, resultsOf(files))).toBe(text)
  })

  test('miss no target without a reason', () => {
    const text = readFileSync(join(root, 'bench/TARGETS.md'), 'utf8')
    const reasons = text.slice(0, text.indexOf('<!-- bench'))
    const results = documents.flatMap((document) => resultsOf(filesOf(document, root)))
    expect(missedIn(results).filter((name) => !reasons.includes(`\`${name}\``))).toEqual([])
  })
})
