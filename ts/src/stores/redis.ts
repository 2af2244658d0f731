/**
 * {@link Stores} in Redis 5 or newer, or Valkey; a cluster too.
 *
 * @module
 */

import * as check from '../check.js'
import { CountersignError } from '../errors.js'
import { type Fields, shape, withDefault } from '../shape.js'
import { storesOn } from './open.js'
import { storeFields, withShare } from './options.js'
import { asker, isScattered, type RedisClient, type Send, sender } from './redis/client.js'
import {
  redisChains,
  redisCounts,
  redisDocuments,
  redisMarks,
  redisRates,
  redisRevocations,
  redisTickets,
  redisTiles,
} from './redis/kinds.js'
import type { Stores } from './types.js'

export type { IoRedis, NodeRedis, NodeRedisCluster, RedisClient } from './redis/client.js'

/**
 * Stores in Redis or Valkey. What was acknowledged may be lost, and a mark then be accepted again: what was written in
 * the last second, if the server dies and `appendfsync` is not `always`; and what a replica had not received yet, if it
 * becomes the master. `replicas` makes the second less likely. Where neither may be, use PostgreSQL.
 *
 * Whatever deletes keys lets marks be accepted again too, so `maxmemory-policy` must be `noeviction`. A server that may
 * use no more memory is full, and refuses.
 *
 * @example
 * ```ts no-run: it needs a server
 * const stores = redisStores(client, { prefix: 'verifier:' })
 * const { healthy, reasons } = await stores.health()
 * ```
 *
 * @param client - A client or cluster of `redis`, or of `ioredis`.
 * @throws `ERR_ARGUMENT` unless `client` is a client of `redis` or `ioredis`, and for `replicas` with a cluster of
 * `ioredis`, which sends `WAIT` to
 * any node.
 */
export function redisStores(client: RedisClient, options: redisStores.Options = {}): Stores {
  const send = sender(client)
  const read = withShare(readOptions(options))
  const { limit, share, documents, prefix, replicas, timeout } = read
  if (replicas > 0 && isScattered(client))
    throw new CountersignError('ERR_ARGUMENT', 'a cluster of ioredis cannot wait for replicas', {
      member: 'replicas',
    })
  const ask = asker(send, { count: replicas, timeout: Math.ceil(timeout / 2) })
  const redis = { ask, prefix, now: () => String(read.now?.() ?? '') }
  return storesOn(
    {
      marks: redisMarks(redis, share),
      uses: redisCounts(redis),
      rates: redisRates(redis),
      revocations: redisRevocations(redis, limit),
      tickets: redisTickets(redis),
      receipts: redisChains(redis),
      tiles: redisTiles(redis),
      documents: redisDocuments(redis, documents),
      migrate: async () => undefined,
      migrations: () => [],
      // The server deletes what is over.
      sweep: async () => 0,
      inspect: () => inspect(send),
    },
    read,
  )
}

const readOptions = shape({
  ...storeFields,
  prefix: withDefault(check.text, 'countersign:'),
  replicas: withDefault(check.integer, 0),
} satisfies Fields<redisStores.Options>)

export declare namespace redisStores {
  type Options = import('./options.js').Options & {
    /** What keys begin with. Default: `countersign:`. */
    readonly prefix?: string
    /**
     * How many replicas must have a write before it counts (`WAIT`); if fewer have it after half of `timeout`, the call
     * is refused. Needs a client with one connection, no pool. Default: 0.
     */
    readonly replicas?: number
  }
}

/** What a server says of itself that breaks a promise. */
async function inspect(send: Send): Promise<readonly string[]> {
  const info = String(await send(undefined, ['INFO']))
  const has = (line: string) => new RegExp(`^${line}\\s*$`, 'm').test(info)
  return [
    ...(has('role:master') ? [] : ['the server is no master, and takes nothing']),
    ...(has('maxmemory_policy:noeviction')
      ? []
      : ['maxmemory-policy is not noeviction: a mark that is deleted is accepted again']),
    ...(has('aof_enabled:1')
      ? []
      : ['appendonly is off: a restart loses what was accepted since the last snapshot']),
  ]
}
