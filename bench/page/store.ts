/**
 * The results that stand side by side.
 *
 * @module
 */

import { engines as engineNames } from '../engines.js'
import { groupBy } from '../group.js'
import { isEngine, type Result, type Row } from '../result.js'

/** A result, where it comes from, and what it is called here. */
export type Item = {
  /** `A`, `B`, … */
  readonly letter: string
  readonly name: string
  /** Only what was measured `here` is of this browser. */
  readonly origin: 'here' | 'link' | 'file'
  readonly result: Result
  /** What the file itself does not say: which cases have no row, and why. */
  readonly notes: readonly string[]
  /** Of a run here: the query that makes the same run. */
  readonly query?: string
}

/** One column of the tables: an engine or peer of a result. */
export type Column = { readonly item: Item; readonly engine: string; readonly key: string }

const letters = 'ABCDEFGH'
const items: Item[] = []

/** In the order in which they came. */
export function all(): readonly Item[] {
  return items
}

/** Adds a result under the first free letter. */
export function add(given: Omit<Item, 'letter' | 'notes'> & Partial<Pick<Item, 'notes'>>): Item {
  const letter = [...letters].find((candidate) => items.every((item) => item.letter !== candidate))
  if (!letter) throw new Error(`there are ${letters.length} results already; remove one first`)
  const item = { notes: [], ...given, letter }
  items.push(item)
  return item
}

export function remove(item: Item): void {
  items.splice(items.indexOf(item), 1)
}

/** Why an engine or peer of a result could not run, by name. */
export function missing({ result }: Item): Readonly<Record<string, string>> {
  const found = result.environment['missing']
  const isList = typeof found !== 'object' || found === null || Array.isArray(found)
  return isList ? {} : (found as Record<string, string>)
}

/** The columns of every result: its engines, then its peers, with those that could not run. */
export function columns(): Column[] {
  return items.flatMap((item) => {
    const ran = item.result.rows.map(({ engine }) => engine)
    const names = [...new Set([...ran, ...Object.keys(missing(item))])]
    const engines = engineNames.filter((name) => names.includes(name))
    return [...engines, ...names.filter((name) => !isEngine(name))].map((engine) => ({
      item,
      engine,
      key: `${item.letter} ${engine}`,
    }))
  })
}

/** The warm rows of a result, by case. */
const indexes = new WeakMap<Item, Map<string, Row[]>>()

/** The warm rows of a case in a result. */
export function rowsOf(item: Item, name: string): readonly Row[] {
  let index = indexes.get(item)
  if (!index) {
    index = groupBy(
      item.result.rows.filter(({ state }) => state === 'warm'),
      (row) => row.case,
    )
    indexes.set(item, index)
  }
  return index.get(name) ?? []
}

/** The warm row of a case in a column. */
export function find({ item, engine }: Column, name: string): Row | undefined {
  return rowsOf(item, name).find((row) => row.engine === engine)
}

/** Groups and their cases, in the order in which the results have them. */
export function grouped(): Map<string, string[]> {
  const rows = items.flatMap(({ result }) => result.rows.filter(({ state }) => state === 'warm'))
  const groups = groupBy(rows, ({ group }) => group)
  return new Map([...groups].map(([group, of]) => [group, [...new Set(of.map((row) => row.case))]]))
}
