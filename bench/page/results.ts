/**
 * The part of the page that shows results: a card for each, and their tables.
 *
 * @module
 */

import { type Result, writeResult } from '../result.js'
import { button, byId, make } from './dom.js'
import { type Figure, figures } from './figures.js'
import { listCases, percentiles } from './plots.js'
import { all, columns, type Item, missing, remove } from './store.js'
import { tables } from './tables.js'

/** Whether the base of the ratios was chosen by hand. */
let picked = false

/** Draws all of it anew. */
export function draw(): void {
  const items = all()
  byId('empty').hidden = items.length > 0
  byId('compare').hidden = items.length === 0
  byId('spread').hidden = items.length === 0
  byId('to-results').hidden = items.length === 0
  byId('list').replaceChildren(...items.map(card))
  options()
  listCases()
  drawTables()
  percentiles()
}

/** Connects what stands above the tables. */
export function listen(): void {
  const figure = byId<HTMLSelectElement>('figure')
  figure.replaceChildren(
    ...Object.entries(figures).map(([value, label]) => make('option', { value }, label)),
  )
  figure.addEventListener('change', drawTables)
  byId('case').addEventListener('change', percentiles)
  byId('baseline').addEventListener('change', () => {
    picked = true
    drawTables()
  })
}

function drawTables(): void {
  const view = {
    figure: byId<HTMLSelectElement>('figure').value as Figure,
    baseline: byId<HTMLSelectElement>('baseline').value,
  }
  byId('tables').replaceChildren(...tables(view))
  const isAlone = all().length < 2
  byId('base').hidden = isAlone
  byId('base').textContent = isAlone
    ? ''
    : `Ratios to ${view.baseline}: beside another letter, the base is of another run and perhaps of another machine.`
}

/** The columns that can be the base of the ratios; if nothing was picked, one of the first result, native before others. */
function options(): void {
  const select = byId<HTMLSelectElement>('baseline')
  const before = select.value
  const list = columns()
  select.replaceChildren(...list.map(({ key }) => make('option', { value: key }, key)))
  const previous = picked ? list.find(({ key }) => key === before) : undefined
  const first = list.filter(({ item }) => item === list[0]?.item)
  const best = previous ?? first.find(({ engine }) => engine === 'native') ?? first[0]
  if (best) select.value = best.key
}

function card(item: Item): HTMLElement {
  const { letter, name, result } = item
  const without = Object.entries(missing(item)).map(([engine, why]) => `${engine}: n/a (${why})`)
  const notes = [...without, ...item.notes]
  const cases = new Set(result.rows.map((row) => row.case)).size
  const { rounds, milliseconds } = result.settings
  const facts = `${cases} ${cases === 1 ? 'case' : 'cases'}, ${rounds} rounds of ${milliseconds} ms, ${new Date(result.date).toLocaleString()}`
  const actions = make(
    'p',
    { class: 'row' },
    button('Download', () => download(result, letter), `Download result ${letter}`),
    button('Copy', () => copy(result, letter), `Copy result ${letter}`),
    button('Remove', () => drop(item), `Remove result ${letter}`),
  )
  return make(
    'li',
    {},
    make('h3', {}, make('span', { class: 'letter' }, letter), ` ${name}`),
    make('p', {}, result.environment.platform),
    make('p', { class: 'quiet' }, facts),
    ...(notes.length > 0
      ? [make('ul', { class: 'notes' }, ...notes.map((note) => make('li', {}, note)))]
      : []),
    make(
      'details',
      {},
      make('summary', {}, 'Environment'),
      make('dl', {}, ...described(result.environment)),
    ),
    actions,
  )
}

/** `dt` and `dd` for each member, down to one level. */
export function described(environment: Result['environment']): HTMLElement[] {
  return Object.entries(environment).flatMap(([key, value]) => {
    const text =
      typeof value === 'object' && value !== null
        ? Object.entries(value)
            .map(([name, version]) => `${name} ${version}`)
            .join(', ') || 'none'
        : String(value)
    return [make('dt', {}, key), make('dd', {}, text)]
  })
}

function say(text: string): void {
  byId('status').textContent = text
}

function download(result: Result, letter: string): void {
  const url = URL.createObjectURL(new Blob([writeResult(result)], { type: 'application/json' }))
  const name = `countersign-bench-${letter}-${result.date.slice(0, 10)}.json`
  make('a', { href: url, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

async function copy(result: Result, letter: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(writeResult(result))
    say(`Result ${letter} is on the clipboard.`)
  } catch {
    say('This browser does not let the page copy; download the result instead.')
  }
}

function drop(item: Item): void {
  remove(item)
  draw()
  say(`Result ${item.letter} was removed.`)
  byId('results').focus()
}
