/**
 * Figures as text.
 *
 * @module
 */

import { figures as digitsOf, duration, figureOf, marginOf, tail } from '../format.js'
import type { Row } from '../result.js'

/** The figures of a row that a table can show. */
export const figures = {
  p50: 'median',
  p75: '75th percentile',
  p95: '95th percentile',
  p99: '99th percentile',
  p999: '99.9th percentile',
  mean: 'mean',
  opsPerSecond: 'operations a second',
} as const

export type Figure = keyof typeof figures

/** How long until the end, roughly. */
export function wait(ms: number): string {
  const seconds = Math.round(ms / 1000)
  if (seconds < 1) return 'less than a second'
  if (seconds < 90) return `${seconds} s`
  return `${Math.round(seconds / 60)} min`
}

/** One figure of a row. */
export function text(row: Row, figure: Figure): string {
  if (row.unit !== 'ns') return figureOf(row)
  if (figure === 'opsPerSecond') return count(row.opsPerSecond)
  if (figure === 'p50' || figure === 'mean') return duration(row[figure])
  return tail(row, figure)
}

/** How far the median's 95 % interval reaches. */
export function margin(row: Row): string {
  const half = Math.max(row.high - row.p50, row.p50 - row.low)
  return half < row.p50 ? marginOf(row) : '± over 100 %'
}

function count(value: number): string {
  if (value >= 1e6) return `${digitsOf(value / 1e6)} M`
  return value >= 1e3 ? `${digitsOf(value / 1e3)} k` : digitsOf(value)
}
