/**
 * Loads the engine from its files at first use, where that can be done at once; each part when it is used.
 *
 * @internal
 * @module
 */

import '../cures.js'
import { findInFiles } from '../engine/bytesOfFile.js'
import { loadAtFirstUse } from '../engine/slot.js'
import { choose, installEngine, installIfSound } from '../engine/wasm.js'

/** Where relaxed SIMD turns out to be unsound, the plain engine does. */
function load(): void {
  const none = new Map()
  if (choose() === 'wasm-fma' && installIfSound(none, findInFiles('wasm-fma'))) return
  installEngine(none, findInFiles('wasm'))
}

loadAtFirstUse(load)
