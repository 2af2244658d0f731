/**
 * Loads the engine from its files at first use, where that can be done at once; each part when it is used.
 *
 * @internal
 * @module
 */

import '../cures.js'
import { findInFiles } from '../engine/bytesOfFile.js'
import { loadAtFirstUse } from '../engine/slot.js'
import { choose, installFound, installIfSound } from '../engine/wasm.js'

/** Where relaxed SIMD turns out to be unsound, the plain engine does. */
function load(): void {
  if (choose() === 'wasm-fma' && installIfSound(findInFiles('wasm-fma'), 'wasm-fma')) return
  installFound(findInFiles('wasm'), 'wasm')
}

loadAtFirstUse(load)
