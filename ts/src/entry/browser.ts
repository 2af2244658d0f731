/**
 * `countersign` in browsers: `await init()` once, then everything is synchronous.
 *
 * The engine's file is fetched. Where it is not there, `init` says so: `countersign/inline` needs no file.
 *
 * @module
 */

import { type Place, placeOf } from '../engine/files.js'
import { type Attempt, once } from '../engine/once.js'
import { isFull, isReady } from '../engine/slot.js'
import { fromPlace, fromSource, type Source } from '../engine/source.js'
import { isFullWanted } from '../engine/wanted.js'
import { choose, installIfSound, installModule } from '../engine/wasm.js'
import { CountersignError } from '../errors.js'
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
 * @throws `ERR_ARGUMENT` for options that are none; `ERR_WASM_FETCH`, also after `timeout`; `ERR_WASM_INVALID` or
 * `ERR_CSP_BLOCKED`; `ERR_ENGINE_LOADED` where the full engine is asked for while handles of a lean one are open; the
 * reason of `signal`.
 */
export async function init(options?: InitOptions): Promise<void> {
  const wanted = readInit(options)
  await load({ ...wanted, full: wanted.full || isFullWanted() })
}

const load = once<Wanted>(async (wanted, attempt) => {
  const { full, wasm } = wanted
  const name = choose()
  const module = await (wasm === undefined
    ? fromPlace(place(name, full), attempt)
    : fromSource(wasm, attempt))
  // Nobody waits any longer, or another entry has loaded one meanwhile.
  if (attempt.signal.aborted || enough(wanted)) return
  if (isReady() && openHandles() > 0)
    throw new CountersignError(
      'ERR_ENGINE_LOADED',
      'handles of a lean engine are open; call `init({ full: true })` first, or close them',
    )
  if (name === 'wasm' || wasm !== undefined) installModule(module, name)
  // Where relaxed SIMD turns out to be unsound, the plain engine does.
  else if (!installIfSound(module, name)) await loadPlain(full, attempt)
}, enough)

async function loadPlain(full: boolean, attempt: Attempt): Promise<void> {
  const module = await fromPlace(place('wasm', full), attempt)
  if (!attempt.signal.aborted) installModule(module, 'wasm')
}

function enough({ full }: Wanted): boolean {
  return full ? isFull() : isReady()
}

function place(name: 'wasm' | 'wasm-fma', full: boolean): Place {
  return placeOf(full ? name : `${name}-lean`)
}
