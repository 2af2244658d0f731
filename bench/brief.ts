/**
 * README's few figures, between two marks: one run, the fastest other package beside each.
 *
 * @module
 */

import { figureOf, times } from './format.js'
import { alone } from './headline.js'
import { captionOf } from './latency.js'
import { between } from './marks.js'
import { bestPeer } from './peerOf.js'
import type { Named } from './plots/series.js'
import { markdownTable } from './report/markdown.js'
import type { Row } from './result.js'

/** Wins and losses: cases that stand for what most applications do. */
export const brief: readonly string[] = [
  'sign Ed25519',
  'verify secp256k1',
  'verify A2A card',
  'seal 16384 B',
  'verify in a ring of 8, Ed25519',
]

/** `text` with a small table of each of `results` between its marks. Throws where a mark or a case is missing. */
export function withBrief(text: string, results: readonly Named[]): string {
  return between(
    text,
    results.map((result) => `${captionOf(result)}\n\n${table(result)}\n`),
  )
}

function table({ result }: Named): string {
  return markdownTable({
    header: ['median', 'WebAssembly', 'native', 'fastest other package', 'WebAssembly / other'],
    rows: brief.map((name) =>
      cells(
        name,
        result.rows.filter((row) => row.case === name),
      ),
    ),
  })
}

function cells(name: string, rows: readonly Row[]): string[] {
  const [wasm, native] = ['wasm-fma', 'native'].map((engine) =>
    rows.find((row) => row.engine === engine),
  )
  const other = bestPeer(rows)
  if (!wasm || !native || !other) throw new Error(`the file has not all of "${name}"`)
  return [
    alone(name),
    figureOf(wasm),
    figureOf(native),
    `${figureOf(other)} ${other.engine}`,
    times(wasm.p50 / other.p50),
  ]
}
