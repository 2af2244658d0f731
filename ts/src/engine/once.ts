/**
 * Runs a loader once at a time.
 *
 * @internal
 * @module
 */

import { isReady } from './slot.js'

/**
 * Joins concurrent calls, does nothing when what is loaded is `enough`, and lets a failed call be
 * tried again.
 */
export function once<T = void>(
  load: (options: T) => Promise<void>,
  enough: (options: T) => boolean = isReady,
): (options: T) => Promise<void> {
  let running: Promise<void> | undefined
  const start = (options: T): Promise<void> => {
    if (enough(options)) return Promise.resolve()
    // Another call may be loading less than this one needs.
    if (running) return running.then(() => start(options))
    running = load(options).finally(() => {
      running = undefined
    })
    return running
  }
  return start
}
