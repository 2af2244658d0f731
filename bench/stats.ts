/**
 * From samples to the figures of a row.
 *
 * Samples come in rounds. Those of one round have the same neighbours, temperature and garbage, so
 * they are no independent draws: both margins here are over rounds, and a thousand samples more in
 * one round do not narrow them. Runs in Node and in browsers.
 *
 * @module
 */

/** Nanoseconds for one operation; see `bench/README.md` for each member. */
export type Summary = {
  p50: number
  p75: number
  p95: number
  p99: number
  p999: number
  /** 95 % interval of the median, from the medians of the rounds. */
  low: number
  high: number
  mean: number
  /** Half the width of the 95 % interval of the mean, from the means of the rounds. */
  moe: number
  samples: number
  rounds: number
  /** From the median. */
  opsPerSecond: number
}

/** A figure with its 95 % interval. */
export type Interval = { value: number; low: number; high: number }

/**
 * Summarises samples, in nanoseconds for one operation, in any order within a round.
 *
 * A single round says nothing about other rounds, so each of its samples counts as a round.
 */
export function summarise(rounds: readonly (readonly number[])[]): Summary {
  const filled = rounds.filter((round) => round.length > 0)
  const clusters = filled.length === 1 ? (filled[0] ?? []).map((sample) => [sample]) : filled
  const sorted = Float64Array.from(filled.flat()).sort()
  if (sorted.length === 0) throw new Error('there are no samples')
  const p50 = quantile(sorted, 0.5)
  const { low, high } = medianInterval(clusters.map((round) => median(round)))
  return {
    p50,
    p75: quantile(sorted, 0.75),
    p95: quantile(sorted, 0.95),
    p99: quantile(sorted, 0.99),
    p999: quantile(sorted, 0.999),
    // The median of all samples weighs long rounds more than the medians of the rounds do.
    low: Math.min(low, p50),
    high: Math.max(high, p50),
    ...clusteredMean(clusters),
    samples: sorted.length,
    rounds: filled.length,
    opsPerSecond: 1e9 / p50,
  }
}

/** The `share` quantile of ascending values, between neighbours by straight line. */
export function quantile(sorted: ArrayLike<number>, share: number): number {
  const place = share * (sorted.length - 1)
  const [below, above] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]]
  if (below === undefined || above === undefined) return Number.NaN
  return below + (above - below) * (place - Math.floor(place))
}

function median(values: readonly number[]): number {
  return quantile(Float64Array.from(values).sort(), 0.5)
}

/**
 * The mean of all samples, with the error of a ratio estimate over clusters (Cochran, Sampling
 * Techniques, 3rd edition, formula 9.28 without the correction for a finite population).
 */
function clusteredMean(rounds: readonly (readonly number[])[]): { mean: number; moe: number } {
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  const total = sum(rounds.map((round) => round.length))
  const mean = sum(rounds.map(sum)) / total
  const k = rounds.length
  if (k < 2) return { mean, moe: 0 }
  const squares = sum(rounds.map((round) => (sum(round) - mean * round.length) ** 2))
  const error = Math.sqrt((k / (k - 1)) * squares) / total
  return { mean, moe: student95(k - 1) * error }
}

/**
 * An interval of the median by ranks, which assumes no shape of the distribution.
 *
 * The ranks are the narrowest that cover 95 %. Below 6 values not even the least and the greatest
 * cover so much (5 cover 93.75 %); they are then given.
 */
export function medianInterval(values: readonly number[]): { low: number; high: number } {
  const sorted = Float64Array.from(values).sort()
  const k = sorted.length
  // P(fewer than `rank` of k values lie below the median) = sum of C(k, i) / 2^k for i < rank. In logarithms,
  // as 2^-k is zero in a double from 1075 values on, and a sum that starts at zero would never end.
  let [rank, term] = [0, -k * Math.LN2]
  let tail = Math.exp(term)
  while (tail <= 0.025) {
    rank += 1
    term += Math.log((k - rank + 1) / rank)
    tail += Math.exp(term)
  }
  const position = Math.max(0, rank - 1)
  return { low: sorted[position] ?? Number.NaN, high: sorted[k - 1 - position] ?? Number.NaN }
}

/** Exact for few degrees of freedom, where the series below is not. */
const studentSmall = [12.7062, 4.3027, 3.1824, 2.7764, 2.5706]

/** Two-sided 95 % quantile of Student's t (series: Abramowitz and Stegun 26.7.5). */
export function student95(freedom: number): number {
  const small = studentSmall[freedom - 1]
  if (small !== undefined) return small
  const z = 1.959964
  const first = (z ** 3 + z) / 4
  const second = (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96
  const third = (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384
  return z + first / freedom + second / freedom ** 2 + third / freedom ** 3
}

/** What a ratio of medians needs of a row. */
export type Median = Pick<Summary, 'p50' | 'low' | 'high'>

/**
 * `of` in terms of `by`, with the interval that the intervals of both medians give together.
 *
 * The distances to the bounds add as squares, on the scale of logarithms, each side by itself (the
 * method of variance estimates recovery: Zou and Donner, Statistics in Medicine 27, 2008). It takes
 * the two as independent; within one run they share noise, and the interval is then wider than need be.
 */
export function ratioOf(of: Median, by: Median): Interval {
  const value = of.p50 / by.p50
  const down = Math.hypot(Math.log(of.p50 / of.low), Math.log(by.high / by.p50))
  const up = Math.hypot(Math.log(of.high / of.p50), Math.log(by.p50 / by.low))
  return { value, low: value * Math.exp(-down), high: value * Math.exp(up) }
}

/**
 * The geometric mean of `ratios`, with the interval that theirs give together: as for {@link ratioOf}, and with its
 * caution. The interval is of the noise in these ratios; another choice of cases has another mean.
 */
export function geometricMean(ratios: readonly Interval[]): Interval {
  if (ratios.length === 0) throw new Error('there are no ratios')
  const sum = ratios.reduce((total, { value }) => total + Math.log(value), 0)
  const value = Math.exp(sum / ratios.length)
  const down = Math.hypot(...ratios.map((ratio) => Math.log(ratio.value / ratio.low)))
  const up = Math.hypot(...ratios.map((ratio) => Math.log(ratio.high / ratio.value)))
  return {
    value,
    low: value * Math.exp(-down / ratios.length),
    high: value * Math.exp(up / ratios.length),
  }
}
