/**
 * Charts of the results: one for each capability, and what is drawn when it is asked for.
 *
 * @module
 */

import { fold } from '../format.js'
import type { Named } from '../plots/index.js'
import { frontEngine, type Score, speedupsOf, verdictOf } from '../score.js'
import { geometricMean } from '../stats.js'
import { titleOf } from './capabilities.js'
import { byId, make } from './dom.js'
import { all, grouped, type Item } from './store.js'

type Plots = typeof import('../plots/index.js')

/** Counts drawings, so that one that was begun before the last change adds nothing to it. */
let drawing = 0

/** Draws a chart for each capability, one after the other, so that the page stays awake. `item` is the one in front. */
export async function drawCapabilities(item: Item | undefined): Promise<void> {
  drawing += 1
  const mine = drawing
  const places = new Map<string, HTMLElement>()
  const parts = [...grouped()].map(([group, names], index) => {
    const place = make('div', { class: 'plots' })
    places.set(group, place)
    return capability(`capability-${index + 1}`, group, summary(item, group, names.length), place)
  })
  byId('charts').replaceChildren(...parts)
  const library = parts.length > 0 && (await plots())
  for (const [group, place] of places) {
    if (!library || mine !== drawing) return
    fill(place, group, library)
    await new Promise((resolve) => setTimeout(resolve))
  }
}

function capability(
  id: string,
  group: string,
  words: readonly (Node | string)[],
  place: HTMLElement,
): HTMLElement {
  return make(
    'section',
    { class: 'capability', 'aria-labelledby': id },
    make('h3', { id }, titleOf(group)),
    make('p', { class: 'quiet' }, ...words),
    place,
  )
}

/** One chart in sight; where there are more cases than one chart holds, or sizes, the others are a click away. */
function fill(place: HTMLElement, group: string, { groupBars, scalingCurves }: Plots): void {
  const [first, ...others] = groupBars(document, nameResults(), group).map(permitted)
  const curves = scalingCurves(document, nameResults(), group).map(permitted).map(captioned)
  if (first) place.append(first)
  if (others.length + curves.length > 0) place.after(more([...others, ...curves]))
}

/** How the capability stands beside other packages, in the result in front. */
function summary(item: Item | undefined, group: string, cases: number): (Node | string)[] {
  const rows = item?.result.rows ?? []
  const speedups = speedupsOf(
    rows.filter((row) => row.group === group),
    frontEngine(rows) ?? '',
  )
  const whole = `${cases} ${cases === 1 ? 'case' : 'cases'}`
  if (speedups.length === 0)
    return [`${whole}, no other package beside ${cases === 1 ? 'it' : 'them'}`]
  const mean = geometricMean(speedups.map(({ ratio }) => ratio))
  const of = speedups.length === cases ? whole : `${speedups.length} of ${whole}`
  return [
    make('b', { class: verdictOf(mean) }, fold(mean.value)),
    ` as fast as the fastest other, ${of}`,
  ]
}

function more(figures: readonly (HTMLElement | SVGSVGElement)[]): HTMLElement {
  return make(
    'details',
    {},
    make('summary', {}, `${figures.length} more ${figures.length === 1 ? 'chart' : 'charts'}`),
    make('div', { class: 'plots' }, ...figures),
  )
}

/** The cases behind a score. */
export async function scoreChart(score: Score): Promise<SVGSVGElement> {
  return permitted((await plots()).speedupDots(document, score))
}

/** Offers the cases whose percentiles can be seen. */
export function listCases(): void {
  const select = byId<HTMLSelectElement>('case')
  const before = select.value
  select.replaceChildren(
    make('option', { value: '' }, 'pick a case'),
    ...[...grouped()].map(([group, names]) =>
      make('optgroup', { label: titleOf(group) }, ...names.map((name) => make('option', {}, name))),
    ),
  )
  select.value = before
  if (select.selectedIndex < 0) select.value = ''
}

/** Draws the percentiles of the case that is picked. */
export async function percentiles(): Promise<void> {
  const name = byId<HTMLSelectElement>('case').value
  const drawn = name && (await plots()).percentileCurves(document, nameResults(), name)
  byId('percentiles').replaceChildren(...(drawn ? [permitted(drawn)] : []))
}

/** They come with a library, which a page without them does not wait for. */
function plots(): Promise<Plots> {
  return import('../plots/index.js')
}

function nameResults(): Named[] {
  return all().map(({ letter, result }) => ({ label: letter, result }))
}

/** The page's policy allows no style in an element; what the library puts there is in `results.css`. */
function permitted(svg: SVGSVGElement): SVGSVGElement {
  for (const style of svg.querySelectorAll('style')) style.remove()
  return svg
}

/** Bars say inside what they are of; curves do not. */
function captioned(svg: SVGSVGElement): HTMLElement {
  const title = svg.querySelector('title')?.textContent ?? ''
  return make('figure', {}, make('figcaption', {}, title.replaceAll('#', '…')), svg)
}
