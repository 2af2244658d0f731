/**
 * A table for each group: cases down, engines of all results across.
 *
 * @module
 */

import { isEngine } from '../result.js'
import { make } from './dom.js'
import { duration, type Figure, figures, margin, ratio, text } from './figures.js'
import { type Column, columns, find, grouped, missing } from './store.js'

/** What a table shows. */
export type View = {
  figure: Figure
  /** The column to which the others are in ratio: its key. */
  baseline: string
}

/** The tables of everything in the store. */
export function tables(view: View): HTMLElement[] {
  return [...grouped()].map(([group, names]) => table(group, names, view))
}

function table(group: string, names: readonly string[], view: View): HTMLElement {
  const across = columns().filter((column) => isIn(column, names))
  const id = `group-${group.replace(/\W+/g, '-')}`
  const body = names.map((name) => line(name, across, view))
  const caption = make('caption', { id }, make('b', {}, group), `, ${figures[view.figure]}`)
  const whole = make('table', {}, caption, head(across), make('tbody', {}, ...body))
  // It can be wider than the page, so it scrolls by itself, also by keyboard.
  return make('div', { class: 'scroll', role: 'region', tabindex: 0, 'aria-labelledby': id }, whole)
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
  const one = base && find(base, name)?.p50
  const cells = across.map((column) => cell(column, name, view, column === base ? undefined : one))
  const given = across.flatMap((column) => find(column, name)?.reference ?? [])[0]
  const reported =
    given?.ns === undefined
      ? make('td', { class: 'quiet' }, '–')
      : make('td', { class: 'quiet' }, duration(given.ns), make('small', {}, given.platform))
  return make('tr', {}, make('th', { scope: 'row' }, name), ...cells, reported)
}

function cell(column: Column, name: string, view: View, one: number | undefined): HTMLElement {
  const row = find(column, name)
  // A peer that does another job is no gap.
  if (!row) return make('td', { class: 'quiet' }, isEngine(column.engine) ? 'n/a' : '–')
  const facts = [
    row.unit === 'ns' && view.figure === 'p50' && margin(row),
    one !== undefined && one > 0 && ratio(row.p50 / one),
  ].filter((fact) => fact !== false)
  return make('td', {}, text(row, view.figure), make('small', {}, facts.join(' · ')))
}
