// The stores that are checked, as plain data, so that another process can open the same.

import type { OpenedStores } from 'countersign/stores/contract'
import { postgresStores, type StoreOptions } from 'countersign/stores/postgres'
import { redisStores } from 'countersign/stores/redis'
import { sqliteStores } from 'countersign/stores/sqlite'
import { Redis } from 'ioredis'
import pg from 'pg'
import { createClient as createRedis } from 'redis'

export type Kind = 'sqlite' | 'postgres' | 'redis' | 'ioredis'

/** A store: the path of a file, or the address of a server. */
export type Target = { readonly kind: Kind; readonly url: string }

/** For hangs: nothing here is about how fast a store is. */
const patient = { timeout: 60_000 }

type Options = StoreOptions & { readonly replicas?: number }

/** Opens a store; the tables are there. */
export async function open(target: Target, options: Options = {}): Promise<OpenedStores> {
  const opened = await openers[target.kind](target.url, { ...patient, ...options })
  await opened.stores.migrate()
  return opened
}

const openers: Record<Kind, (url: string, options: Options) => Promise<OpenedStores>> = {
  async sqlite(url, options) {
    const { DatabaseSync } = await import('node:sqlite')
    const database = new DatabaseSync(url)
    return { stores: sqliteStores(database, options), close: () => database.close() }
  },
  async postgres(url, options) {
    const pool = new pg.Pool({ connectionString: url, max: 8 })
    pool.on('error', () => {})
    return { stores: postgresStores(pool, options), close: () => pool.end() }
  },
  async redis(url, options) {
    const client = createRedis({ url })
    client.on('error', () => {})
    await client.connect()
    return { stores: redisStores(client, options), close: () => client.destroy() }
  },
  async ioredis(url, options) {
    const client = new Redis(url)
    client.on('error', () => {})
    return { stores: redisStores(client, options), close: () => client.disconnect() }
  },
}
