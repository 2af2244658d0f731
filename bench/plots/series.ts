/**
 * Who stands in a plot, and how each is told apart: by a label, a symbol and a dash as well as by a colour.
 *
 * @module
 */

import { engines } from '../engines.js'
import type { Result, Row } from '../result.js'

/** A result file with a short name for its machine; the name is shown only beside others. */
export type Named = { label: string; result: Result }

/** An engine or a peer on one machine. */
export type Series = {
  name: string
  engine: string
  machine: number
  /** A CSS variable of the page, with a colour that can be read on white and on black. */
  colour: string
  symbol: 'circle' | 'square' | 'triangle' | 'diamond' | 'star' | 'wye' | 'cross'
  dash: string
}

/** A row, and the machine that it comes from. */
export type Placed = Row & { machine: number }

const colours: Readonly<Record<string, string>> = {
  native: 'var(--native, #3b76d1)',
  'wasm-fma': 'var(--wasm-fma, #c2571a)',
  wasm: 'var(--wasm, #138a72)',
}
const peerColour = 'var(--peer, #84848c)'
const symbols = ['circle', 'square', 'triangle', 'diamond', 'star', 'wye', 'cross'] as const
const dashes = ['none', '6 3', '2 3', '8 3 2 3']

/** Every row of every file that `wanted` wants, with its machine. */
export function placedRows(results: readonly Named[], wanted: (row: Row) => boolean): Placed[] {
  return results.flatMap(({ result }, machine) =>
    result.rows.filter(wanted).map((row) => ({ ...row, machine })),
  )
}

/** The series of `rows`: engines in the order of the columns, then peers by name, each on every machine. */
export function seriesOf(
  rows: readonly Pick<Placed, 'engine' | 'machine'>[],
  results: readonly Named[],
): Series[] {
  const peers = [
    ...new Set(results.flatMap(({ result }) => result.rows.map(({ engine }) => engine))),
  ]
    .filter((name) => !(engines as readonly string[]).includes(name))
    .sort()
  const order = [...engines, ...peers]
  return order.flatMap((engine, place) =>
    results.flatMap(({ label }, machine): Series[] => {
      if (!rows.some((row) => row.engine === engine && row.machine === machine)) return []
      return [
        {
          name: results.length > 1 ? `${engine}, ${label}` : engine,
          engine,
          machine,
          colour: colours[engine] ?? peerColour,
          symbol: symbols[place % symbols.length] ?? 'circle',
          dash: dashes[machine % dashes.length] ?? 'none',
        },
      ]
    }),
  )
}
