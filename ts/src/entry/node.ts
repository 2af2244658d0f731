/**
 * `countersign` in Node, Deno and Bun: nothing to await.
 *
 * The engine is compiled at first use.
 *
 * @module
 */

import { isReady, loadUnlessReady } from '../engine/slot.js'
import './nodeLoader.js'
import { readInit } from './options.js'

export * from '../index.js'
export { initSync } from './given.js'
export { isReady }

/**
 * Loads the engine, unless one is loaded. Calling it is optional here, except after `ERR_ENGINE_LOST`.
 *
 * The options are those of browsers, so that one program runs in both; here the engine is always
 * the full one, of the package itself, and nobody waits for it.
 *
 * @throws `ERR_ARGUMENT` for options of a wrong type; `ERR_WASM_FETCH` where the engine's file is gone;
 * `ERR_WASM_INVALID` where it is another, or this host computes wrongly; `ERR_CSP_BLOCKED` where the host has no
 * WebAssembly; the reason of `signal`, if that is aborted already.
 */
export async function init(options?: init.Options): Promise<void> {
  const { signal } = readInit(options)
  signal?.throwIfAborted()
  loadUnlessReady()
}

export declare namespace init {
  type Options = import('./options.js').Options
}
