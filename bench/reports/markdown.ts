/**
 * The list of every row of the reports with its case, as Markdown: `bench/REPORTS.md`.
 *
 * Written by `npm run bench -- --list-rows bench/REPORTS.md`; a test fails if the file is not what this gives.
 *
 * @module
 */

import type { Figures, Report, ReportRow } from './report.js'
import { reports } from './rows.js'

const head = `# Every row of the five reports

Written by \`npm run bench -- --list-rows bench/REPORTS.md\` from \`bench/reports/\`: do not edit. Each row shows
what the report says and the case of this bench that does the same work. An estimate or a target is a figure that
the report states but did not measure.
`

/** The whole file. */
export function markdown(): string {
  const lines = reports.map(
    ({ file, system, rows }) => `| ${system} | \`${file}\` | ${rows.length} | ${cases(rows)} |`,
  )
  const all = reports.flatMap(({ rows }) => rows)
  const summary = [
    '| System | Report | Rows | Cases |',
    '| --- | --- | --- | --- |',
    ...lines,
    `| all | | ${all.length} | ${cases(all)} |`,
  ]
  return `${[head, summary.join('\n'), ...reports.map(section)].join('\n')}\n`
}

function cases(rows: readonly ReportRow[]): number {
  return new Set(rows.map((row) => row.case)).size
}

function section({ file, system, platform, rows }: Report): string {
  const lines = rows.map((row) => `| ${cells(row).join(' | ')} |`)
  const table = ['| Row | Report | Case | Note |', '| --- | --- | --- | --- |', ...lines]
  return `\n## ${system}\n\n\`${file}\`: ${platform}.\n\n${table.join('\n')}`
}

function cells(row: ReportRow): readonly string[] {
  const note = [row.kind, row.platform, row.note].filter(Boolean).join(': ')
  return [row.row, figures(row), row.case, note]
}

const units: readonly (readonly [keyof Figures, (value: number) => string])[] = [
  ['ns', time],
  ['p95', (ns) => `p95 ${time(ns)}`],
  ['p99', (ns) => `p99 ${time(ns)}`],
  ['p999', (ns) => `p99.9 ${time(ns)}`],
  ['perSecond', (value) => `${grouped(value)}/s`],
  ['megabytesPerSecond', (value) => `${grouped(value)} MB/s`],
  ['bytes', (value) => `${grouped(value)} B`],
  ['allocatedBytes', (value) => `${grouped(value)} B allocated`],
  ['allocations', (value) => `${grouped(value)} allocations`],
]

/** All figures of a row: `17.0 us, 224 B allocated, 6 allocations`. */
export function figures(row: Figures): string {
  return units
    .flatMap(([key, print]) => {
      const value = row[key]
      return value === undefined ? [] : [print(value)]
    })
    .join(', ')
}

function time(ns: number): string {
  const [value, unit] = ns < 1e3 ? [ns, 'ns'] : ns < 1e6 ? [ns / 1e3, 'us'] : [ns / 1e6, 'ms']
  return `${Number(value.toPrecision(4))} ${unit}`
}

function grouped(value: number): string {
  const [whole = '', part] = String(value).split('.')
  const groups = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return part === undefined ? groups : `${groups}.${part}`
}
