/**
 * Each value once: the one store that every replay check uses.
 *
 * @module
 */

import * as check from './check.js'
import { CountersignError } from './errors.js'
import { type Fields, members, shape } from './shape.js'

/** Remembers nonces. One over a shared store serves several machines; it must be atomic. */
export type ReplayStore = {
  /**
   * Marks `nonce` until `expires`, in Unix seconds, in one step with the check.
   *
   * By the clock of the store a time that is over marks nothing: an earlier mark may have ended with it,
   * so whether the nonce is new is not known any more.
   *
   * @returns `true` if it is marked now, and was not before. `false` if it was marked before, or if
   * `expires` is not after now.
   * @throws `ERR_REPLAY_FULL`, a {@link CountersignError}, if there is no room. What is thrown refuses,
   * whatever it is.
   */
  checkAndMark(nonce: string, expires: number): boolean | Promise<boolean>
}

/**
 * A store in memory, for one process.
 *
 * Full means refused, with `ERR_REPLAY_FULL`: to forget a live nonce would let it be used again. The
 * room is for all senders together, so where anybody can make an identity (`did:key`), limit first how
 * much one address or account may send, and how many may; else one sender can close the door for others.
 *
 * @example
 * ```ts
 * const replay = memoryReplayStore({ limit: 10_000 })
 * ```
 */
export function memoryReplayStore(options: memoryReplayStore.Options = {}): ReplayStore {
  const { limit, now } = storeOptions(options)
  const seen = new Map<string, number>()
  /** When the first mark ends: nothing can be forgotten before. */
  let first = Number.POSITIVE_INFINITY
  const forget = (time: number): void => {
    first = Number.POSITIVE_INFINITY
    for (const [old, end] of seen) {
      if (end <= time) seen.delete(old)
      else first = Math.min(first, end)
    }
  }
  return {
    checkAndMark(nonce, expires) {
      const name = check.text(nonce, 'nonce')
      const end = check.integer(expires, 'expires', 0)
      const time = now()
      // At most once in a second, however many ask.
      if (seen.size >= limit && first <= time) forget(time)
      if (end <= time || (seen.get(name) ?? 0) > time) return false
      if (seen.size >= limit)
        throw new CountersignError('ERR_REPLAY_FULL', `the store holds ${limit} marks, all alive`)
      seen.set(name, end)
      first = Math.min(first, end)
      return true
    },
  }
}

const storeOptions = shape({
  limit: (value, name) => check.integer(value ?? 100_000, name, 1),
  now: check.clock,
} satisfies Fields<memoryReplayStore.Options>)

export declare namespace memoryReplayStore {
  type Options = {
    /** Most nonces that are remembered at once, of all senders. Default: 100,000. */
    readonly limit?: number
    /** Default: the clock. */
    readonly now?: () => Date
  }
}

/**
 * Marks `value` in `store` until `expires`, in Unix seconds; anything but `true` refuses.
 *
 * @throws `ERR_REPLAY`; what the store throws, as `ERR_REPLAY_FULL`.
 * @internal
 */
export async function markOnce(store: ReplayStore, value: string, expires: number): Promise<void> {
  const { checkAndMark } = members(store, 'replay', ['checkAndMark'])
  check.callable(checkAndMark, 'replay.checkAndMark')
  if ((await store.checkAndMark(value, expires)) !== true)
    throw new CountersignError('ERR_REPLAY', 'it was used before, or its time is over')
}
