/**
 * The result of a run, from its rows. Runs in Node and in browsers.
 *
 * @module
 */

import { fitsOf } from './fits.js'
import { ratiosOf } from './ratios.js'
import { type Environment, type Result, type Row, schema } from './result.js'
import type { Options } from './rounds.js'

/** Rounds of a run whose figures may be published. */
export const fullRounds = 25

/** What is known of a run besides its rows. */
export type About = {
  environment: Environment
  /** Why engines and peers did not start, by name. */
  missing: ReadonlyMap<string, string>
  /** A line for each case that failed. */
  failed: readonly string[]
  options: Pick<Options, 'rounds' | 'milliseconds'>
  /** When it ended. Default: now. */
  date?: string
}

/** The result file of `rows`. */
export function resultOf(
  rows: readonly Row[],
  { environment, missing, failed, options: { rounds, milliseconds }, date }: About,
): Result {
  return {
    schema,
    date: date ?? new Date().toISOString(),
    environment: {
      ...environment,
      ...(missing.size > 0 && { missing: Object.fromEntries(missing) }),
      ...(failed.length > 0 && { failed: [...failed] }),
    },
    settings: { quick: rounds < fullRounds, rounds, milliseconds },
    rows,
    ratios: ratiosOf(rows),
    fits: fitsOf(rows),
  }
}
