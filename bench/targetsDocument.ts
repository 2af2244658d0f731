/**
 * The tables of targets and of documents in bench/TARGETS.md, between two marks, from result files.
 *
 * @module
 */

import { times } from './format.js'
import { captionOf } from './latency.js'
import { between } from './marks.js'
import type { Named } from './plots/series.js'
import { markdownTable, plain } from './report/markdown.js'
import { documentsTable, targetsTable } from './report/tables.js'
import { slowerNatively } from './slower.js'
import { type TargetLine, targetLines } from './targetLines.js'

/** `text` with the targets of each of `results` between its marks. Throws where a mark is missing. */
export function withTargets(text: string, results: readonly Named[]): string {
  return between(
    text,
    results.map(
      (result) =>
        `${captionOf(result)}\n\n${markdownTable(targetsTable(result, false))}\n\n${counted(result)}\n\n${slower(result)}\n${documents(result)}`,
    ),
  )
}

/** The cases of targets that a run has not met, each once. */
export function missedIn(results: readonly Named[]): string[] {
  const lines = results.flatMap(({ result }) => targetLines(result.rows))
  return [...new Set(lines.filter(isMissed).map((line) => line.case))]
}

function isMissed({ target, verdict }: TargetLine): boolean {
  return verdict === 'missed' && target.dropped === undefined
}

/** Nothing for a run without them. */
function documents(result: Named): string {
  const table = documentsTable(result)
  return table.rows.length === 0 ? '' : `\n${plain(table.caption)}:\n\n${markdownTable(table)}\n`
}

function counted({ result }: Named): string {
  const lines = targetLines(result.rows).filter(({ target }) => target.dropped === undefined)
  const of = (name: TargetLine['verdict']) => lines.filter(({ verdict }) => verdict === name).length
  return plain(
    `${lines.length} targets: ${of('met')} met, ${of('about')} about, ${of('missed')} missed, ${of('elsewhere')} compared with another machine, ${of('n/a')} not judged.`,
  )
}

function slower({ result }: Named): string {
  const { compared, slower } = slowerNatively(result.rows)
  if (compared === 0) return 'The native engine does not run here.'
  const most = slower.filter(({ value }) => value >= 1.1)
  const list = most.map(({ name, value }) => `${name} ${times(value)}`).join('; ')
  return plain(
    `Native is slower than wasm-fma in ${slower.length} of ${compared} rows of 5 µs or more, in ${most.length} by a tenth or more${list && `: ${list}`}.`,
  )
}
