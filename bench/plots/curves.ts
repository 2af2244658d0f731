/**
 * Lines with points on a scale of logarithms, named at their ends.
 *
 * @module
 */

import * as Plot from '@observablehq/plot'
import { duration } from '../format.js'
import type { Series } from './series.js'
import { emsIn, finish, roomFor, width } from './svg.js'

export type X = number | string
/** A median or a percentile, in nanoseconds, perhaps with an interval. */
export type Point = { x: X; y: number; low?: number; high?: number }
/** One line: through `points`, unless a `fit` goes by them. */
export type Curve = { series: Series; points: readonly Point[]; fit?: readonly Point[] }

export type Axes = {
  title: string
  description: string
  x: Plot.ScaleOptions
  ticks: readonly X[]
  axis: { label: string; text?: readonly string[] }
}

const [height, left, top, bottom] = [280, 56, 14, 40]
/** Names of lines need this much room. */
const gap = 13

/** One figure of all `curves`. */
export function curvesFigure(
  document: Document,
  axes: Axes,
  curves: readonly Curve[],
): SVGSVGElement {
  const values = curves.flatMap(({ points }) =>
    points.flatMap(({ y, low = y, high = y }) => [y, low, high]),
  )
  const domain: [number, number] = [Math.min(...values) / 1.1, Math.max(...values) * 1.1]
  const lines = ticks(domain)
  const right = roomFor(curves.map(({ series }) => series.name))
  const svg = Plot.plot({
    document,
    width,
    height,
    marginLeft: left,
    marginRight: right,
    marginTop: top,
    marginBottom: bottom,
    style: { fontSize: '12px' },
    inset: 6,
    x: { ...axes.x, axis: null },
    y: { type: 'log', domain, axis: null },
    marks: [
      Plot.gridY(lines),
      // Texts, as a scale of logarithms leaves out some of its own.
      Plot.axisY(lines, { text: lines.map(duration), label: null }),
      Plot.axisX(axes.ticks, { ...axes.axis, labelAnchor: 'center', labelArrow: 'none' }),
      ...curves.flatMap(marks),
      names(curves, domain, emsIn(right - 8)),
    ],
  })
  return finish(document, svg, axes.title, axes.description)
}

/** Values of 1, 2 and 5 times a power of ten; fewer where there is no room. */
function ticks([low, high]: readonly [number, number]): number[] {
  const decades = Math.log10(high / low)
  const steps =
    decades > 4
      ? [1]
      : decades > 2.2
        ? [1, 3]
        : decades > 0.6
          ? [1, 2, 5]
          : [1, 1.5, 2, 3, 4, 5, 6, 8]
  const first = Math.floor(Math.log10(low))
  return Array.from({ length: Math.ceil(decades) + 2 }, (_, index) => 10 ** (first + index))
    .flatMap((power) => steps.map((step) => step * power))
    .filter((value) => value >= low && value <= high)
}

function marks({ series, points, fit }: Curve): Plot.Markish[] {
  const { colour: stroke, symbol, dash: strokeDasharray } = series
  const whiskers = points.filter(({ low, high }) => low !== undefined && high !== undefined)
  return [
    Plot.line(fit ?? points, { x: 'x', y: 'y', stroke, strokeDasharray, clip: true }),
    Plot.ruleX(whiskers, { x: 'x', y1: 'low', y2: 'high', stroke }),
    Plot.dot(points, { x: 'x', y: 'y', stroke, fill: stroke, symbol, r: 3.5 }),
  ]
}

/** The name of each line beside its last point, moved apart where two would cover each other. */
function names(
  curves: readonly Curve[],
  [low, high]: readonly [number, number],
  lineWidth: number,
): Plot.Markish {
  const room = height - top - bottom - 12
  const ends = curves
    .map(({ series, points }) => ({ name: series.name, y: points.at(-1)?.y ?? low }))
    .map((end) => ({ ...end, at: room * (1 - Math.log(end.y / low) / Math.log(high / low)) }))
    .sort((a, b) => a.at - b.at)
  for (const [index, end] of ends.entries())
    end.at = Math.max(end.at, (ends[index - 1]?.at ?? -gap) + gap)
  const over = Math.max(0, (ends.at(-1)?.at ?? 0) - room)
  const placed = ends.map((end) => ({
    ...end,
    y: low * (high / low) ** (1 - (end.at - over) / room),
  }))
  return Plot.text(placed, {
    y: 'y',
    text: 'name',
    frameAnchor: 'right',
    textAnchor: 'start',
    dx: 8,
    lineWidth,
    textOverflow: 'ellipsis',
  })
}
