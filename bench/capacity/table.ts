/**
 * The table of a run, and what it says about report 000's objectives.
 *
 * @module
 */

import type { Figures, Percentiles } from './figures.js'

/** Report 000 (`bench/REPORTS.md`), "Performance SLOs" and "Production Capacity Planning". */
const objectives = { api: 50, crypto: 200, perSecond: 5_000, fleet: 10_000, fleetCores: 24 }
/** The share of the throughput at which a server still has room. */
const share = 0.7

const header = [
  'engine',
  'workers',
  'connections',
  'sent',
  'taken/s',
  'refused',
  'API p50/p95/p99 ms',
  'Ed25519 proof us',
  'secp256k1 proof us',
  'card us',
  'CPU us each',
  'of it HTTP',
]

export function table(rows: readonly Figures[]): string {
  const lines = [header, ...rows.map(line)]
  const width = header.map((_, index) =>
    Math.max(...lines.map((cells) => cells[index]?.length ?? 0)),
  )
  return lines
    .map((cells) => cells.map((cell, index) => cell.padStart(width[index] ?? 0)).join('  '))
    .join('\n')
}

function line(row: Figures): string[] {
  return [
    row.engine,
    String(row.workers),
    String(row.connections),
    row.rate === undefined ? 'on answer' : `${row.rate}/s`,
    row.perSecond.toFixed(0),
    String(row.refused),
    three(row.latency, 1),
    three(row.ed25519, 0),
    three(row.secp256k1, 0),
    three(row.card, 0),
    row.cpu.toFixed(0),
    row.http === undefined ? 'n/a' : row.http.toFixed(0),
  ]
}

function three({ p50, p95, p99 }: Percentiles, digits: number): string {
  return [p50, p95, p99].map((value) => value.toFixed(digits)).join(' / ')
}

/** The rates at which a server is asked that took `found` a second of connections that are never idle. */
export function ratesFor(found: number): number[] {
  const wanted = objectives.perSecond
  return [Math.round(found * share), ...(wanted < found ? [wanted] : [])].filter((rate) => rate > 0)
}

/** Why the figures of a row judge nothing. */
export function faults({ taken, refused, stored }: Figures): string[] {
  return [
    ...(refused > 0 ? [`${refused} refused or failed of ${taken + refused}`] : []),
    ...(stored !== taken
      ? [`the server has ${stored} agents more, and said yes ${taken} times`]
      : []),
    // Without one sample beyond it, a 99th percentile is the slowest answer.
    ...(taken <= 100 ? ['too few answers for a 99th percentile'] : []),
  ]
}

/** Each objective with what was measured. */
export function summary(rows: readonly Figures[]): string {
  const { perSecond, fleet, fleetCores } = objectives
  const near = nearest(rows)
  const cores = (wanted: number) => Math.ceil((wanted * near.cpu) / 1e6)
  return [
    'Objectives of report 000 (another machine, Apple M2 Max; a database is in none of the figures):',
    ...rows.flatMap(judged),
    `  ${perSecond} a second: ${most(rows).toFixed(0)} here at most, with the load on the same cores`,
    `  processor time at ${near.perSecond.toFixed(0)} a second, the nearest to that: ${near.cpu.toFixed(0)} us each; ${perSecond} a second need ${cores(perSecond)} cores,`,
    `  ${fleet} need ${cores(fleet)} of the report's ${fleetCores}`,
    near.http === undefined
      ? '  the share of the HTTP thread: n/a in this Node'
      : `  one process ends at ${(1e6 / near.http).toFixed(0)} a second, when its HTTP thread is full; more processes then share the port`,
  ].join('\n')
}

/**
 * The line of a row at a fixed rate. Connections that are never idle cause their own latency, so such a row judges
 * nothing, and is named only if something went wrong.
 */
function judged(row: Figures): string[] {
  const name = `  ${row.workers} workers, ${row.rate === undefined ? `${row.connections} connections` : `${row.rate} a second`}`
  const wrong = faults(row)
  if (wrong.length > 0) return [`${name}: not judged: ${wrong.join('; ')}`]
  if (row.rate === undefined) return []
  const operations = (['ed25519', 'secp256k1', 'card'] as const).map(
    (part) => `${operation[part]} ${said(row[part].p99, objectives.crypto, 'us')}`,
  )
  const late = `of which the sender ${(row.late ?? 0).toFixed(1)}`
  const answer = `API p99 ${said(row.latency.p99, objectives.api, 'ms')} (${late})`
  return [`${name}: ${answer}; crypto p99: ${operations.join(', ')}`]
}

const operation = { ed25519: 'Ed25519 proof', secp256k1: 'secp256k1 proof', card: 'card' }

function said(value: number, limit: number, unit: string): string {
  return `${value.toFixed(value < 10 ? 1 : 0)} ${unit} of ${limit}: ${value < limit ? 'held' : 'missed'}`
}

/** The row whose load is the nearest to the objective's. */
function nearest(rows: readonly Figures[]): Figures {
  const far = ({ perSecond }: Figures) => Math.abs(perSecond - objectives.perSecond)
  return rows.reduce((best, row) => (far(row) < far(best) ? row : best))
}

function most(rows: readonly Figures[]): number {
  return Math.max(...rows.map((row) => row.perSecond))
}
