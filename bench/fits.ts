/**
 * Straight lines through the rows of one family: what one key, member, receipt or byte more costs.
 *
 * A family is the cases of a group whose names differ in the number alone that is their `n` or
 * `bytes` (`seal 64 B`, `seal 256 B`, …). Runs in Node and in browsers.
 *
 * @module
 */

import type { Row } from './result.js'
import { student95 } from './stats.js'

/** `time = intercept + slope * x`, in nanoseconds. */
export type Fit = {
  /** The name of its cases, with `#` for the number. */
  family: string
  group: string
  engine: string
  /** Which member of a row is `x`. */
  by: 'n' | 'bytes'
  /** What one step of `x` is: `ring member`, `byte`, … */
  per: string
  points: number
  intercept: number
  slope: number
  /** Half the width of the 95 % interval of the slope. */
  moe: number
  /** Share of the variance that the line explains, at most 1. */
  r2: number
  unit: 'ns'
}

/** One row of a family. */
export type Point = { x: number; y: number }

/** Rows of one family and engine, ascending. */
export type Family = Pick<Fit, 'family' | 'group' | 'engine' | 'by' | 'per'> & {
  rows: readonly (Row & { x: number })[]
}

/** A line through fewer points says nothing about how straight they lie. */
const fewest = 3

/** What the number of a family counts, by the first word that its name has. */
const counted: readonly (readonly [RegExp, string])[] = [
  [/\bring\b/, 'ring member'],
  [/\bkeys?\b/, 'key'],
  [/\bgenerations?\b/, 'generation'],
  [/\bheartbeats?\b/, 'heartbeat'],
  [/\battempts?\b/, 'attempt'],
  [/\blinks?\b/, 'link'],
  [/\bmessages?\b/, 'message'],
  [/\bsessions?\b/, 'session'],
  [/\bleaves\b/, 'leaf'],
  [/\breceipts?\b|\bchain of\b/, 'receipt'],
]

/** Every family with enough sizes. */
export function familiesOf(rows: readonly Row[]): Family[] {
  const families = new Map<string, { head: Omit<Family, 'rows'>; rows: (Row & { x: number })[] }>()
  for (const row of rows.filter(({ state, unit }) => state === 'warm' && unit === 'ns'))
    for (const by of ['n', 'bytes'] as const) {
      const x = row[by]
      const family = x === undefined ? undefined : familyName(row.case, by, x)
      if (x === undefined || family === undefined) continue
      const head = { family, group: row.group, engine: row.engine, by, per: unitOf(family, by) }
      const key = JSON.stringify(head)
      const found = families.get(key) ?? { head, rows: [] }
      found.rows.push({ ...row, x })
      families.set(key, found)
    }
  return [...families.values()]
    .map(({ head, rows }) => ({ ...head, rows: rows.toSorted((a, b) => a.x - b.x) }))
    .filter(({ rows }) => new Set(rows.map(({ x }) => x)).size >= fewest)
}

/** A line for each family. */
export function fitsOf(rows: readonly Row[]): Fit[] {
  return familiesOf(rows).map(({ rows: members, ...head }) => ({
    ...head,
    points: members.length,
    ...line(members.map(({ x, p50 }) => ({ x, y: p50 }))),
    unit: 'ns',
  }))
}

/** The case's name with `#` for its number; nothing where the number is not in it. */
export function familyName(name: string, by: 'n' | 'bytes', x: number): string | undefined {
  const scales: Record<string, number> = { KB: 1024, MB: 1 << 20, B: 1 }
  let found = false
  const family = name.replace(
    /\b(\d+(?:,\d{3})*)( (?:KB|MB|B)\b)?/g,
    (whole, digits: string, unit?: string) => {
      const value = Number(digits.replaceAll(',', ''))
      const scale = unit === undefined ? 1 : (scales[unit.trim()] ?? 1)
      const fits =
        by === 'bytes'
          ? unit !== undefined && value * scale === x
          : unit === undefined && value === x
      if (found || !fits) return whole
      found = true
      return by === 'bytes' ? '#' : `#${unit ?? ''}`
    },
  )
  return found ? family : undefined
}

function unitOf(family: string, by: 'n' | 'bytes'): string {
  if (by === 'bytes') return 'byte'
  return counted.find(([word]) => word.test(family))?.[1] ?? 'item'
}

/**
 * The line of least squares of the relative errors (weights `1 / y²`).
 *
 * A clock and a scheduler err in proportion to what they time; with equal weights the largest size
 * alone would place the line, and the intercept would be its error.
 */
export function line(points: readonly Point[]): Pick<Fit, 'intercept' | 'slope' | 'moe' | 'r2'> {
  const weighted = points.map(({ x, y }) => ({ x, y, w: 1 / y ** 2 }))
  const sum = (of: (point: { x: number; y: number; w: number }) => number) =>
    weighted.reduce((total, point) => total + of(point), 0)
  const weight = sum(({ w }) => w)
  const middle = { x: sum(({ x, w }) => w * x) / weight, y: sum(({ y, w }) => w * y) / weight }
  const spread = sum(({ x, w }) => w * (x - middle.x) ** 2)
  const slope = sum(({ x, y, w }) => w * (x - middle.x) * (y - middle.y)) / spread
  const intercept = middle.y - slope * middle.x
  const rest = sum(({ x, y, w }) => w * (y - intercept - slope * x) ** 2)
  const all = sum(({ y, w }) => w * (y - middle.y) ** 2)
  const freedom = points.length - 2
  const error = freedom > 0 ? Math.sqrt(rest / freedom / spread) : 0
  return {
    intercept,
    slope,
    moe: freedom > 0 ? student95(freedom) * error : 0,
    r2: all === 0 ? 1 : 1 - rest / all,
  }
}
