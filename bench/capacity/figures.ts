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
  /** Registrations that were taken, and all other answers. */
  taken: number
  refused: number
  perSecond: number
  /** Of the request as the client sees it. Milliseconds. */
  latency: Percentiles
  /** Verification of both proofs, and of the card, in the thread that does it. Microseconds. */
  proofs: Percentiles
  card: Percentiles
  /** Processor time of the server for one registration, all threads. Microseconds. */
  cpu: number
  /** The part of the thread that speaks HTTP, where Node can tell. */
  http?: number
  residentBytes: number
}

export type Run = {
  engine: string
  workers: number
  connections: number
  loaded: Loaded
  usage: Usage
}

export function figures({ engine, workers, connections, loaded, usage }: Run): Figures {
  const taken = loaded.statuses[201] ?? 0
  const times = (part: keyof Spent) => usage.spent.map((one) => one[part] / 1e3)
  return {
    engine,
    workers,
    connections,
    taken,
    refused: Object.values(loaded.statuses).reduce((sum, n) => sum + n, 0) - taken + loaded.errors,
    perSecond: taken / loaded.seconds,
    latency: percentiles(loaded.latencies),
    proofs: percentiles(times('proofs')),
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
