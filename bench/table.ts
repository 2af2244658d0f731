/**
 * The terminal's tables: one for each group, engines as columns, at most 160 characters wide.
 *
 * @module
 */

import { engines } from './engines.js'
import { duration, figureOf, tail, times } from './format.js'
import { groupBy } from './group.js'
import { bestPeer, peerNotes } from './peerOf.js'
import type { Reference, Row } from './result.js'
import { targetLines } from './targetLines.js'
import { aligned } from './text.js'

const none = 'n/a'
/** Longer names are cut; the JSON and the report have them whole. */
const caseWidth = 38
const header = [
  ...engines,
  'fma/nat',
  'wasm/nat',
  'nat p99',
  'peer',
  '',
  'fma/peer',
  'stated',
  'on',
]

/** All tables; `missing` says why a column is `n/a`. */
export function tables(rows: readonly Row[], missing: ReadonlyMap<string, string>): string {
  const groups = [...groupBy(rows, ({ group }) => group)]
  const lines = groups.flatMap(([group, of]) => [
    [group, ...header],
    ...[...groupBy(of, (row) => row.case)].map(line),
  ])
  const text = aligned(lines, caseWidth)
  let end = 0
  const parts = groups.map(([, of]) => {
    const count = 1 + new Set(of.map((row) => row.case)).size
    end += count
    return text.slice(end - count, end).join('\n')
  })
  return [...parts, notes(rows, missing).join('\n')].join('\n\n')
}

/** A line for each target whose rows were timed; empty where none was. */
export function targetTable(rows: readonly Row[]): string {
  const lines = targetLines(rows).filter(({ timed }) => timed)
  if (lines.length === 0) return ''
  const head = ['targets', 'engine', 'held to', 'ours', 'ratio', 'verdict']
  const cells = lines.map(({ engine, goal, ours, ratio, verdict, target, ...of }) => [
    of.case,
    engine,
    goal,
    ours === undefined ? none : duration(ours),
    ratio === undefined ? none : times(ratio.value),
    `${verdict}${of.lacks === undefined ? '' : ` (${of.lacks})`}${target.dropped === undefined ? '' : ', dropped'}`,
  ])
  return aligned([head, ...cells], 60).join('\n')
}

function line([name, rows]: [string, Row[]]): string[] {
  const [native, fma, wasm] = engines.map((engine) => rows.find((row) => row.engine === engine))
  const peer = bestPeer(rows)
  const reference = rows[0]?.reference?.find(
    ({ ns, bytes }) => ns !== undefined || bytes !== undefined,
  )
  return [
    name,
    ...[native, fma, wasm].map((row) => (row ? figureOf(row) : none)),
    ratio(fma, native),
    ratio(wasm, native),
    native?.unit === 'ns' ? tail(native, 'p99') : none,
    ...(peer
      ? [figureOf(peer), peer.engine.slice(0, 16), ratio(fma ?? wasm, peer)]
      : ['-', '', '']),
    ...stated(reference),
  ]
}

function ratio(of: Row | undefined, by: Row | undefined): string {
  return of && by ? times(of.p50 / by.p50) : none
}

/** The figure of a report, and the first word or two of its machine; the whole stands in the JSON. */
function stated(reference: Reference | undefined): [string, string] {
  if (!reference) return ['-', '']
  const figure = reference.ns === undefined ? `${reference.bytes} B` : duration(reference.ns)
  return [
    `${figure}${reference.kind === undefined ? '' : '?'}`,
    (reference.platform.split(',')[0] ?? '').slice(0, 14),
  ]
}

function notes(rows: readonly Row[], missing: ReadonlyMap<string, string>): string[] {
  const reports = new Set(
    rows.flatMap(
      ({ reference }) => reference?.map(({ report, platform }) => `${report}: ${platform}`) ?? [],
    ),
  )
  return [
    ...[...missing].map(([name, why]) => `${name}: n/a (${why})`),
    'fma/nat, wasm/nat, fma/peer: wasm-fma or wasm in terms of native, or of the fastest peer; under 1x is faster',
    ...(rows.some(({ ofBatchMeans }) => ofBatchMeans) ? ['* percentile of batch means'] : []),
    ...peerNotes(rows),
    ...(reports.size > 0
      ? [
          'stated: on another machine, for orientation; with ? an estimate or a target',
          ...[...reports].map((report) => `  ${report}`),
        ]
      : []),
  ]
}
