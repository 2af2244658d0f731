/**
 * The columns of the table of all rows: what stands in them, and by what each is sorted.
 *
 * @module
 */

import { grouped as digits, duration, fold } from '../format.js'
import { bestPeer } from '../peerOf.js'
import type { Peer } from '../peers.js'
import { isEngine, type Reference, type Row } from '../result.js'
import { verdictOf } from '../score.js'
import { ratioOf } from '../stats.js'
import { cases } from '../suites/index.js'
import { titleOf } from './capabilities.js'
import { make } from './dom.js'
import { type Figure, margin, text } from './figures.js'
import { all, columns, find, missing, type Column as Place, rowsOf } from './store.js'

/** What the table shows. */
export type View = {
  figure: Figure
  /** The key of the column to which the others are in ratio; empty: the fastest other package of the same result. */
  baseline: string
  /** A column for each package, rather than one for the fastest. */
  wide: boolean
}

/** A case, and its group. */
export type Line = { readonly group: string; readonly name: string }

/** One column. */
export type Column = {
  key: string
  head: readonly (Node | string)[]
  cell: (line: Line) => HTMLElement
  /** By what it is sorted; a line without it comes last. */
  value: (line: Line) => number | string | undefined
}

/** Those of every result in the store. */
export function columnsOf(view: View): Column[] {
  const places = columns().filter(({ engine }) => isEngine(engine) || view.wide)
  return [
    caseColumn,
    ...all().flatMap((item) => [
      ...places
        .filter((place) => place.item === item)
        .flatMap((place) => placeColumns(place, view)),
      ...(view.wide ? [] : fastest(item, view)),
    ]),
    ...(all().some(({ result }) => result.rows.some((row) => row.reference)) ? [reported] : []),
    groupColumn,
  ]
}

const caseColumn: Column = {
  key: 'case',
  head: ['case'],
  cell: ({ name }) => make('th', { scope: 'row' }, name),
  value: ({ name }) => name,
}

const groupColumn: Column = {
  key: 'capability',
  head: ['capability'],
  cell: ({ group }) => make('td', { class: 'word' }, titleOf(group)),
  value: ({ group }) => titleOf(group),
}

/** The figure of an engine or peer; and, for an engine, how it stands beside the base. */
function placeColumns(place: Place, view: View): Column[] {
  const { key, item, engine } = place
  const figure: Column = {
    key,
    head: [letter(item.letter), ` ${engine}`],
    cell: ({ name }) => figureCell(find(place, name), view, isEngine(engine) || gap(place, name)),
    value: ({ name }) => find(place, name)?.[view.figure],
  }
  const isAlone = view.baseline === '' && hasNoPeer(item)
  if (!isEngine(engine) || isAlone || key === view.baseline || isMissing(place)) return [figure]
  const ratio = (name: string) => speedup(find(place, name), base(place, name, view))
  return [
    figure,
    {
      key: `${key}, as fast`,
      head: ['× as fast', make('span', { class: 'hidden' }, `, ${key}`)],
      cell: ({ name }) => ratioCell(ratio(name)),
      value: ({ name }) => ratio(name)?.value,
    },
  ]
}

function hasNoPeer({ result }: Place['item']): boolean {
  return result.rows.every(({ engine }) => isEngine(engine))
}

function isMissing({ item, engine }: Place): boolean {
  return Object.hasOwn(missing(item), engine)
}

/** A peer that could not run is a gap where it does the job; elsewhere it has none to do. */
function gap(place: Place, name: string): boolean {
  const item = cases.find((each) => each.name === name)
  return isMissing(place) && item?.peers?.[place.engine as Peer] !== undefined
}

/** With what a figure is compared. */
function base({ item }: Place, name: string, { baseline }: View): Row | undefined {
  if (baseline === '') return bestPeer(rowsOf(item, name))
  const column = columns().find(({ key }) => key === baseline)
  return column && find(column, name)
}

function speedup(row: Row | undefined, by: Row | undefined) {
  return row && by && row.unit === by.unit ? ratioOf(by, row) : undefined
}

/** The fastest other package of a result; no column where it has none. */
function fastest(item: Place['item'], view: View): Column[] {
  if (hasNoPeer(item)) return []
  const best = (name: string) => bestPeer(rowsOf(item, name))
  return [
    {
      key: `${item.letter} fastest other`,
      head: [letter(item.letter), ' fastest other'],
      cell: ({ name }) => {
        const row = best(name)
        const cell = figureCell(row, view, false)
        if (row) cell.append(make('small', {}, row.engine))
        return cell
      },
      value: ({ name }) => best(name)?.[view.figure],
    },
  ]
}

function figureCell(row: Row | undefined, { figure }: View, isGap: boolean): HTMLElement {
  // A peer that does another job is no gap.
  if (!row) return make('td', { class: 'quiet' }, isGap ? 'n/a' : '–')
  const reach = row.unit === 'ns' && figure === 'p50' ? [make('small', {}, margin(row))] : []
  return make('td', {}, text(row, figure), ...reach)
}

/** Its colour says only what its interval shows; the figure says the same. */
function ratioCell(ratio: ReturnType<typeof speedup>): HTMLElement {
  if (!ratio) return make('td', { class: 'quiet' }, '–')
  const strong = Math.abs(Math.log(ratio.value)) > Math.log(2) ? ' strong' : ''
  return make('td', { class: `ratio ${verdictOf(ratio)}${strong}` }, fold(ratio.value))
}

/** What one of the five reports says, on a machine of its own: for orientation. */
const reported: Column = {
  key: 'in the reports',
  head: ['in the reports'],
  cell: (line) => {
    const reference = referenceOf(line)
    if (!reference) return make('td', { class: 'quiet' }, '–')
    const { ns, bytes, kind, platform } = reference
    const figure = ns === undefined ? `${digits(bytes ?? 0)} B` : duration(ns)
    const said = kind === undefined ? platform : `${kind}, ${platform}`
    return make('td', { class: 'quiet' }, figure, make('small', {}, said))
  },
  value: (line) => {
    const reference = referenceOf(line)
    return reference?.ns ?? reference?.bytes
  },
}

function referenceOf({ name }: Line): Reference | undefined {
  return all()
    .flatMap((item) => rowsOf(item, name).flatMap(({ reference }) => reference ?? []))
    .find(({ ns, bytes }) => ns !== undefined || bytes !== undefined)
}

function letter(text: string): HTMLElement {
  return make('span', { class: 'letter' }, text)
}
