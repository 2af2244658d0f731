/**
 * Do two classes of secrets take the same time? Welch's t test over cropped samples, as dudect does it
 * (Reparaz, Balasch, Verbauwhede: Dude, is my code constant time?, DATE 2017).
 *
 * Interruptions make a long tail on the right that hides small differences, so the test is repeated on the samples below
 * several quantiles of both classes together, and the greatest |t| counts.
 *
 * @module
 */

/** Durations of each class, in nanoseconds, in the order in which they were taken. */
export type Timed = { readonly fixed: readonly number[]; readonly random: readonly number[] }

/** Of one class. */
export type Moments = { readonly n: number; readonly mean: number; readonly variance: number }

/** What the test says of one operation. */
export type Finding = {
  /** Of the crop with the greatest |t|. Above zero: the fixed class is slower. */
  readonly t: number
  /** Samples of both classes, before any crop. */
  readonly samples: number
  /** Mean of both classes in nanoseconds, of the quicker nine tenths. */
  readonly mean: number
  /** The difference of the means, in nanoseconds, from which on |t| is over the threshold, at the finest crop. */
  readonly seen: number
}

/** `few`: too few samples to say anything. */
export type Verdict = 'leaks' | 'unclear' | 'none seen' | 'few'

/**
 * |t| over this is a leak. One t test of independent samples has 4.5 by chance once in 150,000 times; here are ten
 * crops, neighbours in time are alike, and caches and branch predictors know the fixed class, so dudect's own
 * bound for a likely leak stands: 10. A true difference passes every bound with more samples.
 */
export const THRESHOLD = 10

/** Between this and {@link THRESHOLD} nothing is said, and more samples are asked for. */
export const DOUBT = 4.5

/** Samples of both classes below which there is no verdict (dudect has the same bound). */
export const ENOUGH = 10_000

/** The share of samples that each crop keeps. */
const crops = [1, 0.999, 0.99, 0.95, 0.9, 0.8, 0.65, 0.5, 0.35, 0.2] as const
/** The crop that figures of duration come from. */
const typical = 0.9

/** Tests one operation. */
export function test(timed: Timed): Finding {
  const sorted = Float64Array.from([...timed.fixed, ...timed.random]).sort()
  const cropped = crops.map((share) => cut(timed, sorted, share))
  const all = cropped.map(([fixed, random]) => welch(fixed, random))
  const greatest = all.reduce((most, t) => (Math.abs(t) > Math.abs(most) ? t : most), 0)
  const [fixed, random] = cut(timed, sorted, typical)
  return {
    t: greatest,
    samples: sorted.length,
    mean: (fixed.mean * fixed.n + random.mean * random.n) / (fixed.n + random.n),
    seen: THRESHOLD * Math.min(...cropped.map(([fixed, random]) => errorOf(fixed, random))),
  }
}

/** Both classes below the `share` quantile of all samples. */
function cut({ fixed, random }: Timed, sorted: Float64Array, share: number): [Moments, Moments] {
  const limit = sorted[Math.ceil(share * sorted.length) - 1] ?? 0
  return [moments(fixed, limit), moments(random, limit)]
}

/** Mean and variance of the values up to `limit` (Welford, Technometrics 4, 1962). */
export function moments(
  values: readonly number[],
  limit: number = Number.POSITIVE_INFINITY,
): Moments {
  let [n, mean, squares] = [0, 0, 0]
  for (const value of values) {
    if (value > limit) continue
    n += 1
    const before = value - mean
    mean += before / n
    squares += before * (value - mean)
  }
  return { n, mean, variance: n > 1 ? squares / (n - 1) : Number.NaN }
}

/** Welch's t; 0 where a class has too few values, or none differs. */
export function welch(a: Moments, b: Moments): number {
  const t = (a.mean - b.mean) / errorOf(a, b)
  return Number.isNaN(t) ? 0 : t
}

/** Standard error of the difference of two means. */
function errorOf(a: Moments, b: Moments): number {
  const error = Math.sqrt(a.variance / a.n + b.variance / b.n)
  return Number.isNaN(error) ? Number.POSITIVE_INFINITY : error
}

/** What a finding means. A leak that is seen in few samples is a leak. */
export function verdict({ t, samples }: Pick<Finding, 't' | 'samples'>): Verdict {
  if (Math.abs(t) > THRESHOLD) return 'leaks'
  if (samples < ENOUGH) return 'few'
  return Math.abs(t) > DOUBT ? 'unclear' : 'none seen'
}
