// What the instances share: one file, PostgreSQL, Redis, or PostgreSQL with the nonces in Redis.

import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'

import type { Health, Stores } from 'countersign/stores/memory'
import { postgresStores } from 'countersign/stores/postgres'
import { redisStores } from 'countersign/stores/redis'
import { sqliteStores } from 'countersign/stores/sqlite'
import { Redis } from 'ioredis'
import pg from 'pg'

import type { Settings } from './settings.ts'

/** The stores that a registry uses. */
export type Shared = Pick<Stores, 'replay' | 'receipts' | 'log'> & {
  /** Of each database. */
  health(): Promise<readonly Health[]>
  close(): Promise<void>
}

type Opened = { readonly stores: Stores; close(): Promise<void> }

/** Each entry of the log is a receipt of one chain, so a chain may be long. */
const options = { receipts: 1_000_000_000 }

/** Opens the stores, and makes their tables. @throws `ERR_STORE_UNAVAILABLE` if a database does not answer. */
export async function openStores(settings: Settings): Promise<Shared> {
  const { databaseUrl, redisUrl } = settings
  const opened: Opened[] = []
  if (databaseUrl !== undefined) opened.push(inPostgres(databaseUrl))
  if (redisUrl !== undefined) opened.push(await inRedis(redisUrl))
  if (opened.length === 0) opened.push(await inFile(settings.databaseFile))
  for (const { stores } of opened) await stores.migrate()
  const [first, last] = [opened.at(0), opened.at(-1)] as [Opened, Opened]
  return {
    receipts: first.stores.receipts,
    log: (origin) => first.stores.log(origin),
    replay: last.stores.replay,
    health: () => Promise.all(opened.map(({ stores }) => stores.health())),
    close: async () => void (await Promise.all(opened.map(({ close }) => close()))),
  }
}

function inPostgres(connectionString: string): Opened {
  const pool = new pg.Pool({ connectionString, max: 10 })
  // A connection that breaks while idle: the next call gets another, and the health check says what is wrong.
  pool.on('error', () => {})
  return { stores: postgresStores(pool, options), close: () => pool.end() }
}

async function inRedis(url: string): Promise<Opened> {
  // While it is gone, requests are refused at once, and do not wait in a queue. The client connects again by itself.
  const client = new Redis(url, { enableOfflineQueue: false, lazyConnect: true })
  client.on('error', () => {})
  await client.connect()
  return { stores: redisStores(client, options), close: async () => client.disconnect() }
}

async function inFile(path: string): Promise<Opened> {
  const { DatabaseSync } = await import('node:sqlite')
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const database = new DatabaseSync(path)
  return { stores: sqliteStores(database, options), close: async () => database.close() }
}
