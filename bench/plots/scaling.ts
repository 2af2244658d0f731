/**
 * How the time of a family grows with keys, members, receipts or bytes, with the line that fits.
 *
 * @module
 */

import { type Family, familiesOf, line } from '../fits.js'
import { grouped } from '../format.js'
import { groupBy } from '../group.js'
import { type Curve, curvesFigure, type Point } from './curves.js'
import { type Named, placedRows, type Series, seriesOf } from './series.js'

type Member = Family & { machine: number }

/** A figure for each family with at least three sizes, of `group` alone where one is named. */
export function scalingCurves(
  document: Document,
  results: readonly Named[],
  group?: string,
): SVGSVGElement[] {
  const rows = placedRows(results, (row) => group === undefined || row.group === group)
  const members: Member[] = results.flatMap((_, machine) =>
    familiesOf(rows.filter((row) => row.machine === machine)).map((family) => ({
      ...family,
      machine,
    })),
  )
  const families = groupBy(members, ({ family, group, by }) => JSON.stringify([group, family, by]))
  return [...families.values()].map((of) => {
    const { family, per } = of[0] as Member
    const sizes = [...new Set(of.flatMap(({ rows }) => rows.map(({ x }) => x)))].sort(
      (a, b) => a - b,
    )
    const ticks = apart(sizes)
    return curvesFigure(
      document,
      {
        title: family,
        description: `Medians with 95 % intervals, and lines of least squares, for each ${per}: ${sizes.join(', ')}.`,
        x: { type: 'log', domain: [sizes[0], sizes.at(-1)] },
        ticks,
        axis: { label: per === 'byte' ? 'bytes' : `${per}s`, text: ticks.map(grouped) },
      },
      seriesOf(of, results).map((series) => curve(series, of)),
    )
  })
}

function curve(series: Series, members: readonly Member[]): Curve {
  const points = members
    .filter(({ engine, machine }) => engine === series.engine && machine === series.machine)
    .flatMap(({ rows }) => rows.map(({ x, p50, low, high }) => ({ x, y: p50, low, high })))
  return { series, points, fit: fitted(points) }
}

/** The line, which bends on scales of logarithms, at forty places. */
function fitted(points: readonly (Point & { x: number })[]): Point[] {
  const { intercept, slope } = line(points)
  const [first, last] = [points[0]?.x ?? 1, points.at(-1)?.x ?? 1]
  return Array.from({ length: 41 }, (_, index) => first * (last / first) ** (index / 40))
    .map((x) => ({ x, y: intercept + slope * x }))
    .filter(({ y }) => y > 0)
}

/** Sizes whose labels have room. */
function apart(sizes: readonly number[]): number[] {
  const span = Math.log((sizes.at(-1) ?? 1) / (sizes[0] ?? 1))
  const chosen: number[] = []
  for (const size of sizes) {
    const before = chosen.at(-1)
    if (before === undefined || Math.log(size / before) > span / 9) chosen.push(size)
  }
  return chosen
}
