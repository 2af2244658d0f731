/**
 * `countersign/verify` in browsers: the verifying half alone. `await init()` once, then everything is synchronous.
 *
 * @module
 */

import { loadParts } from '../engine/load.js'
import { isReady } from '../engine/slot.js'
import { wantedParts } from '../engine/wanted.js'
import { readInit } from './options.js'

export * from '../verify.js'
export { isReady }

/**
 * Loads what verifies, unless it is loaded. The first call of `init` of `countersign` adds what signs.
 *
 * @example
 * ```ts
 * import { Card, init } from 'countersign/verify'
 * await init()
 * ```
 *
 * @throws as `init` of `countersign`.
 */
export async function init(options?: init.Options): Promise<void> {
  const { with: more, ...rest } = readInit(options)
  await loadParts({ ...rest, parts: ['verify', ...wantedParts(), ...more] })
}

export declare namespace init {
  type Options = import('./options.js').Options
}
