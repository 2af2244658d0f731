/**
 * `countersign/native`: the same API on the native addon, in Node.
 *
 * The addon is in a package of its own for each platform, which npm installs beside this one; a clone of the
 * repository has the one that `npm run build:native` made. A missing addon is an error, never another engine.
 *
 * @module
 */

import '../cures.js'
import { findAddon, installAddon } from '../engine/addon.js'
import { engineName, isReady, loadAtFirstUse, loadUnlessReady } from '../engine/slot.js'
import { CountersignError } from '../errors.js'
import { readOwnInit } from './options.js'

export * from '../index.js'
export { isReady }

/**
 * Loads the addon, unless it is loaded. It has every function.
 *
 * @throws `ERR_ARGUMENT` for options of a wrong type, and for a `wasm`; `ERR_NATIVE_MISSING`; `ERR_NATIVE_INVALID`;
 * `ERR_ENGINE_LOADED` where `countersign` was used before this module was imported, and runs on WebAssembly; the reason of `signal`, if that is
 * aborted already.
 */
export async function init(options?: init.Options): Promise<void> {
  const { signal } = readOptions(options)
  signal?.throwIfAborted()
  loadUnlessReady()
  if (engineName() !== 'native')
    throw new CountersignError(
      'ERR_ENGINE_LOADED',
      'a WebAssembly engine is in use; import `countersign/native` before the first call',
    )
}

export declare namespace init {
  type Options = Omit<import('./options.js').Options, 'wasm'>
}

const readOptions = readOwnInit(
  'wasm has no meaning in countersign/native, which runs its addon; use countersign/slim to give an engine',
)

function load(): void {
  installAddon(findAddon())
}

loadAtFirstUse(load, true)
