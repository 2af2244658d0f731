/**
 * Bars of a group: each case has a scale of its own from zero, since a group goes from nanoseconds to
 * milliseconds, and each bar says its time. Whiskers are the 95 % interval of the median.
 *
 * @module
 */

import * as Plot from '@observablehq/plot'
import { figureOf } from '../format.js'
import { groupBy } from '../group.js'
import { type Named, type Placed, placedRows, type Series, seriesOf } from './series.js'
import { emsIn, finish, roomFor, width } from './svg.js'

/** Bars in one figure, about: taller figures do not fit on a screen. */
const bars = 24
/** A whisker that reaches farther than this, in terms of the longest bar, is cut. */
const reach = 1.5
const [lineHeight, right] = [18, 62]

type Bar = {
  key: string
  name: string
  text: string
  colour: string
  of: number
  low: number
  high: number
}
type Title = { key: string; title: string }

/** Figures of a group's cases, in the order of the rows; none where the group has no rows. */
export function groupBars(
  document: Document,
  results: readonly Named[],
  group: string,
): SVGSVGElement[] {
  const rows = placedRows(results, (row) => row.group === group)
  const series = seriesOf(rows, results)
  const cases = groupBy(rows, (row) => row.case)
  return chunks([...cases]).map((part) => figure(document, group, part, series))
}

function chunks(cases: readonly [string, Placed[]][]): [string, Placed[]][][] {
  const parts: [string, Placed[]][][] = []
  let room = 0
  for (const [name, rows] of cases) {
    if (room < rows.length) {
      parts.push([])
      room = bars
    }
    parts.at(-1)?.push([name, rows])
    room -= rows.length
  }
  return parts
}

function figure(
  document: Document,
  group: string,
  cases: readonly [string, Placed[]][],
  series: readonly Series[],
): SVGSVGElement {
  const titles = cases.map(([name], index): Title => ({ key: `${index}`, title: name }))
  const all = cases.map(([, rows], index) => barsOf(rows, series, index))
  const lines = titles.flatMap(({ key }, index) => [
    key,
    ...(all[index] ?? []).map((bar) => bar.key),
  ])
  const left = roomFor(series.map(({ name }) => name))
  const svg = Plot.plot({
    document,
    width,
    height: lines.length * lineHeight + 8,
    marginLeft: left,
    marginRight: right,
    marginTop: 4,
    marginBottom: 4,
    style: { fontSize: '12px' },
    x: { axis: null, domain: [0, 1] },
    y: { axis: null, domain: lines, padding: 0.25, round: false },
    marks: [titleMark(titles, left), ...barMarks(all.flat(), left)],
  })
  const names = titles.map(({ title }) => title).join('; ')
  return finish(document, svg, `${group}: medians`, `Bars with 95 % intervals of ${names}.`)
}

/** Lengths are shares of the longest bar of the case, with its whisker. */
function barsOf(rows: readonly Placed[], series: readonly Series[], index: number): Bar[] {
  const longest = Math.max(...rows.map(({ p50 }) => p50))
  const end = Math.min(Math.max(...rows.map(({ high }) => high)), reach * longest)
  return series.flatMap(({ name, colour, engine, machine }) =>
    rows
      .filter((row) => row.engine === engine && row.machine === machine)
      .map((row) => ({
        key: JSON.stringify([index, row.state, name]),
        name: row.state === 'cold' ? `${name}, cold` : name,
        text: figureOf(row),
        colour,
        of: row.p50 / end,
        low: row.low / end,
        high: Math.min(1, row.high / end),
      })),
  )
}

function titleMark(titles: readonly Title[], left: number): Plot.Markish {
  return Plot.text(titles, {
    y: 'key',
    text: 'title',
    frameAnchor: 'left',
    textAnchor: 'start',
    dx: -left,
    fontWeight: 600,
    lineWidth: emsIn(width),
    textOverflow: 'ellipsis',
  })
}

function barMarks(all: readonly Bar[], left: number): Plot.Markish[] {
  const whisker = { y: 'key', stroke: 'currentColor' } as const
  return [
    Plot.text(all, {
      y: 'key',
      text: 'name',
      frameAnchor: 'left',
      textAnchor: 'end',
      dx: -6,
      lineWidth: emsIn(left - 6),
      textOverflow: 'ellipsis',
    }),
    Plot.barX(all, { x1: 0, x2: 'of', y: 'key', fill: 'colour' }),
    Plot.ruleY(all, { ...whisker, x1: 'low', x2: 'high' }),
    Plot.tickX(all, { ...whisker, x: 'low', inset: 3 }),
    Plot.tickX(all, { ...whisker, x: 'high', inset: 3 }),
    Plot.text(all, { x: 'high', y: 'key', text: 'text', textAnchor: 'start', dx: 5 }),
  ]
}
