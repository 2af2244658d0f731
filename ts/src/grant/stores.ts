/**
 * What a verifier remembers: revocations, and how often a grant was used.
 *
 * @module
 */

import * as check from '../check.js'
import { received } from '../document.js'
import { call } from '../engine/slot.js'
import { CountersignError } from '../errors.js'
import type { Input, Use } from './types.js'

/** Knows revocations. One over a shared store serves several machines. */
export type StatusStore = {
  /**
   * Every revocation known of these grants. To throw, or to reject, is to say nothing: the
   * verification fails.
   */
  find(ids: readonly string[]): readonly Input[] | Promise<readonly Input[]>
}

/** A {@link StatusStore} in memory. */
export type MemoryStatusStore = StatusStore & {
  /** Takes a revocation in; verify first that it counts: `Grant.verifyRevocation`. */
  add(revocation: Input): void
}

/**
 * A store of revocations in memory, for one process.
 *
 * Full means refused: to forget a revocation would let its grant live again.
 *
 * @example
 * ```ts
 * const store = Grant.memoryStatusStore()
 * store.add(revocation)
 * ```
 */
export function memoryStatusStore(options: memoryStatusStore.Options = {}): MemoryStatusStore {
  const limit = check.integer(options.limit ?? 100_000, 'limit', 1)
  const known = new Map<string, string[]>()
  let size = 0
  return {
    add(revocation) {
      const { text } = received(revocation, 'revocation')
      const id = call((engine) => engine.grantRevocationOf(text))
      const records = known.get(id) ?? []
      if (records.includes(text)) return
      if (size >= limit) throw new CountersignError('ERR_LIMIT_EXCEEDED', 'the store is full')
      known.set(id, [...records, text])
      size += 1
    },
    find: (ids) => ids.flatMap((id) => known.get(id) ?? []),
  }
}

export declare namespace memoryStatusStore {
  type Options = {
    /** Most revocations that are remembered. Default: 100,000. */
    readonly limit?: number
  }
}

/** Counts uses. One over a shared store serves several machines; it must be atomic. */
export type UseCounter = {
  /**
   * Counts one use of each of these grants, in one step: of all, or of none.
   *
   * @returns `false` if one of them is used up, or cannot be counted.
   */
  take(uses: readonly Use[]): boolean | Promise<boolean>
}

/**
 * A counter in memory, for one process.
 *
 * Full means refused: to forget a count would let the grant be used anew.
 *
 * @example
 * ```ts
 * const uses = Grant.memoryUseCounter()
 * ```
 */
export function memoryUseCounter(options: memoryUseCounter.Options = {}): UseCounter {
  const limit = check.integer(options.limit ?? 100_000, 'limit', 1)
  const counts = new Map<string, number>()
  return {
    take(uses) {
      const fresh = uses.filter(({ id }) => !counts.has(id)).length
      const left = uses.every((use) => (counts.get(use.id) ?? 0) < use.limit)
      if (!left || counts.size + fresh > limit) return false
      for (const { id } of uses) counts.set(id, (counts.get(id) ?? 0) + 1)
      return true
    },
  }
}

export declare namespace memoryUseCounter {
  type Options = {
    /** Most grants that are counted at once. Default: 100,000. */
    readonly limit?: number
  }
}
