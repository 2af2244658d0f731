/**
 * How to read a report, said in it.
 *
 * @module
 */

import type { Named } from '../plots/series.js'

/** One sentence or two for each thing that a reader must know. */
export function notes(results: readonly Named[]): string[] {
  return [
    'Times are medians. ± is how far the 95 % interval of the median reaches; it comes from the medians of the rounds, as samples of one round are alike.',
    'Ratios within one run are what holds elsewhere too: the engines took turns in every round. Absolute times depend on the machine and on what else it did.',
    'fma/native is wasm-fma in terms of native; fma/peer in terms of the fastest other package that does the same job. Under 1x is faster.',
    '* marks percentiles of batch means: the call is too short for the clock, so single slow calls do not show.',
    '"Stated elsewhere" is what a report printed for its own machine. Use it as a rough guide: it comes from another machine.',
    ...(results.length > 1
      ? ['Machines stand side by side; a difference between them is of the machines.']
      : []),
    ...(results.some(({ result }) => result.settings.quick)
      ? ['A quick run is among these: its figures are for a look, not for a claim.']
      : []),
  ]
}
