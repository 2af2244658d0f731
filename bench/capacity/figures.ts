/**
 * From a run to its figures.
 *
 * @module
 */

import { quantile } from '../stats.js'
import type { Loaded } from './load.js'
import type { Spent } from './registration.js'
import type { Usage } from './serve.js'

/** p50, p95 and p99 of one thing, in its unit. */
export type Percentiles = { p50: number; p95: number; p99: number }

/** A row of the table and of the JSON. */
export type Figures = {
  engine: string
  workers: number
  connections: number
  /** Requests a second, where they are sent at planned times; otherwise a connection is never idle. */
  rate?: number
  /** Milliseconds from the planned time to the send, 99th percentile: the sender's part of the latency. */
  late?: number
  /** Registrations that were taken; all other answers, and errors; and how many agents the server gained. */
  taken: number
  refused: number
  stored: number
  perSecond: number
  /** Latencies of what was taken, as the client sees them; at a fixed rate, from the planned time. Milliseconds. */
  latency: Percentiles
  /** Verification of each proof, and of the card, in the thread that does it. Microseconds. */
  ed25519: Percentiles
  secp256k1: Percentiles
  card: Percentiles
  /** Processor time of the server for one registration, all threads. Microseconds. */
  cpu: number
  /** The share of the thread that speaks HTTP, where Node can tell it. */
  http?: number
  residentBytes: number
}

export type Run = {
  engine: string
  workers: number
  connections: number
  rate?: number
  loaded: Loaded & { late?: number[] }
  /** Agents before the run. */
  before: number
  usage: Usage
}

export function figures({ engine, workers, connections, loaded, usage, ...run }: Run): Figures {
  const taken = loaded.statuses[201] ?? 0
  const times = (part: keyof Spent) => usage.spent.map((batch) => batch[part] / 1e3)
  return {
    engine,
    workers,
    connections,
    ...(run.rate !== undefined && { rate: run.rate }),
    ...(loaded.late && { late: percentiles(loaded.late).p99 }),
    taken,
    refused: Object.values(loaded.statuses).reduce((sum, n) => sum + n, 0) - taken + loaded.errors,
    stored: usage.agents - run.before,
    perSecond: taken / loaded.seconds,
    latency: percentiles(loaded.latencies),
    ed25519: percentiles(times('ed25519')),
    secp256k1: percentiles(times('secp256k1')),
    card: percentiles(times('card')),
    cpu: usage.cpu / taken,
    ...(usage.http !== undefined && { http: usage.http / taken }),
    residentBytes: usage.residentBytes,
  }
}

export function percentiles(values: readonly number[]): Percentiles {
  const sorted = Float64Array.from(values).sort()
  return { p50: quantile(sorted, 0.5), p95: quantile(sorted, 0.95), p99: quantile(sorted, 0.99) }
}
