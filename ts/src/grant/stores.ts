/**
 * What a verifier remembers: revocations, and how often a grant was used.
 *
 * @module
 */

import * as check from '../check.js'
import { receive } from '../document.js'
import { CountersignError } from '../errors.js'
import { type Field, type Fields, shape, withDefault } from '../shape.js'
import { maxSkew } from '../skew.js'
import type { Trust, TrustInput } from '../trust.js'
import { verifyRevocation } from './revoke.js'
import type { Input, Use } from './types.js'

/** Knows revocations. One over a shared store serves several machines. */
export type StatusStore = {
  /**
   * Every known revocation of these grants. If this throws or rejects, nothing is known, and the verification fails.
   */
  find(ids: readonly string[]): readonly Input[] | Promise<readonly Input[]>
}

/** A {@link StatusStore} in memory. */
export type MemoryStatusStore = StatusStore & {
  /**
   * Stores a revocation if it counts, as `Grant.verifyRevocation` says; throws as that does. Of several revocations of
   * one grant by one key, the one that takes effect first is kept.
   */
  add(revocation: Input, trust: Trust | TrustInput, options: verifyRevocation.Options): void
}

/**
 * A store of revocations in memory, for one process. It refuses a revocation that counts for nothing, so strangers
 * cannot fill it.
 *
 * A full store refuses new revocations: to forget an old one would make its grant valid again.
 *
 * @example
 * ```ts
 * const store = Grant.memoryStatusStore()
 * store.add(revocation, { key: human.publicKey }, { chain })
 * ```
 */
export function memoryStatusStore(options: memoryStatusStore.Options = {}): MemoryStatusStore {
  const { limit } = readStatusOptions(options)
  /** By grant, then by key: only those who may revoke a grant are in here, so they are few. */
  const known = new Map<string, Map<string, StoredRecord>>()
  let size = 0
  return {
    add(revocation, trust, options) {
      const { text } = receive(revocation, 'revocation')
      const { grant, key, effective } = verifyRevocation(text, trust, options).revocation
      const records = known.get(grant) ?? new Map<string, StoredRecord>()
      const before = records.get(key)
      if (before !== undefined && before.effective <= effective) return
      if (before === undefined && size >= limit)
        throw new CountersignError('ERR_LIMIT_EXCEEDED', `the store is full: it holds ${limit}`, {
          member: 'store',
          limit,
        })
      size += before === undefined ? 1 : 0
      known.set(grant, records.set(key, { text, effective }))
    },
    find: (ids) =>
      ids.flatMap((id) => [...(known.get(id)?.values() ?? [])].map(({ text }) => text)),
  }
}

const limit: Field<number> = withDefault(check.within(1), 100_000)

const readStatusOptions = shape({ limit } satisfies Fields<memoryStatusStore.Options>)

type StoredRecord = { readonly text: string; readonly effective: number }

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
 * A count is forgotten a day after its grant ended, when no allowed difference of the clocks can make the grant valid
 * again. A full counter refuses new grants: to forget a count earlier would let its grant be used anew. A grant that
 * never ends is counted for ever, so give grants with `uses` an end.
 *
 * @example
 * ```ts
 * const uses = Grant.memoryUseCounter()
 * ```
 */
export function memoryUseCounter(options: memoryUseCounter.Options = {}): UseCounter {
  const { limit, now } = readCounterOptions(options)
  const counts = new Map<string, { count: number; end: number }>()
  /** When the first count can be forgotten. */
  let first = Number.POSITIVE_INFINITY
  const forget = (time: number): void => {
    first = Number.POSITIVE_INFINITY
    for (const [id, { end }] of counts) {
      if (end <= time) counts.delete(id)
      else first = Math.min(first, end)
    }
  }
  return {
    take(uses) {
      const time = now()
      if (counts.size + uses.length > limit && first <= time) forget(time)
      const fresh = uses.filter(({ id }) => !counts.has(id)).length
      const left = uses.every((use) => (counts.get(use.id)?.count ?? 0) < use.limit)
      if (!left || counts.size + fresh > limit) return false
      for (const { id, expires } of uses) {
        const end = (expires ?? Number.POSITIVE_INFINITY) + maxSkew
        counts.set(id, { count: (counts.get(id)?.count ?? 0) + 1, end })
        first = Math.min(first, end)
      }
      return true
    },
  }
}

const readCounterOptions = shape({
  limit,
  now: check.clock,
} satisfies Fields<memoryUseCounter.Options>)

export declare namespace memoryUseCounter {
  type Options = {
    /** Most grants that are counted at once. Default: 100,000. */
    readonly limit?: number
    /** Default: the clock. */
    readonly now?: () => Date
  }
}
