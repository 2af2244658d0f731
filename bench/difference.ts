/**
 * Two result files, row by row: what became slower or faster beyond its margin.
 *
 * Runs in Node and in browsers.
 *
 * @module
 */

import { type Environment, isEngine, type Result, type Row } from './result.js'
import { type Interval, ratioOf } from './stats.js'

/** One case on one engine in both files. */
export type Difference = {
  before: Row
  after: Row
  /** After in terms of before: over 1 is slower. */
  ratio: Interval
  /** `same`: the interval of the ratio holds 1. */
  verdict: 'slower' | 'faster' | 'same'
}

export type Comparison = {
  differences: Difference[]
  /** Rows that only one file has. */
  onlyBefore: Row[]
  onlyAfter: Row[]
}

/** Pairs the rows by case, engine and state. */
export function compareResults(before: Result, after: Result): Comparison {
  const key = (row: Row) => JSON.stringify([row.case, row.engine, row.state, row.unit])
  const old = new Map(before.rows.map((row) => [key(row), row]))
  const fresh = new Map(after.rows.map((row) => [key(row), row]))
  return {
    differences: after.rows.flatMap((row) => {
      const match = old.get(key(row))
      return match ? [difference(match, row)] : []
    }),
    onlyBefore: before.rows.filter((row) => !fresh.has(key(row))),
    onlyAfter: after.rows.filter((row) => !old.has(key(row))),
  }
}

function difference(before: Row, after: Row): Difference {
  const ratio = ratioOf(after, before)
  const verdict = ratio.low > 1 ? 'slower' : ratio.high < 1 ? 'faster' : 'same'
  return { before, after, ratio, verdict }
}

/** Engines of this package that the file before has, and the one after has in no row. */
export function lostEngines({ differences, onlyBefore, onlyAfter }: Comparison): string[] {
  const there = new Set([...differences.map(({ after }) => after), ...onlyAfter].map(engineOf))
  return [...new Set(onlyBefore.map(engineOf))].filter((name) => isEngine(name) && !there.has(name))
}

function engineOf({ engine }: Row): string {
  return engine
}

/** Rows of this package's engines that are significantly slower, by more than `threshold` times. */
export function regressions(comparison: Comparison, threshold: number): Difference[] {
  return comparison.differences.filter(
    ({ after, ratio, verdict }) =>
      verdict === 'slower' && ratio.value > threshold && isEngine(after.engine),
  )
}

/** What makes a machine, as far as a file tells. */
const machine = ['cpu', 'cores', 'memoryBytes', 'platform', 'userAgent'] as const
/** What may change between two runs of one machine, and then explains a difference. */
const versions = ['node', 'v8', 'countersign', 'commit'] as const

/** Why the two files are of different machines; empty if they are of one. */
export function machineFaults(before: Result, after: Result): string[] {
  return changes(machine, before.environment, after.environment)
}

/** What else differs between the runs. */
export function versionChanges(before: Result, after: Result): string[] {
  const settings = (result: Result) =>
    `${result.settings.rounds} rounds of ${result.settings.milliseconds} ms`
  return [
    ...changes(versions, before.environment, after.environment),
    ...(settings(before) === settings(after)
      ? []
      : [`run: ${settings(before)}, then ${settings(after)}`]),
  ]
}

function changes(names: readonly string[], before: Environment, after: Environment): string[] {
  return names
    .filter((name) => before[name] !== after[name])
    .map((name) => `${name}: ${String(before[name])}, then ${String(after[name])}`)
}
