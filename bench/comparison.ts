/**
 * A comparison of two result files as text, and whether it is a failure.
 *
 * @module
 */

import {
  type Comparison,
  compareResults,
  type Difference,
  lostEngines,
  machineFaults,
  regressions,
  versionChanges,
} from './difference.js'
import { figureOf, times } from './format.js'
import type { Result } from './result.js'
import { aligned, printable } from './text.js'

export type ComparisonOptions = {
  /** How many times slower is a failure. */
  threshold: number
  /** Compares files of different machines all the same. */
  otherMachine: boolean
  /** Whether the screen shows colours; the text says the same without. */
  colour: boolean
}

/** The text, and whether an engine of this package is gone, or slower than the threshold. Throws where there is nothing to compare. */
export function comparisonText(
  before: Result,
  after: Result,
  options: ComparisonOptions,
): { text: string; failed: boolean } {
  const faults = machineFaults(before, after).map((fault) => `  ${printable(fault)}`)
  if (faults.length > 0 && !options.otherMachine)
    throw new Error(
      `the files are of different machines, so a difference would be of the machines, not of the code:\n${faults.join('\n')}\n--other-machine compares them all the same`,
    )
  const comparison = compareResults(before, after)
  if (comparison.differences.length === 0)
    throw new Error('the files have no case in common, on the same engine')
  const slow = regressions(comparison, options.threshold)
  const text = [
    ...(faults.length > 0
      ? ['different machines: differences are of the machines too', ...faults]
      : []),
    ...versionChanges(before, after).map(printable),
    ...lines(comparison, new Set(slow), options.colour),
    ...summary(comparison, slow.length, options.threshold),
  ]
  return { text: text.join('\n'), failed: slow.length > 0 || lostEngines(comparison).length > 0 }
}

/** The rows that differ significantly, the worst first. */
function lines(
  { differences }: Comparison,
  slow: ReadonlySet<Difference>,
  colour: boolean,
): string[] {
  const marked = differences
    .filter(({ verdict }) => verdict !== 'same')
    .sort((a, b) => b.ratio.value - a.ratio.value)
  if (marked.length === 0) return ['no significant difference']
  const head = ['case', 'engine', 'before', 'after', 'ratio', '95 % interval', '']
  const [title = '', ...rest] = aligned([
    head,
    ...marked.map((difference) => cells(difference, slow.has(difference))),
  ])
  return [title, ...rest.map((line, index) => (colour ? coloured(line, marked[index]) : line))]
}

function cells({ before, after, ratio, verdict }: Difference, failed: boolean): string[] {
  return [
    printable(after.case),
    printable(after.state === 'cold' ? `${after.engine}, cold` : after.engine),
    figureOf(before),
    figureOf(after),
    times(ratio.value),
    `${times(ratio.low)} to ${times(ratio.high)}`,
    failed ? `${verdict} !` : verdict,
  ]
}

/** Red or green; the last column says the same, and `!` marks what fails. */
function coloured(line: string, difference: Difference | undefined): string {
  return `\x1b[${difference?.verdict === 'slower' ? 31 : 32}m${line}\x1b[0m`
}

function summary(comparison: Comparison, slow: number, threshold: number): string[] {
  const { differences, onlyBefore, onlyAfter } = comparison
  const count = (verdict: Difference['verdict']) =>
    differences.filter((difference) => difference.verdict === verdict).length
  return [
    `${differences.length} rows in both: ${count('slower')} slower, ${count('faster')} faster, ${count('same')} without a significant difference`,
    `only before: ${onlyBefore.length}, only after: ${onlyAfter.length}`,
    ...lostEngines(comparison).map((name) => `${name} has no row any more !`),
    `${slow} of this package's engines slower than ${threshold}x`,
  ]
}
