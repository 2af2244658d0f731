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
import { isFull, isReady } from '../engine/slot.js'
import { fromResponse, fromSource, type Source } from '../engine/source.js'
import { isFullWanted } from '../engine/wanted.js'
import { choose, installIfSound, installModule } from '../engine/wasm.js'
import { CountersignError, isCountersignError } from '../errors.js'
import { openHandles } from '../handle.js'
import { type InitOptions, readInit, type Wanted } from './options.js'

export * from '../index.js'
export { initSync } from './slim.js'
export { type InitOptions, isReady, type Source }

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
 * @throws `ERR_ARGUMENT` for options that are none; `ERR_WASM_FETCH`, `ERR_WASM_INVALID` or `ERR_CSP_BLOCKED`; `ERR_ENGINE_LOADED` where the
 * full engine is asked for while handles of a lean one are open.
 */
export async function init(options?: InitOptions): Promise<void> {
  const { full, wasm } = readInit(options)
  await load({ full: full || isFullWanted(), wasm })
}

const load = once<Wanted>(async (wanted) => {
  const { full, wasm } = wanted
  const name = choose()
  const module = await (wasm === undefined ? fromPackage(name, full) : fromSource(wasm))
  // Another entry may have loaded one meanwhile.
  if (enough(wanted)) return
  if (isReady() && openHandles() > 0)
    throw new CountersignError(
      'ERR_ENGINE_LOADED',
      'handles of a lean engine are open; call `init({ full: true })` first, or close them',
    )
  if (name === 'wasm' || wasm !== undefined) installModule(module, name)
  // Where relaxed SIMD turns out to be unsound, the plain engine does.
  else if (!installIfSound(module, name)) installModule(await fromPackage('wasm', full), 'wasm')
}, enough)

function enough({ full }: Wanted): boolean {
  return full ? isFull() : isReady()
}

async function fromPackage(name: 'wasm' | 'wasm-fma', full: boolean): Promise<WebAssembly.Module> {
  try {
    return await fromResponse(fetch(full ? fullUrl(name) : leanUrl(name)))
  } catch (error) {
    if (isCountersignError(error, 'ERR_CSP_BLOCKED')) throw error
    return fromSource(decode(await inlined(name)))
  }
}

/** The full engine, which does for both. */
async function inlined(name: 'wasm' | 'wasm-fma'): Promise<string> {
  if (name === 'wasm') return (await import('../../generated/inlined-wasm.js')).wasm
  return (await import('../../generated/inlined-wasm-fma.js')).wasmFma
}

/** Bundlers look for exactly these expressions. */
function fullUrl(name: 'wasm' | 'wasm-fma'): URL {
  return name === 'wasm'
    ? new URL('../../generated/wasm.wasm', import.meta.url)
    : new URL('../../generated/wasm-fma.wasm', import.meta.url)
}

function leanUrl(name: 'wasm' | 'wasm-fma'): URL {
  return name === 'wasm'
    ? new URL('../../generated/wasm-lean.wasm', import.meta.url)
    : new URL('../../generated/wasm-fma-lean.wasm', import.meta.url)
}
