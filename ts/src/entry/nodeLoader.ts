/**
 * Loads the engine from its file at first use, where that can be done at once.
 *
 * @internal
 * @module
 */

import { engineBytes } from '../engine/bytesOfFile.js'
import { loadAtFirstUse } from '../engine/slot.js'
import { choose, compile, installIfSound, installModule } from '../engine/wasm.js'

/** Where relaxed SIMD turns out to be unsound, the plain engine does. */
function load(): void {
  if (choose() === 'wasm-fma' && installIfSound(compile(engineBytes('wasm-fma')), 'wasm-fma'))
    return
  installModule(compile(engineBytes('wasm')), 'wasm')
}

loadAtFirstUse(load)
