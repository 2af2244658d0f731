/**
 * The statistics of the timing check, on figures that are known, and the check itself on a large leak.
 */

import { expect, test as it } from 'vitest'
import { random } from '../test/samples.js'
import { measure, plant } from './measure.js'
import { judge, type Line, table } from './report.js'
import { moments, test, verdict, welch } from './statistics.js'

/** About normal, of the mean `mean` and the variance `deviation` squared, with one interruption in a hundred. */
function durations(seed: number, count: number, mean: number, deviation: number): number[] {
  const next = random(seed)
  return Array.from({ length: count }, () => {
    const sum = Array.from({ length: 12 }, next).reduce((total, value) => total + value, -6)
    return mean + deviation * sum + (next() < 0.01 ? 1e6 * next() : 0)
  })
}

it('moments of known values', () => {
  expect(moments([2, 4, 4, 4, 5, 5, 7, 9])).toEqual({ n: 8, mean: 5, variance: 32 / 7 })
  expect(moments([1, 2, 3, 100], 3)).toEqual({ n: 3, mean: 2, variance: 1 })
})

// By hand: (3 - 5) / sqrt(2.5/5 + 10/5) = -2 / sqrt(2.5).
it('Welch t of known values', () => {
  expect(welch(moments([1, 2, 3, 4, 5]), moments([1, 3, 5, 7, 9]))).toBeCloseTo(-1.264911, 6)
  expect(welch(moments([1]), moments([2, 3]))).toBeCloseTo(0)
  expect(welch(moments([1, 1]), moments([1, 1]))).toBe(0)
})

it('two classes of one distribution are alike', () => {
  const timed = { fixed: durations(1, 20_000, 3e4, 800), random: durations(2, 20_000, 3e4, 800) }
  const finding = test(timed)
  expect(Math.abs(finding.t)).toBeLessThan(4.5)
  expect(finding.samples).toBe(40_000)
  expect(finding.mean).toBeGreaterThan(2.9e4)
  expect(verdict(finding)).toBe('none seen')
})

it('a difference that the tail hides is seen when the tail is cropped', () => {
  const timed = { fixed: durations(3, 20_000, 3e4, 800), random: durations(4, 20_000, 30_150, 800) }
  expect(Math.abs(welch(moments(timed.fixed), moments(timed.random)))).toBeLessThan(10)
  const finding = test(timed)
  expect(finding.t).toBeLessThan(-10)
  expect(finding.seen).toBeLessThan(150)
  expect(verdict(finding)).toBe('leaks')
})

it.each([
  [3, 20_000, 'none seen'],
  [-6, 20_000, 'unclear'],
  [-10.5, 20_000, 'leaks'],
  [3, 2_000, 'few'],
  [30, 2_000, 'leaks'],
])('t = %f of %i samples is: %s', (t, samples, says) => {
  expect(verdict({ t, samples })).toBe(says)
})

/** Work in proportion to the bits that are set, some hundred times of what the control plants. */
const large = (fixed: boolean) => {
  const secret = new Uint8Array(2_048).fill(fixed ? 0 : 255)
  return { run: () => plant(secret) }
}

it('a large planted leak is found, and its absence is', () => {
  expect(verdict(test(measure(large, 2_000)))).toBe('leaks')
  expect(verdict(test(measure(() => large(true), 2_000)))).toBe('few')
})

const line = (name: string, t: number, control?: Line['control']): Line => ({
  engine: 'wasm',
  name,
  t,
  samples: 50_000,
  mean: 4e4,
  seen: 90,
  ...(control && { control }),
})
const controls = [line('planted', 40, 'planted'), line('same', 1, 'same')]

it('a run without a control that holds says nothing', () => {
  expect(judge([line('sign', 1)]).code).toBe(2)
  expect(
    judge([line('planted', 5, 'planted'), line('same', 1, 'same'), line('sign', 1)]).code,
  ).toBe(2)
  expect(judge([line('planted', 40, 'planted'), line('same', 11, 'same')]).code).toBe(2)
  expect(judge([]).code).toBe(2)
})

it('a leak ends with 1, a doubt is named, and neither is a good run', () => {
  expect(judge([...controls, line('sign', -12)])).toMatchObject({
    code: 1,
    says: expect.stringContaining('wasm, sign'),
  })
  expect(judge([...controls, line('sign', 6)])).toMatchObject({
    code: 0,
    says: expect.stringContaining('wasm, sign'),
  })
  const good = judge([...controls, line('sign', 2)])
  expect(good).toEqual({ code: 0, says: 'no leak is seen, and the planted one is found' })
})

it('the table names controls that fail', () => {
  const text = table([...controls, line('other', 4, 'planted')])
  expect(text.match(/as it must be/g)).toHaveLength(3)
  expect(text).toContain('NOT as it must be')
})
