/**
 * How the engine of `countersign/inline` and `countersign/inline/verify` is loaded in Node: at first use, from what the imports
 * carry.
 *
 * @module
 */

import '../cures.js'
import { Buffer } from 'node:buffer'
import { gunzipSync } from 'node:zlib'

import { carriedText, needCarried } from '../engine/carried.js'
import { compile } from '../engine/compile.js'
import { loadUnlessReady } from '../engine/slot.js'
import { installEngine } from '../engine/wasm.js'
import { readInlineInit } from './options.js'

/**
 * Loads the engine, unless one is loaded. Calling it is optional here, except after `ERR_ENGINE_LOST`.
 *
 * @throws `ERR_ARGUMENT` for options of a wrong type, and for a `wasm`: the engine is part of this entry;
 * `ERR_PART_MISSING` for a part of `with` that no import carries; `ERR_WASM_INVALID` where this host computes wrongly;
 * `ERR_CSP_BLOCKED` where it has no WebAssembly; the reason of `signal`, if that is aborted already.
 */
export async function init(options?: init.Options): Promise<void> {
  const { signal, with: parts } = readInlineInit(options)
  signal?.throwIfAborted()
  loadUnlessReady()
  needCarried(parts)
}

export declare namespace init {
  type Options = Omit<import('./options.js').Options, 'wasm'>
}

/** To be given to `loadAtFirstUse`: a module that more than one entry imports does nothing by itself. */
export function load(): void {
  installEngine(new Map(), (part) => {
    const text = carriedText(part)
    return text === undefined ? undefined : compile(gunzipSync(Buffer.from(text, 'base64')))
  })
}
