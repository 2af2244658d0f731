/**
 * The cases of a score: how many times as fast each is as its fastest peer, on a scale of logarithms, where twice as fast
 * is as far from even as half as fast.
 *
 * @module
 */

import * as Plot from '@observablehq/plot'
import { fold } from '../format.js'
import { type Score, type Speedup, verdictOf } from '../score.js'
import { emsIn, finish, width } from './svg.js'

const lineHeight = 34
const ticks = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 1_000]
const colours = {
  faster: 'var(--faster, #14703f)',
  slower: 'var(--slower, #9a4a00)',
  same: 'var(--peer, #84848c)',
}

type Dot = { name: string; text: string; colour: string; value: number; low: number; high: number }

/** A line for each case of `score`, the fastest first; the mean and its interval go through all. */
export function speedupDots(document: Document, score: Score): SVGSVGElement {
  const dots = score.speedups.toSorted((a, b) => b.ratio.value - a.ratio.value).map(dot)
  const domain = extent(dots)
  const svg = Plot.plot({
    document,
    width,
    height: dots.length * lineHeight + 24,
    marginLeft: 8,
    marginRight: 8,
    marginTop: 0,
    marginBottom: 24,
    style: { fontSize: '12px' },
    x: { type: 'log', domain, axis: null },
    y: { axis: null, domain: dots.map(({ name }) => name) },
    marks: marks(dots, domain, score),
  })
  const each = dots.map(({ name, text }) => `${name}: ${text}`).join('; ')
  return finish(document, svg, `${fold(score.value)} as fast, by geometric mean`, each)
}

function dot({ ours, peer, ratio }: Speedup): Dot {
  return {
    name: ours.case,
    text: `${fold(ratio.value)} ${peer.engine}`,
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
  const seen = spread(ticks.filter((tick) => tick >= low && tick <= high))
  const line = { y: 'name', dy: 7 } as const
  // Lines go behind the words.
  const halo = { stroke: 'var(--raised, #fff)', strokeWidth: 4, fill: 'currentColor' } as const
  const words = { y: 'name', dy: -8, textOverflow: 'ellipsis', ...halo } as const
  return [
    Plot.gridX(seen, { strokeOpacity: 0.12 }),
    Plot.axisX(seen, { tickFormat: (tick: number) => `${tick}×`, tickSize: 0, label: null }),
    Plot.rectX([score], { x1: 'low', x2: 'high', fill: 'currentColor', fillOpacity: 0.12 }),
    Plot.ruleX([score.value], { strokeDasharray: '3 3', strokeOpacity: 0.5 }),
    Plot.ruleX([1], { strokeOpacity: 0.6 }),
    Plot.ruleY(dots, { ...line, x1: 'low', x2: 'high', stroke: 'colour', strokeWidth: 2 }),
    Plot.dot(dots, { ...line, x: 'value', fill: 'colour', r: 4.5 }),
    Plot.text(dots, {
      ...words,
      text: 'name',
      frameAnchor: 'left',
      textAnchor: 'start',
      lineWidth: emsIn(0.55 * width),
    }),
    Plot.text(dots, {
      ...words,
      text: 'text',
      frameAnchor: 'right',
      textAnchor: 'end',
      lineWidth: emsIn(0.45 * width),
    }),
  ]
}

/** At most eight, with 1 among them, so that none stands on another. */
function spread(all: readonly number[]): number[] {
  if (all.length <= 8) return [...all]
  const even = all.indexOf(1) % 2
  return all.filter((_, index) => index % 2 === even)
}
