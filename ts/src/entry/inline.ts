/**
 * `countersign/inline`: the engine is part of the JavaScript. For hosts and bundlers that lose files.
 *
 * It holds the `wasm` build, which every host runs.
 *
 * @module
 */

import { wasm } from '../../generated/inlined-wasm.js'
import { decode } from '../engine/base64.js'
import { once } from '../engine/once.js'
import { isReady } from '../engine/slot.js'
import { fromSource } from '../engine/source.js'
import { installUnlessReady } from '../engine/wasm.js'

export * from '../index.js'
export { initSync } from './slim.js'
export { isReady }

/** Loads the engine. */
export const init: () => Promise<void> = once(async () => {
  installUnlessReady(await fromSource(decode(wasm)), 'wasm')
})
