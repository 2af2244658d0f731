/**
 * The cases of a score: how many times as fast each is as its fastest peer, on a scale of logarithms, where twice as fast
 * is as far from even as half as fast.
 *
 * @module
 */

import * as Plot from '@observablehq/plot'
import { times } from '../format.js'
import { type Score, type Speedup, verdictOf } from '../score.js'
import { emsIn, finish, roomFor } from './svg.js'

const [width, lineHeight, right] = [640, 24, 150]
const ticks = [0.01, 0.1, 0.5, 1, 2, 5, 10, 100, 1_000]
const colours = {
  faster: 'var(--faster, #138a72)',
  slower: 'var(--slower, #b4530f)',
  same: 'var(--peer, #84848c)',
}

type Dot = { name: string; text: string; colour: string; value: number; low: number; high: number }

/** A line for each case of `score`, the fastest first, and one for the mean. */
export function speedupDots(document: Document, score: Score): SVGSVGElement {
  const dots = score.speedups.toSorted((a, b) => b.ratio.value - a.ratio.value).map(dot)
  const domain = extent(dots)
  const left = roomFor(dots.map(({ name }) => name))
  const svg = Plot.plot({
    document,
    width,
    height: dots.length * lineHeight + 34,
    marginLeft: left + 30,
    marginRight: right,
    marginTop: 8,
    marginBottom: 26,
    style: { fontSize: '12px' },
    x: { type: 'log', domain, axis: null },
    y: { axis: null, domain: dots.map(({ name }) => name) },
    marks: marks(dots, domain, score),
  })
  const title = `${times(score.value)} as fast, by geometric mean`
  return finish(document, svg, title, dots.map(({ name, text }) => `${name}: ${text}`).join('; '))
}

function dot({ ours, peer, ratio }: Speedup): Dot {
  return {
    name: ours.case,
    text: `${times(ratio.value)} ${peer.engine}`,
    colour: colours[verdictOf(ratio)],
    ...ratio,
  }
}

/** Even is always in it, with some room about what is farthest. */
function extent(dots: readonly Dot[]): [number, number] {
  const low = Math.min(0.8, ...dots.map((each) => each.low))
  const high = Math.max(1.25, ...dots.map((each) => each.high))
  return [low / 1.1, high * 1.1]
}

function marks(dots: readonly Dot[], [low, high]: [number, number], score: Score): Plot.Markish[] {
  const seen = ticks.filter((tick) => tick >= low && tick <= high)
  const text = { y: 'name', textOverflow: 'ellipsis' } as const
  return [
    Plot.gridX(seen, { strokeOpacity: 0.12 }),
    Plot.axisX(seen, { tickFormat: times, tickSize: 0, label: null }),
    Plot.ruleX([1], { strokeOpacity: 0.6 }),
    Plot.rectX([score], { x1: 'low', x2: 'high', fill: 'currentColor', fillOpacity: 0.12 }),
    Plot.ruleX([score.value], { strokeDasharray: '3 3', strokeOpacity: 0.6 }),
    Plot.ruleY(dots, { x1: 'low', x2: 'high', y: 'name', stroke: 'colour', strokeWidth: 2 }),
    Plot.dot(dots, { x: 'value', y: 'name', fill: 'colour', r: 4.5 }),
    Plot.text(dots, {
      ...text,
      text: 'name',
      frameAnchor: 'left',
      textAnchor: 'end',
      dx: -8,
      lineWidth: emsIn(200),
    }),
    Plot.text(dots, {
      ...text,
      text: 'text',
      frameAnchor: 'right',
      textAnchor: 'start',
      dx: 8,
      lineWidth: emsIn(right - 8),
    }),
  ]
}
