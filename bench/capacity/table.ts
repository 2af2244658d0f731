/**
 * The table of a run, and what it says about report 000's objectives.
 *
 * @module
 */

import type { Figures, Percentiles } from './figures.js'

/** `reports/000…`, "Performance SLOs" and "Production Capacity Planning". */
const objectives = { api: 50, crypto: 200, perSecond: 5_000, fleet: 10_000, fleetCores: 24 }

const header = [
  'engine',
  'workers',
  'connections',
  'taken/s',
  'refused',
  'API p50/p95/p99 ms',
  'two proofs us',
  'card us',
  'CPU us each',
  'of it HTTP',
]

export function table(rows: readonly Figures[]): string {
  const lines = [header, ...rows.map(line)]
  const width = header.map((_, at) => Math.max(...lines.map((cells) => cells[at]?.length ?? 0)))
  return lines
    .map((cells) => cells.map((cell, at) => cell.padStart(width[at] ?? 0)).join('  '))
    .join('\n')
}

function line(row: Figures): string[] {
  return [
    row.engine,
    String(row.workers),
    String(row.connections),
    row.perSecond.toFixed(0),
    String(row.refused),
    three(row.latency, 1),
    three(row.proofs, 0),
    three(row.card, 0),
    row.cpu.toFixed(0),
    row.http === undefined ? 'n/a' : row.http.toFixed(0),
  ]
}

function three({ p50, p95, p99 }: Percentiles, digits: number): string {
  return [p50, p95, p99].map((value) => value.toFixed(digits)).join(' / ')
}

/** Each objective with what was measured. */
export function summary(rows: readonly Figures[]): string {
  const best = (key: (row: Figures) => number) => Math.min(...rows.map(key))
  const cpu = best((row) => row.cpu)
  const http = best((row) => row.http ?? Number.NaN)
  const cores = (wanted: number) => Math.ceil((wanted * cpu) / 1e6)
  return [
    'Objectives of report 000 (another machine, Apple M2 Max; a database is in none of the figures):',
    ...rows.map(held),
    `  ${objectives.perSecond} a second: ${most(rows).toFixed(0)} here at most, with the load on the same cores`,
    `  a core has time for ${(1e6 / cpu).toFixed(0)} a second (${cpu.toFixed(0)} us each): ${objectives.perSecond} a second need ${cores(objectives.perSecond)} cores,`,
    `  ${objectives.fleet} need ${cores(objectives.fleet)} of the report's ${objectives.fleetCores}`,
    Number.isNaN(http)
      ? '  the share of the HTTP thread: n/a in this Node'
      : `  one process ends at ${(1e6 / http).toFixed(0)} a second, when its HTTP thread is full; more processes then share the port`,
  ].join('\n')
}

function held({ workers, connections, latency, card, proofs }: Figures): string {
  const api = said(latency.p99, objectives.api, 'ms')
  const operation = said(card.p99, objectives.crypto, 'us')
  const two = said(proofs.p99, objectives.crypto, 'us')
  return `  ${workers} workers, ${connections} connections: API p99, never idle, ${api}; crypto p99: card ${operation}, two proofs ${two}`
}

function said(value: number, limit: number, unit: string): string {
  return `${value.toFixed(0)} ${unit} of ${limit} ${value < limit ? 'held' : 'not held'}`
}

function most(rows: readonly Figures[]): number {
  return Math.max(...rows.map((row) => row.perSecond))
}
