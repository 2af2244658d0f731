/**
 * How the engine of `countersign/inline` and `countersign/inline/verify` is loaded in Node: at first use, from what the imports
 * carry, of which the core is one.
 *
 * @module
 */

import '../cures.js'
import { Buffer } from 'node:buffer'
import { gunzipSync } from 'node:zlib'

import { text as verify } from '../../generated/inlined/verify.js'
import { carriedText, carry, needCarried } from '../engine/carried.js'
import { compile } from '../engine/compile.js'
import { loadAtFirstUse, loadUnlessReady } from '../engine/slot.js'
import { installEngine } from '../engine/wasm.js'
import { readInlineInit } from './options.js'

carry({ verify })

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

function load(): void {
  installEngine('wasm', new Map(), (part) => {
    const text = carriedText(part)
    return text === undefined ? undefined : compile(gunzipSync(Buffer.from(text, 'base64')))
  })
}

loadAtFirstUse(load, true)
