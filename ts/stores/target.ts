// The stores that are checked, as plain data, so that another process can open the same.

import { S3 } from '@aws-sdk/client-s3'
import type { ConnectedLogs, ConnectedStores, LogStores } from 'countersign/stores/contract'
import { fileStores } from 'countersign/stores/files'
import { postgresStores } from 'countersign/stores/postgres'
import { redisStores } from 'countersign/stores/redis'
import { type S3Client, s3Stores } from 'countersign/stores/s3'
import { sqliteStores } from 'countersign/stores/sqlite'
import { Cluster, Redis } from 'ioredis'
import pg from 'pg'
import { createCluster, createClient as createRedis } from 'redis'

/** How to connect to a store; of servers of Redis and of clusters, with either client. */
export type Kind = 'sqlite' | 'postgres' | 'redis' | 'ioredis' | 'cluster' | 'iocluster'

type Place<K> = {
  readonly kind: K
  /** The path of a file or folder, or the address of a server. */
  readonly url: string
  /** The server in its lines, where the kind does not say it. */
  readonly server?: string
}

/** A store. */
export type Target = Place<Kind>

/** What keeps only logs: a folder, or a server with a bucket `logs`. */
export type LogTarget = Target | Place<'files' | 's3'>

/** What a store is called in its lines. */
export function nameOf({ kind, server }: LogTarget): string {
  return server ?? kind
}

/** For hangs: nothing here is about how fast a store is. */
const patient = { timeout: 60_000 }

/** Opens a store; the tables are there. */
export async function connect(
  target: Target,
  options: connect.Options = {},
): Promise<ConnectedStores> {
  const connection = await connectors[target.kind](target.url, { ...patient, ...options })
  await connection.stores.migrate()
  return connection
}

export declare namespace connect {
  type Options = postgresStores.Options & { readonly replicas?: number }
}

const connectors: Record<
  Kind,
  (url: string, options: connect.Options) => Promise<ConnectedStores>
> = {
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
  async cluster(url, options) {
    const client = createCluster({ rootNodes: [{ url }] })
    client.on('error', () => {})
    await client.connect()
    return { stores: redisStores(client, options), close: () => client.destroy() }
  },
  async iocluster(url, options) {
    const client = new Cluster([url])
    client.on('error', () => {})
    return { stores: redisStores(client, options), close: () => client.disconnect() }
  },
}

/** Opens what keeps logs. */
export async function connectLogs({ kind, url }: LogTarget): Promise<ConnectedLogs> {
  if (kind === 'files') return { logs: fileStores(url, patient), close() {} }
  if (kind === 's3') {
    const client = s3At(url)
    return { logs: inBucket(client), close: () => client.destroy() }
  }
  const { stores, close } = await connect({ kind, url })
  return { logs: stores, close }
}

/** Over a client that is the caller's. */
export function inBucket(client: S3Client): LogStores {
  return s3Stores(client, { ...patient, bucket })
}

export const bucket: string = 'logs'
/** Of servers on loopback, which hold nothing. */
export const s3Keys = { accessKeyId: 'test', secretAccessKey: 'test-only' }

export function s3At(endpoint: string): S3 {
  return new S3({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials: s3Keys })
}
