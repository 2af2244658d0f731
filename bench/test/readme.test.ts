import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { headline } from '../headline.js'
import { withLatencies } from '../latency.js'
import { labelled } from '../report/label.js'
import { readResult } from '../result.js'
import { cases } from '../suites/index.js'
import { result, row } from './samples.js'

const url = (path: string) => new URL(path, import.meta.url)
const marks =
  'before\n<!-- bench: written by `npm run readme` -->\nold\n<!-- bench: end -->\nafter\n'
const whole = (names: readonly string[]) =>
  labelled([
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

test('README has the table of the committed results', () => {
  const folder = url('../results/')
  const files = existsSync(folder)
    ? readdirSync(folder).filter((name) => name.endsWith('.json'))
    : []
  if (files.length === 0) return
  const results = files.sort().map((name) => ({
    result: readResult(readFileSync(url(`../results/${name}`), 'utf8')),
  }))
  const readme = readFileSync(url('../../README.md'), 'utf8')
  expect(withLatencies(readme, labelled(results))).toBe(readme)
})
