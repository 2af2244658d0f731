import { expect, test } from 'vitest'
import { parseResult, readResult, writeResult } from '../result.js'
import { result, row } from './samples.js'

const good = () => JSON.parse(JSON.stringify(result([row('sign Ed25519', 'wasm', 30_000)])))

test('what is written can be read', () => {
  const whole = {
    ...result([
      {
        ...row('seal 64 B', 'wasm', 300),
        bytes: 64,
        megabytesPerSecond: 213,
        allocations: 2,
        allocatedBytes: 128,
        reference: [{ report: 'a.txt', platform: 'M2', ns: 615.1 }],
      },
      row('seal 64 B', 'native', 200),
    ]),
    ratios: [{ name: 'a / b', engine: 'wasm', value: 1.5, low: 1.4, high: 1.6, target: 2 }],
    fits: [],
  }
  expect(readResult(writeResult(whole))).toEqual(whole)
  const empty = result([])
  expect(readResult(writeResult(empty))).toEqual(empty)
})

test.each<[string, (file: ReturnType<typeof good>) => unknown, string]>([
  ['no object', () => [1], 'result: expected an object, got [1]'],
  [
    'another schema',
    (file) => ({ ...file, schema: 'x/2' }),
    'result.schema: expected "countersign-bench/1", got "x/2"',
  ],
  ['no rows', ({ rows, ...rest }) => rest, 'result.rows is missing'],
  ['an unknown member', (file) => ({ ...file, extra: 1 }), 'result: no member "extra" is known'],
  ['a bad date', (file) => ({ ...file, date: 'yesterday' }), 'result.date: expected a date'],
  [
    'a text for a number',
    (file) => with_(file, { p50: '3' }),
    'result.rows[0].p50: expected a number, got "3"',
  ],
  ['a time of nothing', (file) => with_(file, { p50: 0 }), 'result.rows[0].p50: 0 is too small'],
  ['a negative margin', (file) => with_(file, { moe: -1 }), 'result.rows[0].moe: -1 is too small'],
  [
    'a unit',
    (file) => with_(file, { unit: 'ms' }),
    'result.rows[0].unit: expected "ns" or "bytes", got "ms"',
  ],
  [
    'a state',
    (file) => with_(file, { state: 'hot' }),
    'result.rows[0].state: expected "warm" or "cold"',
  ],
  [
    'a long name',
    (file) => with_(file, { case: 'x'.repeat(301) }),
    'result.rows[0].case: a text of 301 is over 300',
  ],
  [
    'a stray member',
    (file) => with_(file, { html: '<b>' }),
    'result.rows[0]: no member "html" is known',
  ],
  [
    'falling percentiles',
    (file) => with_(file, { p99: 1 }),
    'result.rows[0]: its percentiles do not rise',
  ],
  ['a median outside', (file) => with_(file, { low: 40_000 }), 'result.rows[0]: p50 is outside'],
  [
    'a row twice',
    (file) => ({ ...file, rows: [file.rows[0], file.rows[0]] }),
    'result.rows[1]: a second row',
  ],
  [
    'a reference',
    (file) => with_(file, { reference: [{ report: 'x' }] }),
    'reference[0].platform is missing',
  ],
  [
    'a deep environment',
    (file) => ({ ...file, environment: { ...file.environment, a: { b: { c: 1 } } } }),
    'result.environment.a.b',
  ],
  [
    'no platform',
    (file) => ({ ...file, environment: { countersign: '1' } }),
    'result.environment.platform is missing',
  ],
])('%s is refused', (_, change, message) => {
  expect(() => parseResult(change(good()))).toThrow(message)
})

function with_(file: ReturnType<typeof good>, members: object): unknown {
  return { ...file, rows: [{ ...file.rows[0], ...members }] }
}

test('text that is no JSON is refused', () => {
  expect(() => readResult('<html>')).toThrow('no result file')
})

test('a member named __proto__ changes no prototype', () => {
  const text = JSON.stringify(good()).replace('"cores"', '"__proto__":{"polluted":1},"cores"')
  const read = readResult(text)
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  expect(Object.getPrototypeOf(read.environment)).toBe(Object.prototype)
})
