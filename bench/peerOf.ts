/**
 * The peer that a row is compared with. Runs in Node and in browsers.
 *
 * @module
 */

import { isEngine, type Row } from './result.js'

/** It stands beside the final scheme, and does not measure it. */
const anotherScheme = 'pqcrypto-dilithium'

/** What must stand under a table with one of `rows`: a peer that does something else than its row says. */
export function peerNotes(rows: readonly Row[]): string[] {
  const isThere = rows.some(({ engine }) => engine === anotherScheme)
  return isThere ? [`${anotherScheme}: C, draft Dilithium, not FIPS 204`] : []
}

/** The fastest of `rows` (of one case) that is no engine of this package, and does the same job. */
export function bestPeer(rows: readonly Row[]): Row | undefined {
  return rows
    .filter(({ unit, state }) => unit === 'ns' && state === 'warm')
    .filter(({ engine }) => !isEngine(engine) && engine !== anotherScheme)
    .sort((a, b) => a.p50 - b.p50)[0]
}
