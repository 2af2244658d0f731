/**
 * `countersign/inline`: the engine is part of the JavaScript. For bundlers that know no files (esbuild, Rollup without
 * a plugin, Bun), and for hosts that lose them.
 *
 * It holds the `wasm` build with every function, which every host runs.
 *
 * @module
 */

import { wasm } from '../../generated/inlined-wasm.js'
import { decode, inflate } from '../engine/inlined.js'
import { once, type Patience } from '../engine/once.js'
import { isReady } from '../engine/slot.js'
import { fromSource } from '../engine/source.js'
import { installUnlessReady } from '../engine/wasm.js'
import { type OwnInitOptions, readInlineInit } from './options.js'

export * from '../index.js'
export { initSync } from './slim.js'
export { isReady, type OwnInitOptions }

/**
 * Loads the engine, which is the full one.
 *
 * @throws `ERR_ARGUMENT` for options that are none, and for a `wasm`: the engine is part of this entry; `ERR_CSP_BLOCKED`;
 * `ERR_WASM_FETCH` after `timeout`, or where the host cannot decompress; the reason of `signal`.
 */
export async function init(options?: OwnInitOptions): Promise<void> {
  await load(readInlineInit(options))
}

const load = once<Patience>(async (_, attempt) => {
  const module = await fromSource(inflate(decode(wasm)), attempt)
  if (!attempt.signal.aborted) installUnlessReady(module, 'wasm')
})
