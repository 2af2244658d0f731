/**
 * The report as Markdown.
 *
 * @module
 */

import type { Named } from '../plots/series.js'
import { notes } from './notes.js'
import {
  fitsTable,
  groupTable,
  machinesTable,
  ratiosTable,
  type Table,
  targetsTable,
} from './tables.js'

/** The whole document. Names of the files are data: nothing in them is read as Markdown or HTML. */
export function markdown(results: readonly Named[]): string {
  const groups = [
    ...new Set(results.flatMap(({ result }) => result.rows.map(({ group }) => group))),
  ]
  return [
    '# Countersign bench',
    ...notes(results).map((note) => `- ${plain(note)}`),
    '',
    section(2, machinesTable(results)),
    ...results.map((result) => section(2, targetsTable(result, results.length > 1))),
    section(2, ratiosTable(results)),
    ...groups.map((group) => section(2, groupTable(results, group), group)),
    section(2, fitsTable(results)),
  ].join('\n')
}

function section(level: number, table: Table, title: string = table.caption): string {
  if (table.rows.length === 0) return ''
  const below = (table.notes ?? []).map((note) => `\n${plain(note)}\n`)
  return `${'#'.repeat(level)} ${plain(title)}\n\n${markdownTable(table)}\n${below.join('')}`
}

/** A table, its first column to the left and the figures to the right. */
export function markdownTable({ header, rows }: Pick<Table, 'header' | 'rows'>): string {
  const line = (cells: readonly string[]) => `| ${cells.map(plain).join(' | ')} |`
  const rule = header.map((_, index) => (index === 0 ? ':---' : '---:'))
  return [line(header), `| ${rule.join(' | ')} |`, ...rows.map(line)].join('\n')
}

/** Text that Markdown and HTML leave alone, on one line. */
export function plain(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/[\\`*_[\]<>&|~#!]/g, (mark) =>
      mark === '<' ? '&lt;' : mark === '&' ? '&amp;' : `\\${mark}`,
    )
}
