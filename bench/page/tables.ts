/**
 * A table for each group: cases down, engines of all results across.
 *
 * @module
 */

import { grouped as digits, duration, times } from '../format.js'
import { peerNotes } from '../peerOf.js'
import { isEngine, type Reference } from '../result.js'
import { make } from './dom.js'
import { type Figure, figures, margin, text } from './figures.js'
import { groupPlots } from './plots.js'
import { type Column, columns, find, grouped, missing } from './store.js'

/** What a table shows. */
export type View = {
  figure: Figure
  /** The column to which the others are in ratio: its key. */
  baseline: string
}

/** The tables of everything in the store. */
export function tables(view: View): HTMLElement[] {
  return [...grouped()].map(([group, names], index) =>
    table(group, names, view, `group-${index + 1}`),
  )
}

function table(group: string, names: readonly string[], view: View, id: string): HTMLElement {
  const across = columns().filter((column) => isIn(column, names))
  const rows = across.flatMap((column) => names.flatMap((name) => find(column, name) ?? []))
  const body = names.map((name) => line(name, across, view))
  const caption = make('caption', {}, `${group}: ${figures[view.figure]}`)
  const whole = make('table', {}, caption, head(across), make('tbody', {}, ...body))
  return make(
    'section',
    { 'aria-labelledby': id },
    make('h3', { id }, group),
    groupPlots(group),
    // It can be wider than the page, so it scrolls by itself, also by keyboard.
    make(
      'div',
      { class: 'scroll', role: 'group', tabindex: 0, 'aria-label': `Table ${group}` },
      whole,
    ),
    ...peerNotes(rows).map((note) => make('p', { class: 'quiet' }, note)),
  )
}

/** An engine that could not run is in every table; a peer, where it does one of the jobs. */
function isIn(column: Column, names: readonly string[]): boolean {
  return (isEngine(column.engine) && isMissing(column)) || names.some((name) => find(column, name))
}

function isMissing({ item, engine }: Column): boolean {
  return Object.hasOwn(missing(item), engine)
}

function head(across: readonly Column[]): HTMLElement {
  const cells = across.map(({ item, engine }) =>
    make('th', { scope: 'col' }, make('span', { class: 'letter' }, item.letter), ` ${engine}`),
  )
  const first = make('th', { scope: 'col' }, 'case')
  const last = make('th', { scope: 'col' }, 'in the reports')
  return make('thead', {}, make('tr', {}, first, ...cells, last))
}

function line(name: string, across: readonly Column[], view: View): HTMLElement {
  const base = across.find(({ key }) => key === view.baseline)
  const median = base && find(base, name)?.p50
  const cells = across.map((column) =>
    cell(column, name, view, column === base ? undefined : median),
  )
  const references = across.flatMap((column) => find(column, name)?.reference ?? [])
  return make('tr', {}, make('th', { scope: 'row' }, name), ...cells, reported(references))
}

/** What one of the five reports says, on a machine of its own: for orientation. */
function reported(references: readonly Reference[]): HTMLElement {
  const reference = references.find(({ ns, bytes }) => ns !== undefined || bytes !== undefined)
  if (!reference) return make('td', { class: 'quiet' }, '–')
  const figure =
    reference.ns === undefined ? `${digits(reference.bytes ?? 0)} B` : duration(reference.ns)
  const said =
    reference.kind === undefined ? reference.platform : `${reference.kind}, ${reference.platform}`
  return make('td', { class: 'quiet' }, figure, make('small', {}, said))
}

function cell(column: Column, name: string, view: View, baseline: number | undefined): HTMLElement {
  const row = find(column, name)
  // A peer that does another job is no gap.
  if (!row) return make('td', { class: 'quiet' }, isEngine(column.engine) ? 'n/a' : '–')
  const medians = view.figure === 'p50' ? '' : ' of medians'
  const facts = [
    row.unit === 'ns' && view.figure === 'p50' && margin(row),
    baseline !== undefined && baseline > 0 && `${times(row.p50 / baseline)}${medians}`,
  ].filter((fact) => fact !== false)
  return make('td', {}, text(row, view.figure), make('small', {}, facts.join(' · ')))
}
