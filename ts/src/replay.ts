/**
 * Each value once: the one store that every replay check uses.
 *
 * @module
 */

import * as check from './check.js'
import { CountersignError } from './errors.js'

/** Remembers nonces. One over a shared store serves several machines; it must be atomic. */
export type ReplayStore = {
  /**
   * Marks `nonce` until `expires`, in Unix seconds, in one step with the check.
   *
   * @returns `false` if it was marked before, or cannot be remembered.
   */
  checkAndMark(nonce: string, expires: number): boolean | Promise<boolean>
}

/**
 * A store in memory, for one process.
 *
 * Full means refused: to forget a live nonce would let it be used again.
 *
 * @example
 * ```ts
 * const replay = memoryReplayStore({ limit: 10_000 })
 * ```
 */
export function memoryReplayStore(options: memoryReplayStore.Options = {}): ReplayStore {
  const limit = check.integer(options.limit ?? 100_000, 'limit', 1)
  const now = options.now ?? (() => new Date())
  const seen = new Map<string, number>()
  return {
    checkAndMark(nonce, expires) {
      const name = check.text(nonce, 'nonce')
      const end = check.integer(expires, 'expires', 0)
      const time = check.seconds(now(), 'now')
      if (seen.size >= limit) for (const [old, over] of seen) if (over <= time) seen.delete(old)
      const live = (seen.get(name) ?? 0) > time
      if (live || seen.size >= limit) return false
      seen.set(name, end)
      return true
    },
  }
}

export declare namespace memoryReplayStore {
  type Options = {
    /** Most nonces that are remembered at once. Default: 100,000. */
    readonly limit?: number
    /** Default: the clock. */
    readonly now?: () => Date
  }
}

/**
 * Marks `value` in `store` until `expires`, in Unix seconds; anything but `true` refuses.
 *
 * @throws `ERR_REPLAY`.
 * @internal
 */
export async function markOnce(store: ReplayStore, value: string, expires: number): Promise<void> {
  const fields = check.record(store, 'replay')
  check.callable(fields['checkAndMark'], 'replay.checkAndMark')
  if ((await store.checkAndMark(value, expires)) !== true)
    throw new CountersignError('ERR_REPLAY', 'it was used before')
}
