/**
 * The bytes of an engine, out of its file: {@link engineBytes} of `bytes.ts`, for Node alone.
 *
 * @internal
 * @module
 */

import { readFileSync } from 'node:fs'

import { CountersignError } from '../errors.js'

/**
 * The whole module `name`.
 *
 * @throws `ERR_WASM_FETCH`
 */
export function engineBytes(name: 'wasm' | 'wasm-fma'): Uint8Array {
  try {
    return readFileSync(urlOf(name))
  } catch (cause) {
    throw new CountersignError(
      'ERR_WASM_FETCH',
      'the file of the engine is not beside the code; a bundler finds what it needs under the condition `module`, or leaves the package out',
      { cause },
    )
  }
}

/** Tools that trace files look for exactly these expressions. */
function urlOf(name: 'wasm' | 'wasm-fma'): URL {
  return name === 'wasm'
    ? new URL('../../generated/wasm.wasm', import.meta.url)
    : new URL('../../generated/wasm-fma.wasm', import.meta.url)
}
