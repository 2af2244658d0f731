/**
 * `countersign` in browsers: `await init()` once, then everything is synchronous.
 *
 * The files of the engine are fetched: what signs and verifies, and a part for each subpath that was imported. Where
 * one is not there, `init` says so: `countersign/inline` needs no file.
 *
 * @module
 */

import { type Locate, loadParts } from '../engine/load.js'
import { isReady } from '../engine/slot.js'
import type { Source } from '../engine/source.js'
import { wantedParts } from '../engine/wanted.js'
import { readInit } from './options.js'

export * from '../index.js'
export { initSync } from './given.js'
export { isReady, type Locate, type Source }

/**
 * Loads the engine, or what is missing of it. May be called any number of times: after another subpath was imported,
 * or again after a failure.
 *
 * @example
 * ```ts
 * import { init, Keys } from 'countersign'
 * await init()
 * const signer = Keys.generate('Ed25519')
 * ```
 *
 * @throws `ERR_ARGUMENT` for options of a wrong type; `ERR_WASM_FETCH`, also after `timeout`; `ERR_WASM_INVALID` or
 * `ERR_CSP_BLOCKED`; `ERR_INTERNAL` if this host computes wrongly in a part that comes to an engine in use; the reason of
 * `signal`.
 */
export async function init(options?: init.Options): Promise<void> {
  const { with: more, ...rest } = readInit(options)
  await loadParts({ ...rest, parts: ['sign', ...wantedParts(), ...more] })
}

export declare namespace init {
  type Options = import('./options.js').Options
}
