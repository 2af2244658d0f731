/**
 * Figures as text.
 *
 * @module
 */

import type { Row } from '../result.js'

/** The figures of a row that a table can show. */
export const figures = {
  p50: 'median',
  p95: '95th percentile',
  p99: '99th percentile',
  mean: 'mean',
  opsPerSecond: 'operations a second',
} as const

export type Figure = keyof typeof figures

/** Nanoseconds, with three digits and a unit. */
export function duration(ns: number): string {
  const units: [number, string][] = [
    [1e3, 'ns'],
    [1e6, 'µs'],
    [1e9, 'ms'],
    [Number.POSITIVE_INFINITY, 's'],
  ]
  const at = units.findIndex(([end]) => rounded(ns) < end)
  const [, unit = 's'] = units[at] ?? []
  return `${digits(ns / 1e3 ** at)} ${unit}`
}

/** How long until the end, roughly. */
export function wait(ms: number): string {
  const seconds = Math.round(ms / 1000)
  if (seconds < 1) return 'less than a second'
  if (seconds < 90) return `${seconds} s`
  return `${Math.round(seconds / 60)} min`
}

/** One figure of a row. */
export function text(row: Row, figure: Figure): string {
  if (row.unit !== 'ns') return `${digits(row.p50)} ${row.unit}`
  if (figure === 'opsPerSecond') return count(row.opsPerSecond)
  // A percentile of means says nothing about single calls, and is marked.
  const mark = row.ofBatchMeans && (figure === 'p95' || figure === 'p99') ? '*' : ''
  return `${duration(row[figure])}${mark}`
}

/** Half of the median's 95 % interval, as a share of the median. */
export function margin(row: Row): string {
  const share = ((row.high - row.low) / 2 / row.p50) * 100
  return `± ${share < 10 ? share.toFixed(1) : Math.round(share)} %`
}

/** How many times as much. */
export function ratio(value: number): string {
  return `${value < 100 ? value.toPrecision(3) : Math.round(value)}×`
}

function count(value: number): string {
  if (value >= 1e6) return `${digits(value / 1e6)} M`
  return value >= 1e3 ? `${digits(value / 1e3)} k` : digits(value)
}

function digits(value: number): string {
  return value >= 100 ? String(Math.round(value)) : value.toPrecision(3)
}

/** To three digits, so that 999.7 is 1000 before its unit is picked. */
function rounded(value: number): number {
  return Number(value.toPrecision(3))
}
