// Verifications a second of signed requests, by store and by how many instances share it.

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

import pg from 'pg'

import { PostgresServer } from '../servers/postgres.js'
import { versionOf } from '../servers/process.js'
import { RedisServer } from '../servers/redis.js'
import { nameOf } from '../target.js'
import type { Order, Report } from './instance.js'

/** Where the programs of the servers are. */
export type Programs = { readonly postgres: string; readonly redis: string }

/** A row. Microseconds where nothing else is said. */
export type Verifying = {
  readonly store: string
  readonly instances: number
  readonly perSecond: number
  /** From the request to its verdict, in milliseconds. */
  readonly p50: number
  readonly p99: number
  /** The part of the latency that waits for the store. */
  readonly waiting: number
  /** Processor time of the instance for a request, and of the server of the store. */
  readonly cpu: number
  readonly storeCpu: number
}

/** How much room a mark takes in a server, with its index. */
export type MarkSize = { readonly store: string; readonly bytes: number }

const counts = [1, 2, 4]
/** How many requests of an instance are under way. */
const atOnce = 32
const instance = new URL('./instance.js', import.meta.url)

export async function measureVerifying(
  programs: Programs,
  requests: number,
): Promise<{ readonly rows: readonly Verifying[]; readonly sizes: readonly MarkSize[] }> {
  const rows: Verifying[] = []
  const measure = async (target: Order['target'], cpu: () => number) => {
    // The first run warms the server up.
    await runFleet(1, { target, requests: Math.min(requests, 500), atOnce })
    for (const instances of counts) rows.push(await row(instances, requests, target, cpu))
  }
  await measure({ kind: 'memory' }, () => 0)
  return withServers(programs, async (redis, postgres) => {
    const empty = await memoryOf(redis)
    const server = nameOfServer(programs.redis)
    await measure({ kind: 'redis', url: redis.url, server }, () => redis.cpu)
    await measure({ kind: 'postgres', url: postgres.url }, () => postgres.cpu)
    const inRedis = ((await memoryOf(redis)) - empty) / Number(await redis.ask('DBSIZE'))
    const sizes = [
      { store: server, bytes: inRedis },
      { store: 'postgres', bytes: await markBytes(postgres) },
    ]
    return { rows, sizes }
  })
}

async function memoryOf(redis: RedisServer): Promise<number> {
  return Number(/used_memory:(\d+)/.exec(String(await redis.ask('INFO', 'memory')))?.[1])
}

async function markBytes({ url }: PostgresServer): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const size = `select pg_total_relation_size('countersign_marks') / count(*) as bytes from countersign_marks`
  const { rows } = await client.query(size)
  await client.end()
  return Number(rows[0]?.['bytes'])
}

/** Redis or Valkey, by what a program says of itself. */
export function nameOfServer(program: string): string {
  return /valkey/i.test(versionOf(program)) ? 'valkey' : 'redis'
}

/** Runs `work` with servers that sync what they acknowledge. */
export async function withServers<T>(
  programs: Programs,
  work: (redis: RedisServer, postgres: PostgresServer) => Promise<T>,
): Promise<T> {
  const redis = await RedisServer.start(programs.redis)
  const postgres = await PostgresServer.start(programs.postgres)
  try {
    return await work(redis, postgres)
  } finally {
    await redis.stop()
    await postgres.stop()
  }
}

async function row(
  instances: number,
  requests: number,
  target: Order['target'],
  cpu: () => number,
): Promise<Verifying> {
  const before = cpu()
  const reports = await runFleet(instances, { target, requests, atOnce })
  const storeCpu = (cpu() - before) / (instances * requests)
  const latencies = reports.flatMap((report) => report.latencies).sort((a, b) => a - b)
  const sum = (of: (report: Report) => number) =>
    reports.reduce((all, report) => all + of(report), 0)
  const total = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)
  const begin = Math.min(...reports.map((report) => report.begin))
  const end = Math.max(...reports.map((report) => report.end))
  return {
    store: target.kind === 'memory' ? 'memory' : nameOf(target),
    instances,
    perSecond: (instances * requests * 1000) / (end - begin),
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    waiting: sum(({ waits }) => total(waits)) / total(latencies),
    cpu: sum((report) => report.cpu) / (instances * requests),
    storeCpu,
  }
}

/** Starts the instances, and lets all of them begin at once when each is ready. */
async function runFleet(instances: number, order: Order): Promise<readonly Report[]> {
  const children = Array.from({ length: instances }, () => fork(instance))
  const told = () => Promise.all(children.map(answerOf))
  const ready = told()
  for (const child of children) child.send(order)
  await ready
  const reported = told()
  const ended = Promise.all(children.map((child) => once(child, 'exit')))
  for (const child of children) child.send('go')
  const reports = await reported
  await ended
  return reports as Report[]
}

/** What an instance says next. One that ends without a word is an error, and not waited for. */
async function answerOf(child: ChildProcess): Promise<unknown> {
  const lost = once(child, 'exit').then(([code]) => {
    throw new Error(`an instance ended with code ${code} before it had answered`)
  })
  const [answer] = await Promise.race([once(child, 'message'), lost])
  return answer
}

/** Of sorted values. */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}
