import { expect, test } from 'vitest'

import { documentTargets } from '../documentTargets.js'
import { ratioLines, ratiosOf } from '../ratios.js'
import { slowerNatively } from '../slower.js'
import { row } from './samples.js'

const { case: document, held, atMost } = documentTargets[0] as (typeof documentTargets)[number]

test('a document stands beside its bare signature, with the time that it takes over it', () => {
  const rows = ['native', 'wasm-fma'].flatMap((engine, index) => [
    row(document, engine, 25_000 - 10_000 * index),
    row(held.case, engine, 16_000),
  ])
  expect(ratioLines(ratiosOf(rows))).toBe(
    `${document} / bare: native 1.56x +9.00 µs, wasm-fma 0.94x -1.00 µs (at most ${atMost})`,
  )
})

test('a case that is slower natively is named where its interval is, and it is no short call', () => {
  const pair = (name: string, native: number, fma: number, margin?: number) => [
    row(name, 'native', native, margin),
    row(name, 'wasm-fma', fma, margin),
  ]
  const rows = [
    ...pair('slower', 12_000, 10_000),
    ...pair('slowest', 20_000, 10_000),
    ...pair('perhaps', 10_200, 10_000, 0.05),
    ...pair('faster', 9_000, 10_000),
    ...pair('short', 4_000, 1_000),
    row('of one engine', 'native', 10_000),
    ...pair('cold', 20_000, 10_000).map((each) => ({ ...each, state: 'cold' as const })),
  ]
  expect(slowerNatively(rows)).toEqual({
    compared: 4,
    slower: [
      { name: 'slowest', value: 2 },
      { name: 'slower', value: 1.2 },
    ],
  })
})
