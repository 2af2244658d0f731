/**
 * Runs a loader once at a time.
 *
 * @internal
 * @module
 */

import { isReady } from './slot.js'

/** Joins concurrent calls, does nothing when an engine is loaded, and lets a failed call be tried again. */
export function once<T>(load: (options?: T) => Promise<void>): (options?: T) => Promise<void> {
  let running: Promise<void> | undefined
  return (options) => {
    if (isReady()) return Promise.resolve()
    running ??= load(options).finally(() => {
      running = undefined
    })
    return running
  }
}
