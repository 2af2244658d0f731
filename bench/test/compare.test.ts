import { expect, test } from 'vitest'
import { comparisonText } from '../comparison.js'
import { compareResults } from '../difference.js'
import { result, row } from './samples.js'

const options = { threshold: 1.1, otherMachine: false, colour: false }
const resultOf = (p50: number, margin?: number) =>
  result([row('sign Ed25519', 'wasm', p50, margin)])
const verdict = (before: number, after: number, margin?: number) =>
  compareResults(resultOf(before, margin), resultOf(after, margin)).differences[0]?.verdict

test.each([
  ['equal', 100, 100, 0.01, 'same', false],
  ['a little slower, within the margins', 100, 101, 0.01, 'same', false],
  ['slower, under the threshold', 100, 105, 0.01, 'slower', false],
  ['slower, over the threshold', 100, 120, 0.01, 'slower', true],
  ['much slower, but too noisy to tell', 100, 140, 0.4, 'same', false],
  ['faster', 100, 60, 0.01, 'faster', false],
] as const)('%s', (_, before, after, margin, expected, failed) => {
  expect(verdict(before, after, margin)).toBe(expected)
  expect(comparisonText(resultOf(before, margin), resultOf(after, margin), options).failed).toBe(
    failed,
  )
})

test('an engine that is gone is a failure; a peer that is gone is not', () => {
  const of = (...engines: string[]) => result(engines.map((name) => row('sign', name, 100)))
  const gone = comparisonText(of('native', 'wasm'), of('wasm'), options)
  expect(gone.failed).toBe(true)
  expect(gone.text).toContain('native has no row any more !')
  expect(comparisonText(of('wasm', 'jose'), of('wasm'), options).failed).toBe(false)
})

test('a peer that is slower is marked, and is no failure of ours', () => {
  const before = result([row('sign Ed25519', '@noble/curves', 100)])
  const after = result([row('sign Ed25519', '@noble/curves', 200)])
  const { text, failed } = comparisonText(before, after, options)
  expect(text).toContain('slower')
  expect(failed).toBe(false)
})

test('the worst comes first, what fails has a mark, and what did not change is only counted', () => {
  const names = ['a', 'b', 'c', 'd']
  const of = (times: readonly number[]) =>
    result(names.map((name, index) => row(name, 'native', 100 * (times[index] ?? 1))))
  const { text } = comparisonText(of([1, 1, 1, 1]), of([1.05, 2, 1, 0.5]), options)
  const lines = text.split('\n')
  expect(lines[1]).toMatch(/^b +native +100 ns +200 ns +2\.00x .*slower !$/)
  expect(lines[2]).toMatch(/^a .*slower$/)
  expect(lines[3]).toMatch(/^d .*faster$/)
  expect(lines[4]).toBe('4 rows in both: 2 slower, 1 faster, 1 without a significant difference')
})

test('colours only where the screen has them', () => {
  const plain = comparisonText(resultOf(100), resultOf(200), options).text
  const colour = comparisonText(resultOf(100), resultOf(200), { ...options, colour: true }).text
  expect(plain).not.toContain('\x1b')
  expect(colour).toContain('\x1b[31m')
  expect(comparisonText(resultOf(200), resultOf(100), { ...options, colour: true }).text).toContain(
    '\x1b[32m',
  )
})

test('cold and warm rows of one name are not mixed up; rows of one file alone are counted', () => {
  const warm = row('load', 'wasm', 100)
  const before = result([
    warm,
    { ...warm, state: 'cold', p50: 900, low: 900, high: 900 },
    row('gone', 'wasm', 5),
  ])
  const after = result([warm, { ...warm, state: 'cold', p50: 900, low: 900, high: 900 }])
  const { text } = comparisonText(before, after, options)
  expect(text).toContain('2 rows in both: 0 slower, 0 faster')
  expect(text).toContain('only before: 1, only after: 0')
})

test('files of different machines are refused, unless that is wanted', () => {
  const other = result(resultOf(200).rows, { cpu: 'Another processor' })
  expect(() => comparisonText(resultOf(100), other, options)).toThrow(
    /different machines.*\n {2}cpu: Test processor, then Another processor\n--other-machine/s,
  )
  const { text, failed } = comparisonText(resultOf(100), other, { ...options, otherMachine: true })
  expect(text).toContain('differences are of the machines too')
  expect(failed).toBe(true)
})

test('another version of Node is said, and compared', () => {
  const { text } = comparisonText(
    resultOf(100),
    result(resultOf(100).rows, { node: 'v26.0.0' }),
    options,
  )
  expect(text).toContain('node: v24.0.0, then v26.0.0')
})

test('files without a common row cannot be compared', () => {
  expect(() => comparisonText(resultOf(1), result([row('else', 'wasm', 1)]), options)).toThrow(
    'no case in common',
  )
})

test('names of a file cannot move the cursor of a terminal', () => {
  const evil = (p50: number) => result([row('a\x1b[2Jb\nc', 'wasm', p50)])
  const { text } = comparisonText(evil(1), evil(2), options)
  expect(text).not.toContain('\x1b')
  expect(text).toContain('a?[2Jb?c')
})
