/**
 * `countersign/inline` in Node, Deno and Bun: nothing to await, and no file to read.
 *
 * It holds the `wasm` build with every function, which every host runs.
 *
 * @module
 */

import { Buffer } from 'node:buffer'
import { gunzipSync } from 'node:zlib'

import { wasm } from '../../generated/inlined-wasm.js'
import { isReady, loadAtFirstUse, loadUnlessReady } from '../engine/slot.js'
import { compile, installModule } from '../engine/wasm.js'
import { type OwnInitOptions, readInlineInit } from './options.js'

export * from '../index.js'
export { initSync } from './slim.js'
export { isReady, type OwnInitOptions }

/**
 * Loads the engine, unless one is loaded. Calling it is optional here, except after `ERR_ENGINE_LOST`.
 *
 * @throws `ERR_ARGUMENT` for options that are none, and for a `wasm`: the engine is part of this entry;
 * `ERR_CSP_BLOCKED` where the host has no WebAssembly; the reason of `signal`, if that is aborted already.
 */
export async function init(options?: OwnInitOptions): Promise<void> {
  const { signal } = readInlineInit(options)
  signal?.throwIfAborted()
  loadUnlessReady()
}

function load(): void {
  installModule(compile(gunzipSync(Buffer.from(wasm, 'base64'))), 'wasm')
}

loadAtFirstUse(load, true)
