import { expect, test } from 'vitest'
import { tail } from '../format.js'
import { row } from './samples.js'

test.each([
  ['p75', 4, true],
  ['p75', 3, false],
  ['p95', 20, true],
  ['p95', 19, false],
  ['p99', 100, true],
  ['p99', 99, false],
  ['p999', 1000, true],
  ['p999', 999, false],
] as const)('%s of %i samples is known: %s', (name, samples, known) => {
  expect(tail({ ...row('a', 'wasm', 100), samples }, name) === 'n/a').toBe(!known)
})

test('a percentile of batch means is marked', () => {
  const timed = { ...row('a', 'wasm', 100), samples: 1000, ofBatchMeans: true }
  expect(tail(timed, 'p99')).toMatch(/ns\*$/)
})
