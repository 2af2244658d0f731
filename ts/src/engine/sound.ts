/**
 * Whether an engine knows the answers that it is tested for when it is loaded.
 *
 * @internal
 * @module
 */

import type { Engine } from '../generated/contract.js'

/** On a host that computes wrongly the test may also end in a trap, or in a panic of the addon. */
export function isSound(engine: Engine): boolean {
  try {
    return engine.engineSelfTest()
  } catch {
    return false
  }
}
