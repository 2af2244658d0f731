/**
 * From samples to the figures of a row.
 *
 * @module
 */

/** Nanoseconds; see `bench/README.md` for each member. */
export type Summary = {
  p50: number
  p75: number
  p95: number
  p99: number
  p999: number
  mean: number
  /** Half the width of the 95 % interval of the mean. */
  moe: number
  samples: number
  opsPerSecond: number
}

/** Two-sided 95 % quantile of the normal distribution; rounds give hundreds of samples. */
const Z95 = 1.96

/** Summarises `samples`, in nanoseconds for one operation, in any order. */
export function summarise(samples: readonly number[]): Summary {
  const sorted = Float64Array.from(samples).sort()
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
  const mean = sorted.reduce((sum, value) => sum + value, 0) / sorted.length
  const variance =
    sorted.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, sorted.length - 1)
  return {
    p50: at(0.5),
    p75: at(0.75),
    p95: at(0.95),
    p99: at(0.99),
    p999: at(0.999),
    mean,
    moe: Z95 * Math.sqrt(variance / sorted.length),
    samples: sorted.length,
    opsPerSecond: 1e9 / at(0.5),
  }
}
