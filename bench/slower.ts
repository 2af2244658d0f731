/**
 * The cases that the native engine does slower than `wasm-fma`, which it never should.
 *
 * @module
 */

import { groupBy } from './group.js'
import type { Row } from './result.js'
import { ratioOf } from './stats.js'

/** Below this, a call is mostly the way into the engine. */
const least = 5_000

/** How many warm cases both engines did, of which one took 5 µs or more; and those whose whole interval is above 1. */
export type Slower = {
  compared: number
  /** By how much, most first. */
  slower: readonly { name: string; value: number }[]
}

export function slowerNatively(rows: readonly Row[]): Slower {
  const warm = rows.filter(({ unit, state }) => unit === 'ns' && state === 'warm')
  const pairs = [...groupBy(warm, (row) => row.case)].flatMap(([name, of]) => {
    const [ours, other] = ['native', 'wasm-fma'].map((engine) =>
      of.find((row) => row.engine === engine),
    )
    if (!ours || !other || Math.max(ours.p50, other.p50) < least) return []
    return [{ name, ...ratioOf(ours, other) }]
  })
  const slower = pairs.filter(({ low }) => low > 1).toSorted((a, b) => b.value - a.value)
  return { compared: pairs.length, slower: slower.map(({ name, value }) => ({ name, value })) }
}
