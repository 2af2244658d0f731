/**
 * How far a long call is, from how long it should take.
 *
 * A worker that computes cannot tell: its thread is busy. So this is an estimate, by the clock.
 *
 * @module
 */

import * as check from '../check.js'
import { type Fields, shape, withDefault } from '../shape.js'

/** How often there is news, in milliseconds. */
const defaultInterval = 100

/** What is said until the work is done, however long that takes. */
const almost = 0.99

/**
 * Reports progress while `work` goes on.
 *
 * @example
 * ```ts
 * const expected = await remote.Identity.estimateUnlock(file)
 * const key = await withProgress(remote.Identity.unlock(file, { passphrase }), {
 *   expected,
 *   report: (part) => { bar.value = part },
 * })
 * ```
 *
 * @returns What `work` gives.
 */
export async function withProgress<T>(work: Promise<T>, options: withProgress.Options): Promise<T> {
  const { expected, report: callback, interval } = readOptions(options)
  const report = callback as withProgress.Options['report']
  const start = performance.now()
  const timer = setInterval(() => {
    report(Math.min((performance.now() - start) / expected, almost))
  }, interval)
  try {
    report(0)
    const value = await work
    report(1)
    return value
  } finally {
    clearInterval(timer)
  }
}

const readOptions = shape({
  expected: (value, name) => {
    if (typeof value !== 'number' || !(value > 0))
      throw check.wrong(name, 'a number above zero', value)
    return value
  },
  report: check.callable,
  interval: withDefault(check.within(1), defaultInterval),
} satisfies Fields<withProgress.Options>)

export declare namespace withProgress {
  type Options = {
    /** How long it should take, in milliseconds: `Identity.estimate` or `Identity.estimateUnlock`. */
    readonly expected: number
    /** Gets the part that should be done: 0 at first, at most 0.99 meanwhile, 1 at the end. */
    readonly report: (part: number) => void
    /** Milliseconds between reports. Default: 100. */
    readonly interval?: number
  }
}
