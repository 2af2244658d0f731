/**
 * The part of the page that shows results: one in front, charts and rows of all, and a card for each.
 *
 * @module
 */

import { fold } from '../format.js'
import { type Result, writeResult } from '../result.js'
import { scoreOf } from '../score.js'
import { drawCapabilities, listCases, percentiles } from './charts.js'
import { button, byId, make } from './dom.js'
import { front } from './front.js'
import * as rows from './rows.js'
import { encode, shortened } from './share.js'
import { all, type Item, missing, remove } from './store.js'

/** The letter in front, if it was picked; otherwise the last of this browser, or the last of all. */
let picked: string | undefined

/** Draws all of it anew. */
export function draw(): void {
  const items = all()
  byId('empty').hidden = items.length > 0
  for (const id of ['front', 'capabilities', 'rows', 'spread', 'beside'])
    byId(id).hidden = items.length === 0
  byId('list').replaceChildren(...items.map(card))
  drawFront()
  listCases()
  rows.drawRows()
  percentiles()
}

/** Connects what does not change. */
export function listen(): void {
  rows.listen()
  byId('case').addEventListener('change', percentiles)
  byId('which').addEventListener('change', () => {
    picked = byId<HTMLSelectElement>('which').value
    drawFront()
  })
}

/** Puts `item` in front at the next drawing; nothing: the one that suits. */
export function pick(item?: Item): void {
  picked = item?.letter
}

function inFront(): Item | undefined {
  const items = all()
  return (
    items.find(({ letter }) => letter === picked) ??
    items.findLast(({ origin }) => origin === 'here') ??
    items.at(-1)
  )
}

function drawFront(): void {
  const item = inFront()
  const select = byId<HTMLSelectElement>('which')
  byId('choice').hidden = all().length < 2
  select.replaceChildren(
    ...all().map(({ letter, name }) => make('option', { value: letter }, `${letter}: ${name}`)),
  )
  byId('shared').replaceChildren()
  byId('face').replaceChildren(...(item ? front(item) : []))
  if (item) select.value = item.letter
  byId('share').replaceChildren(...(item?.query === undefined ? [] : sharing(item, item.query)))
  drawCapabilities(item)
}

function sharing(item: Item, query: string): HTMLElement[] {
  return [
    button('Copy a link to this result', () => share(item, query)),
    make(
      'span',
      { class: 'quiet' },
      'The figures, the browser, its system and its cores are in the link itself. No server gets them.',
    ),
  ]
}

/** Makes the link, shows it, and puts it on the clipboard where the browser lets it. */
async function share(item: Item, query: string): Promise<void> {
  const { fragment, part } = await fragmentOf(item.result)
  const link = `${location.origin}${location.pathname}${query}${fragment}`
  const field = make('input', { type: 'text', readonly: true, value: link, id: 'link' })
  byId('shared').replaceChildren(make('label', { class: 'block' }, 'Link to this result ', field))
  field.select()
  const copied = await navigator.clipboard.writeText(link).then(
    () => 'The link is on the clipboard',
    () => 'The link is selected, to be copied',
  )
  say(`${copied}${part ? ', with the cases of the overview; the file has all' : ''}.`)
}

/** All rows if they fit; those of the score always do. */
async function fragmentOf(result: Result): Promise<{ fragment: string; part: boolean }> {
  try {
    return { fragment: await encode(result), part: false }
  } catch {
    return { fragment: await encode(shortened(result)), part: true }
  }
}

function card(item: Item): HTMLElement {
  const { letter, name, result } = item
  const without = Object.entries(missing(item)).map(([engine, why]) => `${engine}: n/a (${why})`)
  const notes = [...without, ...item.notes]
  const cases = new Set(result.rows.map((row) => row.case)).size
  const { rounds, milliseconds } = result.settings
  const score = scoreOf(result.rows)
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
    ...(score ? [make('p', {}, `Score ${fold(score.value)}, on ${score.engine}`)] : []),
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
