/**
 * Figures as people read them. Runs in Node and in browsers.
 *
 * @module
 */

import type { Row } from './result.js'

/** Nanoseconds with three figures and the unit that suits them. */
export function duration(ns: number): string {
  const rounded = Number(ns.toPrecision(3))
  const units = [
    ['s', 1e9],
    ['ms', 1e6],
    ['µs', 1e3],
  ] as const
  const [unit, scale] = units.find(([, least]) => Math.abs(rounded) >= least) ?? ['ns', 1]
  return `${figures(rounded / scale)} ${unit}`
}

/** Three figures, never with an exponent: `1.20`, `34.5`, `617`. */
export function figures(value: number): string {
  if (value === 0) return '0'
  const whole = Math.floor(Math.log10(Math.abs(value))) + 1
  return value.toFixed(Math.max(0, Math.min(9, 3 - whole)))
}

/** A ratio: `0.97x`, `12.3x`. */
export function times(value: number): string {
  return `${value >= 10 ? figures(value) : value.toFixed(2)}x`
}

/** A ratio where more is better, for people: `2.41×`. */
export function fold(value: number): string {
  return times(value).replace('x', '×')
}

/** A count with groups of three digits. */
export function grouped(value: number): string {
  return Math.round(value).toLocaleString('en-US')
}

/** The median of a row, in its unit. */
export function figureOf({ p50, unit }: Pick<Row, 'p50' | 'unit'>): string {
  return unit === 'bytes' ? `${grouped(p50)} B` : duration(p50)
}

const tails = { p75: 0.75, p95: 0.95, p99: 0.99, p999: 0.999 } as const

/**
 * A percentile of a row. A percentile of batch means is marked. One beyond the samples would be the slowest call, so it
 * is no figure.
 */
export function tail(row: Row, name: keyof typeof tails): string {
  if (row.unit !== 'ns') return figureOf(row)
  return known(row, name) ? `${duration(row[name])}${row.ofBatchMeans ? '*' : ''}` : 'n/a'
}

/** Whether a row has samples beyond its percentile `name`. */
export function known({ samples }: Row, name: keyof typeof tails): boolean {
  // The rounding of 1 - 0.99 is not a reason to lose a row of just 100 samples.
  return samples * (1 - tails[name]) > 1 - 1e-6
}

/** How far the 95 % interval of the median reaches, to its farther side, in percent: `±2 %`. */
export function marginOf({ p50, low, high }: Pick<Row, 'p50' | 'low' | 'high'>): string {
  const share = (100 * Math.max(high - p50, p50 - low)) / p50
  return `±${share < 10 ? share.toFixed(1) : share.toFixed(0)} %`
}
