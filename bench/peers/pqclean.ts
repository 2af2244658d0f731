/**
 * PQClean's C: its jobs stand beside their cases, in `suites/mlDsa.bench.ts`.
 *
 * @module
 */

import type { Jobs } from '../case.js'

export function load(): Jobs {
  return {}
}
