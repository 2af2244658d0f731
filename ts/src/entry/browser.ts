/**
 * `countersign` in browsers: `await init()` once, then everything is synchronous.
 *
 * The engine's file is fetched; where a bundler lost it, the same bytes come from
 * a chunk that is only loaded then.
 *
 * @module
 */

import { decode } from '../engine/base64.js'
import { once } from '../engine/once.js'
import { isReady } from '../engine/slot.js'
import { fromResponse, fromSource, type Source } from '../engine/source.js'
import { choose, installUnlessReady } from '../engine/wasm.js'
import { isCountersignError } from '../errors.js'

export * from '../index.js'
export { initSync } from './slim.js'
export { isReady, type Source }

/**
 * Loads the engine. May be called any number of times, at once or again after a failure.
 *
 * @example
 * ```ts
 * import { init, Keys } from 'countersign'
 * await init()
 * const signer = Keys.generate('Ed25519')
 * ```
 *
 * @param options - `wasm`: where to take the engine from, if not from the package's own files.
 * @throws `ERR_WASM_FETCH`, `ERR_WASM_INVALID` or `ERR_CSP_BLOCKED`.
 */
export const init: (options?: { wasm?: Source }) => Promise<void> = once(async (options) => {
  const name = choose()
  if (options?.wasm !== undefined) return installUnlessReady(await fromSource(options.wasm), name)
  installUnlessReady(await fromPackage(name), name)
})

async function fromPackage(name: 'wasm' | 'wasm-fma'): Promise<WebAssembly.Module> {
  try {
    return await fromResponse(fetch(url(name)))
  } catch (error) {
    if (isCountersignError(error, 'ERR_CSP_BLOCKED')) throw error
    return fromSource(decode(await inlined(name)))
  }
}

async function inlined(name: 'wasm' | 'wasm-fma'): Promise<string> {
  if (name === 'wasm') return (await import('../../generated/inlined-wasm.js')).wasm
  return (await import('../../generated/inlined-wasm-fma.js')).wasmFma
}

/** Bundlers look for exactly these two expressions. */
function url(name: 'wasm' | 'wasm-fma'): URL {
  return name === 'wasm'
    ? new URL('../../generated/wasm.wasm', import.meta.url)
    : new URL('../../generated/wasm-fma.wasm', import.meta.url)
}
