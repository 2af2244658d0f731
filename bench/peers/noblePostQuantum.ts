/**
 * @noble/post-quantum: its jobs stand beside their cases, in `suites/mlDsa.bench.ts`.
 *
 * @module
 */

import type { Jobs } from '../case.js'

export async function load(): Promise<Jobs> {
  await import('@noble/post-quantum/ml-dsa.js')
  return {}
}
