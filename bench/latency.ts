/**
 * The table of latencies in ts/docs/speed.md, between two marks, from result files.
 *
 * @module
 */

import { engines } from './engines.js'
import { figureOf, times } from './format.js'
import { alone, headline } from './headline.js'
import { between } from './marks.js'
import { bestPeer } from './peerOf.js'
import type { Named } from './plots/series.js'
import { markdownTable, plain } from './report/markdown.js'
import { stated } from './report/tables.js'
import type { Row } from './result.js'

/** `text` with the tables of `results` between its marks. Throws where a mark, or a case of a table, is missing. */
export function withLatencies(text: string, results: readonly Named[]): string {
  return between(
    text,
    results.map((result) => `${captionOf(result)}\n\n${table(result)}\n`),
  )
}

/** The machine and the day of a run. */
export function captionOf({ label, result }: Named): string {
  const { environment, settings, date } = result
  const cores = environment.cores === undefined ? '' : `, ${environment.cores} cores`
  // What a browser calls its platform names it.
  const host = environment.node === undefined ? '' : `Node ${environment.node}, `
  const quick = settings.quick ? ', a quick run: for a look, not for a claim' : ''
  return `${plain(`${label}${cores}, ${environment.platform}, ${host}${date.slice(0, 10)}${quick}`)}:`
}

function table({ result }: Named): string {
  const missing = headline.filter((name) => !result.rows.some((row) => row.case === name))
  if (missing.length > 0)
    throw new Error(
      `the file is no whole run: it has no ${missing.map((name) => `"${name}"`).join(', ')}`,
    )
  return markdownTable({
    header: [
      'p50',
      ...engines,
      'fma / native',
      'best other package',
      'fma / other',
      'a report says',
    ],
    rows: headline.map((name) =>
      cells(
        name,
        result.rows.filter((row) => row.case === name),
      ),
    ),
  })
}

function cells(name: string, rows: readonly Row[]): string[] {
  const [native, fma, wasm] = engines.map((engine) => rows.find((row) => row.engine === engine))
  const other = bestPeer(rows)
  const ratio = (by: Row | undefined) => (fma && by ? times(fma.p50 / by.p50) : 'n/a')
  return [
    alone(name),
    ...[native, fma, wasm].map((row) => (row ? figureOf(row) : 'n/a')),
    ratio(native),
    other ? `${figureOf(other)} ${other.engine}` : '-',
    other ? ratio(other) : '-',
    rows[0]?.reference?.flatMap(stated)[0] ?? '-',
  ]
}
