/**
 * Five rows for somebody who sees the project for the first time: what an agent does, and what it costs.
 *
 * @module
 */

import { duration, grouped } from './format.js'
import type { Row } from './result.js'
import { aligned } from './text.js'

/** A case, and what it is called where nobody knows the cases. */
export const deeds: readonly (readonly [name: string, deed: string])[] = [
  ['sign Ed25519', 'sign a message'],
  ['verify request Ed25519', 'verify a signed request'],
  ['verify A2A card', "check an agent's signed card"],
  ['receipt verify', 'check a receipt of what an agent did'],
  ['seal 64 B', 'encrypt a message of 64 bytes'],
]

/** The cases that the rows need. */
export const plainCases: ReadonlySet<string> = new Set(deeds.map(([name]) => name))

/** How many times in a second, with two figures: `7,000`. */
export function rate({ p50 }: Pick<Row, 'p50'>): string {
  return grouped(Number((1e9 / p50).toPrecision(2)))
}

/** The rows, each with its time on both engines and how many WebAssembly does in a second. */
export function plainTable(rows: readonly Row[]): string {
  const head = ['one call', 'WebAssembly', 'native addon', 'WebAssembly, on one core']
  const lines = deeds.map(([name, deed]) => {
    const of = (engine: string) => rows.find((row) => row.case === name && row.engine === engine)
    const wasm = of('wasm-fma') ?? of('wasm')
    return [deed, time(wasm), time(of('native')), wasm ? `${rate(wasm)} a second` : notHere]
  })
  return aligned([head, ...lines]).join('\n')
}

const notHere = 'not here'

function time(row: Row | undefined): string {
  return row ? duration(row.p50) : notHere
}
