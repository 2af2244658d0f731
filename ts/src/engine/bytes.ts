/**
 * The bytes of an engine, out of the package's JavaScript: a bundle then needs no file beside it.
 *
 * What Node runs from `node_modules` has `bytesOfFile.ts` in the place of this module
 * (`ts/scripts/nodeEntries.mjs`), so that it need not read base64 of both engines.
 *
 * @internal
 * @module
 */

import { wasm } from '../../generated/inlined-wasm.js'
import { wasmFma } from '../../generated/inlined-wasm-fma.js'
import { decode } from './base64.js'

/** The whole module `name`. */
export function engineBytes(name: 'wasm' | 'wasm-fma'): Uint8Array {
  return decode(name === 'wasm' ? wasm : wasmFma)
}
