/**
 * Loads the native addon, in Node.
 *
 * @internal
 * @module
 */

import { createRequire } from 'node:module'
import { CountersignError } from '../errors.js'
import type { Engine } from '../generated/contract.js'
import { hotOfAddon } from './hot.js'
import { install } from './slot.js'

/** Loads the addon at `path`, and installs it. Throws `ERR_NATIVE_MISSING`. */
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
