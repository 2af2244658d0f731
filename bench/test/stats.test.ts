import { expect, test } from 'vitest'
import { geometricMean, medianInterval, quantile, ratioOf, student95, summarise } from '../stats.js'
import { random } from './samples.js'

test('quantiles lie between neighbours', () => {
  const sorted = Float64Array.from([1, 2, 3, 4])
  expect([0, 0.5, 1].map((share) => quantile(sorted, share))).toEqual([1, 2.5, 4])
  expect(quantile(Float64Array.from([7]), 0.999)).toBe(7)
})

test.each([
  [1, 12.706],
  [4, 2.776],
  [6, 2.447],
  [9, 2.262],
  [24, 2.064],
  [100, 1.984],
])('Student t of %i degrees is %f', (freedom, table) => {
  expect(student95(freedom)).toBeCloseTo(table, 2)
})

// Ranks of the sign interval: Hollander, Wolfe and Chicken, Nonparametric Statistical Methods, table A.2.
test.each([
  [5, 1, 5],
  [6, 1, 6],
  [9, 2, 8],
  [15, 4, 12],
  [25, 8, 18],
])('of %i medians, the interval goes from rank %i to rank %i', (count, first, last) => {
  const values = Array.from({ length: count }, (_, index) => count - index)
  expect(medianInterval(values)).toEqual({ low: first, high: last })
})

test('a summary of known samples', () => {
  const summary = summarise([
    [10, 30],
    [20, 40],
    [60, 20],
  ])
  expect(summary).toMatchObject({
    p50: 25,
    p75: 37.5,
    mean: 30,
    samples: 6,
    rounds: 3,
    low: 20,
    high: 40,
  })
  // Means of the rounds 20, 30, 40: their error is 10 / sqrt(3), with 2 degrees of freedom.
  expect(summary.moe).toBeCloseTo((4.3027 * 10) / Math.sqrt(3), 6)
  expect(summary.opsPerSecond).toBe(1e9 / 25)
})

test('equal samples have no margin', () => {
  expect(summarise([[5, 5], [5], [5, 5, 5]])).toMatchObject({
    p50: 5,
    low: 5,
    high: 5,
    mean: 5,
    moe: 0,
  })
})

test('without a sample there is no summary', () => {
  expect(() => summarise([[], []])).toThrow('no samples')
})

test('more samples in a round do not narrow the margin', () => {
  const offsets = [0, 10, -10, 5, -5, 8, -8, 3]
  const rounds = (each: number) =>
    offsets.map((offset) =>
      Array.from({ length: each }, (_, index) => 100 + offset + (index % 2 ? 1 : -1)),
    )
  const [few, many] = [summarise(rounds(10)), summarise(rounds(1_000))]
  expect(many.moe).toBeCloseTo(few.moe, 6)
  expect([many.low, many.high]).toEqual([few.low, few.high])
})

/** Rounds that each have a shift of their own, about a true median and mean of 100. */
function drawn(seed: number): number[][] {
  const next = random(seed)
  const normal = () => Math.sqrt(-2 * Math.log(next() || 1e-12)) * Math.cos(2 * Math.PI * next())
  return Array.from({ length: 25 }, () => {
    const shift = 4 * normal()
    return Array.from({ length: 40 }, () => 100 + shift + normal())
  })
}

test('the intervals of clustered samples hold the truth in about 95 of 100 runs', () => {
  const runs = Array.from({ length: 400 }, (_, seed) => summarise(drawn(seed)))
  const share = (holds: (run: (typeof runs)[number]) => boolean) =>
    runs.filter(holds).length / runs.length
  expect(share(({ mean, moe }) => Math.abs(mean - 100) <= moe)).toBeGreaterThan(0.92)
  expect(share(({ low, high }) => low <= 100 && 100 <= high)).toBeGreaterThan(0.92)
  // And they are no wider than they must be.
  expect(share(({ mean, moe }) => Math.abs(mean - 100) <= moe)).toBeLessThan(0.985)
})

test('a ratio of medians has an interval on both sides', () => {
  const exact = { p50: 30, low: 30, high: 30 }
  expect(ratioOf(exact, { p50: 10, low: 10, high: 10 })).toEqual({ value: 3, low: 3, high: 3 })
  const { value, low, high } = ratioOf(
    { p50: 20, low: 10, high: 40 },
    { p50: 10, low: 10, high: 10 },
  )
  expect([value, low, high].map((each) => Number(each.toFixed(9)))).toEqual([2, 1, 4])
  const both = ratioOf({ p50: 20, low: 10, high: 40 }, { p50: 10, low: 5, high: 20 })
  expect(both.high).toBeCloseTo(2 * 2 ** Math.SQRT2, 9)
  expect(both.low).toBeCloseTo(2 / 2 ** Math.SQRT2, 9)
})

test('the interval of a median ends for any number of values', () => {
  const values = Array.from({ length: 10_000 }, (_, index) => index)
  const { low, high } = medianInterval(values)
  // The normal law says 4999.5 -+ 1.96 * sqrt(10000) / 2.
  expect(low).toBeGreaterThan(4_895)
  expect(low).toBeLessThan(4_905)
  expect(high).toBe(9_999 - low)
})

test('a geometric mean of ratios has the interval of all of them', () => {
  const exact = (value: number) => ({ value, low: value, high: value })
  expect(geometricMean([exact(4)])).toEqual(exact(4))
  const { value, low, high } = geometricMean([exact(0.5), exact(8)])
  expect([value, low, high].map((each) => Number(each.toFixed(9)))).toEqual([2, 2, 2])
  // Four ratios that are each known within a factor of 2: their mean, within the square root of that.
  const four = geometricMean(Array.from({ length: 4 }, () => ({ value: 3, low: 1.5, high: 6 })))
  expect(four.value).toBeCloseTo(3, 9)
  expect(four.high).toBeCloseTo(3 * Math.SQRT2, 9)
  expect(four.low).toBeCloseTo(3 / Math.SQRT2, 9)
  expect(() => geometricMean([])).toThrow('no ratios')
})

test('the interval of a geometric mean holds the truth in about 95 of 100 runs', () => {
  const truths = [0.5, 1.5, 4, 12]
  const runs = Array.from({ length: 300 }, (_, seed) =>
    geometricMean(
      truths.map((truth, index) =>
        ratioOf(
          summarise(drawn(seed * 8 + 2 * index).map((round) => round.map((each) => each * truth))),
          summarise(drawn(seed * 8 + 2 * index + 1)),
        ),
      ),
    ),
  )
  const truth = truths.reduce((product, each) => product * each, 1) ** (1 / truths.length)
  const share = runs.filter(({ low, high }) => low <= truth && truth <= high).length / runs.length
  expect(share).toBeGreaterThan(0.92)
  expect(share).toBeLessThan(1)
})
