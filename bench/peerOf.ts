/**
 * The peer that a row is compared with. Runs in Node and in browsers.
 *
 * @module
 */

import { isEngine, type Row } from './result.js'

/** The fastest of `rows` (of one case) that is no engine of this package. */
export function bestPeer(rows: readonly Row[]): Row | undefined {
  return rows
    .filter(({ engine, unit, state }) => !isEngine(engine) && unit === 'ns' && state === 'warm')
    .sort((a, b) => a.p50 - b.p50)[0]
}
