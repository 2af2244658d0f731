// Tables of frozen verdicts: sections (a file of vectors or tests) of rows (a case, and what came of it).
//
// As text, a section is `# name`, and a row `case → verdict`. Both are sorted, so that a change is a changed line.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

const arrow = ' → '
/** Differences that are printed; all are counted. */
const SHOWN = 40
/** Characters of a name; some hold the whole input of their case. */
const LONGEST = 200

/** The table of sections, given as pairs of a name and its cases, and these as pairs of a name and words. */
export function tableOf(sections) {
  const tables = sections.map(([section, cases]) => {
    const names = rowNames(cases.map(([name]) => name))
    const rows = cases.map(([, words], at) => [names[at], verdictOf(words)])
    return [section, Object.fromEntries(rows.filter(([, verdict]) => verdict !== ''))]
  })
  return Object.fromEntries(tables.filter(([, rows]) => Object.keys(rows).length > 0))
}

/** The names of cases as rows have them: short, on one line, and numbered where several have the same. */
export function rowNames(names) {
  const counts = new Map()
  return names.map(shortened).map((name) => {
    counts.set(name, (counts.get(name) ?? 0) + 1)
    return counts.get(name) === 1 ? name : `${name} (${counts.get(name)})`
  })
}

/** Reads a table: section to case to verdict. One that is not there has no rows. */
export function readTable(file) {
  return existsSync(file) ? parse(readFileSync(file, 'utf8')) : {}
}

export function writeTable(file, table) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, print(table))
}

export function parse(text) {
  const table = {}
  let rows = {}
  for (const line of text.split('\n')) {
    const at = line.lastIndexOf(arrow)
    if (line.startsWith('# ')) rows = table[line.slice(2)] = {}
    else if (at >= 0) rows[line.slice(0, at)] = line.slice(at + arrow.length)
  }
  return table
}

export function print(table) {
  return sorted(table)
    .map(([name, rows]) => [`# ${name}`, ...lines(rows)].join('\n'))
    .join('\n\n')
    .concat('\n')
}

/**
 * Where `seen` differs from `frozen`: `{ section, name, before, after }`, without `before` where a row is new, and
 * without `after` where it is gone.
 */
export function compare(frozen, seen) {
  const sections = Object.keys({ ...frozen, ...seen }).sort()
  return sections.flatMap((section) => {
    const [before, after] = [frozen[section] ?? {}, seen[section] ?? {}]
    return Object.keys({ ...before, ...after })
      .filter((name) => before[name] !== after[name])
      .sort()
      .map((name) => ({ section, name, before: before[name], after: after[name] }))
  })
}

/** The rows before and after, as lines. */
export function asText(differences) {
  const lines = differences
    .slice(0, SHOWN)
    .flatMap(({ section, name, before, after }) => [
      `  ${section}: ${name}`,
      `    frozen: ${before ?? '(no row)'}`,
      `    now:    ${after ?? '(no row)'}`,
    ])
  const more = differences.length - SHOWN
  return [...lines, ...(more > 0 ? [`  and ${more} more`] : [])].join('\n')
}

export function countRows(table) {
  return Object.values(table).reduce((sum, rows) => sum + Object.keys(rows).length, 0)
}

function shortened(name) {
  const plain = JSON.stringify(name).slice(1, -1).replaceAll('\\"', '"')
  const start = plain.slice(0, LONGEST - 16)
  const short = plain.length > LONGEST ? `${start}… (${plain.length})` : plain
  return short.startsWith('#') ? `\\u0023${short.slice(1)}` : short
}

/** Words in order, each once with its number. */
function verdictOf(words) {
  const counts = new Map()
  for (const word of [...words].sort()) counts.set(word, (counts.get(word) ?? 0) + 1)
  return [...counts].map(([word, count]) => (count === 1 ? word : `${word} ×${count}`)).join(', ')
}

/** Rows in the order of whole lines, as any tool sorts them. */
function lines(rows) {
  return Object.entries(rows)
    .map((row) => row.join(arrow))
    .sort()
}

function sorted(record) {
  return Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1))
}
