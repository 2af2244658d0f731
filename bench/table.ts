/**
 * The terminal table: engines as columns, and the peers that did one of the jobs.
 *
 * @module
 */

import { engines } from './engines.js'
import { peers } from './peers.js'
import type { Row } from './result.js'

/** Formats nanoseconds with three figures. */
export function duration(ns: number): string {
  const [value, unit] = ns < 1e3 ? [ns, 'ns'] : ns < 1e6 ? [ns / 1e3, 'us'] : [ns / 1e6, 'ms']
  return `${value.toPrecision(3)} ${unit}`
}

/** The whole table; `missing` says why a column is `n/a`. */
export function table(rows: readonly Row[], missing: ReadonlyMap<string, string>): string {
  const others = peers.filter(
    (name) => missing.has(name) || rows.some((row) => row.engine === name),
  )
  const header = [
    'case',
    ...engines.map((name) => `${name} p50`),
    'fma/native',
    'wasm/native',
    'p99 native',
    ...others.map((name) => `${name} p50`),
    'reference',
  ]
  const lines = [header]
  let group = ''
  for (const name of new Set(rows.map((row) => row.case))) {
    const of = rows.filter((row) => row.case === name)
    if (of[0] && of[0].group !== group) {
      group = of[0].group
      lines.push([`[${group}]`])
    }
    lines.push(line(name, of, others))
  }
  const notes = [...missing].map(([name, why]) => `${name}: n/a (${why})`)
  return [...align(lines), '', ...notes, '* percentiles of batch means', reference(rows)]
    .filter(Boolean)
    .join('\n')
}

function line(name: string, rows: readonly Row[], others: readonly string[]): string[] {
  const find = (engine: string) => rows.find((row) => row.engine === engine)
  const native = find('native')
  const ratio = (engine: string) => {
    const row = find(engine)
    return row && native ? `${(row.p50 / native.p50).toFixed(2)}x` : 'n/a'
  }
  const p50 = (engine: string) => {
    const row = find(engine)
    return row ? duration(row.p50) : 'n/a'
  }
  const p99 = native ? `${duration(native.p99)}${native.ofBatchMeans ? '*' : ''}` : 'n/a'
  const given = rows[0]?.reference?.[0]
  return [
    name,
    ...engines.map(p50),
    ratio('wasm-fma'),
    ratio('wasm'),
    p99,
    ...others.map(p50),
    given?.ns === undefined ? '-' : duration(given.ns),
  ]
}

function reference(rows: readonly Row[]): string {
  const platforms = new Set(
    rows.flatMap((row) => row.reference?.map((one) => `${one.report}, ${one.platform}`) ?? []),
  )
  return platforms.size > 0
    ? `reference: ${[...platforms].join('; ')}: another machine, for orientation`
    : ''
}

function align(lines: readonly string[][]): string[] {
  const width = (column: number) =>
    Math.max(...lines.map((cells) => (cells.length > 1 ? (cells[column]?.length ?? 0) : 0)))
  const widths = lines[0]?.map((_, column) => width(column)) ?? []
  return lines.map((cells) =>
    cells
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  '),
  )
}
