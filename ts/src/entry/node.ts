/**
 * `countersign` in Node, Deno and Bun: nothing to await.
 *
 * The engine is compiled at first use: from its file where Node runs the package itself, and from bytes
 * that are part of the JavaScript where it was bundled.
 *
 * @module
 */

import { engineBytes } from '../engine/bytes.js'
import { isReady, loadAtFirstUse, loadUnlessReady } from '../engine/slot.js'
import { choose, compile, installIfSound, installModule } from '../engine/wasm.js'
import { type InitOptions, readInit } from './options.js'

export * from '../index.js'
export { initSync } from './slim.js'
export { type InitOptions, isReady }

/**
 * Loads the engine, unless one is loaded. Calling it is optional here, except after `ERR_ENGINE_LOST`.
 *
 * The options are those of browsers, so that one program runs in both; here the engine is always
 * the full one, of the package itself.
 *
 * @throws `ERR_ARGUMENT` for options that are none.
 */
export async function init(options?: InitOptions): Promise<void> {
  readInit(options)
  loadUnlessReady()
}

/** Where relaxed SIMD turns out to be unsound, the plain engine does. */
function load(): void {
  if (choose() === 'wasm-fma' && installIfSound(compile(engineBytes('wasm-fma')), 'wasm-fma'))
    return
  installModule(compile(engineBytes('wasm')), 'wasm')
}

loadAtFirstUse(load)
