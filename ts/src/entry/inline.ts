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
import { type OwnInitOptions, readOwnInit } from './options.js'

export * from '../index.js'
export { initSync } from './slim.js'
export { isReady, type OwnInitOptions }

/**
 * Loads the engine, which is the full one.
 *
 * @throws `ERR_ARGUMENT` for options that are none, and for a `wasm`: the engine is part of this entry.
 */
export async function init(options?: OwnInitOptions): Promise<void> {
  readOptions(options)
  await load()
}

const readOptions = readOwnInit(
  'wasm has no meaning in countersign/inline, which holds its engine; use countersign/slim to give one',
)

const load = once(async () => {
  installUnlessReady(await fromSource(decode(wasm)), 'wasm')
})
