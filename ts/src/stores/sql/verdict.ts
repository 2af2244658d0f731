/**
 * The verdict of a statement.
 *
 * @internal
 * @module
 */

import type { Verdict } from '../backend.js'
import type { Row } from './types.js'

/** What a statement says that gives one row at most, or none for `otherwise`. Two rows make no sense. */
export function verdictIn(rows: readonly Row[], otherwise: Verdict): unknown {
  if (rows.length === 0) return otherwise
  return rows.length === 1 ? rows[0]?.['verdict'] : undefined
}
