/**
 * How many times as fast as the fastest other package: of one case, and of the overview as one score.
 *
 * Runs in Node and in browsers.
 *
 * @module
 */

import { groupBy } from './group.js'
import { overview } from './overview.js'
import { bestPeer } from './peerOf.js'
import type { Row } from './result.js'
import { geometricMean, type Interval, ratioOf } from './stats.js'

/** One case on one engine, beside the fastest package that does it. */
export type Speedup = {
  ours: Row
  peer: Row
  /** The time of the peer in terms of ours: over 1 is faster. */
  ratio: Interval
}

/** The geometric mean over cases of the overview. */
export type Score = Interval & {
  engine: string
  /** What it is the mean of. */
  speedups: readonly Speedup[]
  /** Cases of the overview that were timed, with a peer or without one. */
  timed: number
}

/** The engine that stands for a result: what a page would load, of those that ran. */
export function frontEngine(rows: readonly Row[]): string | undefined {
  return ['wasm-fma', 'wasm', 'native'].find((name) => rows.some(({ engine }) => engine === name))
}

/** Every case that `engine` and a peer did, in the order of the rows. */
export function speedupsOf(rows: readonly Row[], engine: string): Speedup[] {
  return [...groupBy(rows, (row) => row.case).values()].flatMap((of) => {
    const ours = of.find(
      (row) => row.engine === engine && row.state === 'warm' && row.unit === 'ns',
    )
    const peer = bestPeer(of)
    return ours && peer ? [{ ours, peer, ratio: ratioOf(peer, ours) }] : []
  })
}

/** The score of a result; none where it has no case of the overview with a peer. */
export function scoreOf(rows: readonly Row[]): Score | undefined {
  const engine = frontEngine(rows)
  if (engine === undefined) return undefined
  const those = rows.filter((row) => overview.has(row.case))
  const speedups = speedupsOf(those, engine)
  if (speedups.length === 0) return undefined
  const timed = new Set(those.filter((row) => row.engine === engine).map((row) => row.case)).size
  return { ...geometricMean(speedups.map(({ ratio }) => ratio)), engine, speedups, timed }
}

/** What an interval of a speed-up shows; `same` where it holds 1. */
export function verdictOf({ low, high }: Interval): 'faster' | 'slower' | 'same' {
  return low > 1 ? 'faster' : high < 1 ? 'slower' : 'same'
}
