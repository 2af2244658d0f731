/**
 * {@link Stores} in memory: for one process, tests, and as the measure of the others.
 *
 * @module
 */

import { memoryUseCounter } from '../grant/stores.js'
import { memoryReplayStore } from '../replay.js'
import { type Fields, shape } from '../shape.js'
import type {
  Backend,
  Chains,
  Counts,
  Marks,
  Revocations,
  StoredCheckpoint,
  StoredReceipt,
  StoredRevocation,
  Tiles,
} from './backend.js'
import { memoryDocuments, memoryRates, memoryTickets } from './memory/expiring.js'
import { storesOn } from './open.js'
import { storeFields, withShare } from './options.js'
import type { Stores } from './types.js'

/**
 * Stores that last as long as the process. They promise what the others do, but for other processes and a restart.
 *
 * @example
 * ```ts
 * const stores = memoryStores({ limit: 10_000 })
 * await stores.replay.checkAndMark('nonce', 4_000_000_000) // true
 * await stores.replay.checkAndMark('nonce', 4_000_000_000) // false
 * ```
 */
export function memoryStores(options: memoryStores.Options = {}): Stores {
  const read = withShare(readOptions(options))
  const { limit, share, documents, now: clock } = read
  const now = clock && { now: () => new Date(clock() * 1000) }
  const seconds = clock ?? (() => Math.floor(Date.now() / 1000))
  const backend: Backend = {
    marks: memoryMarks({ limit, perSender: share, ...now }),
    uses: memoryCounts({ limit, ...now }),
    rates: memoryRates(limit, seconds),
    revocations: memoryRevocations(limit),
    tickets: memoryTickets(limit, seconds),
    receipts: memoryChains(),
    documents: memoryDocuments(documents, seconds),
    tiles: memoryTiles(),
    migrate: async () => undefined,
    migrations: () => [],
    // What is over makes way for what comes.
    sweep: async () => 0,
    inspect: async () => [],
  }
  return storesOn(backend, read)
}

const readOptions = shape(storeFields satisfies Fields<memoryStores.Options>)

export declare namespace memoryStores {
  type Options = import('./options.js').Options
}

function memoryMarks(options: memoryReplayStore.Options): Marks {
  const store = memoryReplayStore(options)
  return {
    mark: async (mark, until, sender) =>
      (await store.checkAndMark(mark, until, sender || undefined)) ? 'new' : 'known',
  }
}

function memoryCounts(options: memoryUseCounter.Options): Counts {
  const counter = memoryUseCounter(options)
  return {
    async count(uses) {
      const taken = await counter.take(
        uses.map(({ id, most, until }) => ({ id, limit: most, expires: until })),
      )
      return taken ? 'new' : 'known'
    },
  }
}

function memoryRevocations(limit: number): Revocations {
  const known = new Map<string, Map<string, StoredRevocation>>()
  let size = 0
  return {
    async add(revocation) {
      const { grant, signer, effective } = revocation
      const records = known.get(grant) ?? new Map<string, StoredRevocation>()
      const before = records.get(signer)
      if (before === undefined && size >= limit) return 'full'
      if (before !== undefined && before.effective <= effective) return 'known'
      if (before === undefined) size += 1
      known.set(grant, records.set(signer, revocation))
      return 'new'
    },
    find: async (grants) =>
      grants.flatMap((grant) => [...(known.get(grant)?.values() ?? [])].map(({ text }) => text)),
  }
}

function memoryChains(): Chains {
  const chains = new Map<string, Map<number, StoredReceipt>>()
  const sorted = (chain: string) =>
    [...(chains.get(chain)?.values() ?? [])].sort((a, b) => a.index - b.index)
  const from = (chain: string, begin: number, count: number) =>
    sorted(chain)
      .filter(({ index }) => index >= begin)
      .slice(0, count)
  return {
    async append(chain, receipt) {
      const { index, id, previous } = receipt
      const receipts = chains.get(chain) ?? new Map<number, StoredReceipt>()
      const [same, before, after] = [0, -1, 1].map((step) => receipts.get(index + step))
      if (same !== undefined) return same.id === id ? 'known' : 'fork'
      if (before !== undefined && before.id !== previous) return 'fork'
      if (after !== undefined && after.previous !== id) return 'fork'
      chains.set(chain, receipts.set(index, receipt))
      return 'new'
    },
    read: async (chain, begin, count) =>
      from(chain, begin, count).map(({ index, text }) => [index, text]),
    indices: async (chain, begin, count) => from(chain, begin, count).map(({ index }) => index),
    async summary(chain) {
      const last = sorted(chain).at(-1)
      const count = chains.get(chain)?.size ?? 0
      return [count, last === undefined ? [] : [[last.index, last.id]]]
    },
  }
}

function memoryTiles(): Tiles {
  const tiles = new Map<string, Uint8Array>()
  const checkpoints = new Map<string, StoredCheckpoint>()
  const key = (log: string, place: string) => `${log.length} ${log} ${place}`
  return {
    read: async (log, place) => tiles.get(key(log, place)),
    async write(log, place, hashes) {
      const old = tiles.get(key(log, place)) ?? new Uint8Array()
      const [narrow, wide] = old.length < hashes.length ? [old, hashes] : [hashes, old]
      if (narrow.some((byte, index) => byte !== wide[index])) return 'fork'
      tiles.set(key(log, place), wide)
      return 'new'
    },
    async publish(log, checkpoint) {
      const old = checkpoints.get(log)
      if (old !== undefined && old.size > checkpoint.size) return 'known'
      if (old?.size === checkpoint.size && old.root !== checkpoint.root) return 'fork'
      checkpoints.set(log, checkpoint)
      return 'new'
    },
    latest: async (log) => checkpoints.get(log)?.note,
  }
}
