/**
 * `countersign/native`: the same API on the native addon, in Node.
 *
 * The addon is built from this repository with `npm run build:native`; it is
 * not in the npm package. A missing addon is an error, never another engine.
 *
 * @module
 */

import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { hotOfAddon } from '../engine/hot.js'
import { engineName, install, isReady, loadAtFirstUse, loadUnlessReady } from '../engine/slot.js'
import { CountersignError } from '../errors.js'
import type { Engine } from '../generated/contract.js'

export * from '../index.js'
export { isReady }

/**
 * Loads the addon, unless it is loaded.
 *
 * @throws `ERR_NATIVE_MISSING`; `ERR_ENGINE_LOADED` where `countersign` was used before this module
 * was imported, and runs on WebAssembly.
 */
export async function init(): Promise<void> {
  loadUnlessReady()
  if (engineName() !== 'native')
    throw new CountersignError(
      'ERR_ENGINE_LOADED',
      'a WebAssembly engine is in use; import `countersign/native` before the first call',
    )
}

/** Loads the addon at `path`. Throws `ERR_NATIVE_MISSING`. @internal */
export function installAddon(path: string): void {
  const engine = addon(path)
  install({ ...engine, hot: hotOfAddon(engine) }, 'native', { forget: engine.engineForget })
}

function addon(path: string): Engine & { engineForget(): void } {
  try {
    return createRequire(import.meta.url)(path)
  } catch (cause) {
    throw new CountersignError(
      'ERR_NATIVE_MISSING',
      'the native addon is not built for this platform; run `npm run build:native` in the repository, or use `countersign`',
      { cause },
    )
  }
}

function load(): void {
  installAddon(fileURLToPath(new URL('../../generated/countersign.node', import.meta.url)))
}

loadAtFirstUse(load, true)
