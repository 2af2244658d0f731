/**
 * All rows in one table, made when it is opened: filtered by name, sorted by any column.
 *
 * @module
 */

import { peerNotes } from '../peerOf.js'
import { titleOf } from './capabilities.js'
import { type Column, columnsOf, type Line, type View } from './columns.js'
import { byId, make } from './dom.js'
import { type Figure, figures } from './figures.js'
import { all, columns, grouped } from './store.js'

/** By which column, and which way; nothing is the order of the cases. */
let sorted: { key: string; down: boolean } | undefined

/** Connects what stands above the table. */
export function listen(): void {
  byId('figure').replaceChildren(
    ...Object.entries(figures).map(([value, label]) => make('option', { value }, label)),
  )
  byId('rows').addEventListener('toggle', drawRows)
  for (const id of ['figure', 'baseline', 'wide']) byId(id).addEventListener('change', drawRows)
  byId('find').addEventListener('input', drawRows)
}

/** Draws the table anew, if it is open. */
export function drawRows(): void {
  const lines = [...grouped()].flatMap(([group, names]) => names.map((name) => ({ group, name })))
  byId('rows-title').textContent = `All ${lines.length} cases`
  offerBases()
  if (!byId<HTMLDetailsElement>('rows').open) return
  const view = read()
  const wanted = lines.filter(isWanted)
  byId('shown').textContent =
    wanted.length === lines.length ? '' : `${wanted.length} of ${lines.length} cases`
  const across = columnsOf(view)
  const body = inOrder(wanted, across).map((line) =>
    make('tr', {}, ...across.map(({ cell }) => cell(line))),
  )
  byId('legend').textContent = legend(view)
  fill(make('thead', {}, make('tr', {}, ...across.map(head))), make('tbody', {}, ...body))
  const notes = peerNotes(all().flatMap(({ result }) => result.rows))
  byId('notes').replaceChildren(...notes.map((note) => make('p', { class: 'quiet' }, note)))
}

/** New contents of the table. The headings are new ones; the focus stays on the one that had it, and nothing scrolls. */
function fill(...parts: readonly HTMLElement[]): void {
  const table = byId('table')
  const buttons = () => [...table.querySelectorAll<HTMLElement>('.sort')]
  const focused = buttons().find((button) => button === document.activeElement)?.dataset.column
  table.replaceChildren(...parts)
  if (focused === undefined) return
  buttons()
    .find(({ dataset }) => dataset.column === focused)
    ?.focus({ preventScroll: true })
}

function read(): View {
  return {
    figure: byId<HTMLSelectElement>('figure').value as Figure,
    baseline: byId<HTMLSelectElement>('baseline').value,
    wide: byId<HTMLInputElement>('wide').checked,
  }
}

/** The columns that can be the base of the ratios. */
function offerBases(): void {
  const select = byId<HTMLSelectElement>('baseline')
  const before = select.value
  select.replaceChildren(
    make('option', { value: '' }, 'the fastest other package'),
    ...columns().map(({ key }) => make('option', { value: key }, key)),
  )
  select.value = before
  if (select.selectedIndex < 0) select.value = ''
}

function legend({ figure, baseline }: View): string {
  const base = baseline || 'the fastest other package of the same run'
  const another =
    baseline && all().length > 1
      ? ' Beside another letter, that is another run and perhaps another machine.'
      : ''
  return `${figures[figure]}, with its 95 % interval; × as fast: medians beside ${base}.${another}`
}

/** Every word of the filter is in the case, or in its group. */
function isWanted({ group, name }: Line): boolean {
  const text = `${group} ${titleOf(group)} ${name}`.toLowerCase()
  const words = byId<HTMLInputElement>('find').value.toLowerCase().split(/\s+/)
  return words.every((word) => text.includes(word))
}

function inOrder(lines: readonly Line[], across: readonly Column[]): readonly Line[] {
  const column = across.find(({ key }) => key === sorted?.key)
  if (!column || !sorted) return lines
  const sign = sorted.down ? -1 : 1
  const keyed = lines.map((line) => ({ line, value: column.value(line) }))
  const [with_, without] = [
    keyed.filter(({ value }) => value !== undefined),
    keyed.filter(({ value }) => value === undefined),
  ]
  with_.sort((a, b) => sign * compare(a.value ?? 0, b.value ?? 0))
  return [...with_, ...without].map(({ line }) => line)
}

function compare(a: number | string, b: number | string): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b))
}

/** A heading that sorts: up, then down, then not at all. */
function head(column: Column): HTMLElement {
  const own = sorted?.key === column.key ? sorted : undefined
  const order = own ? (own.down ? 'descending' : 'ascending') : 'none'
  const attributes = { type: 'button', class: 'sort', 'data-column': column.key }
  const press = make('button', attributes, ...column.head)
  press.addEventListener('click', () => {
    sorted = own?.down ? undefined : { key: column.key, down: own !== undefined }
    drawRows()
  })
  return make('th', { scope: 'col', 'aria-sort': order }, press)
}
