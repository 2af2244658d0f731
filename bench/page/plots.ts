/**
 * Plots of the results, drawn when they are asked for.
 *
 * @module
 */

import type { Named } from '../plots/index.js'
import { byId, make } from './dom.js'
import { all, grouped } from './store.js'

type Plots = typeof import('../plots/index.js')

/** Groups whose plots were opened or closed by hand: they stay so after the next result. */
const open = new Map<string, boolean>()

/** With more groups than this, plots wait until they are asked for. */
const few = 4

/** A part of the page that opens, and then has the plots of a group: bars, and curves where it has sizes. */
export function groupPlots(group: string): HTMLElement {
  const part = make(
    'details',
    { open: open.get(group) ?? grouped().size <= few },
    make('summary', {}, 'Plots'),
  )
  const show = async () => {
    open.set(group, part.open)
    if (!part.open || part.childElementCount > 1) return
    const { groupBars, scalingCurves } = await plots()
    const bars = groupBars(document, nameResults(), group).map(permitted)
    const curves = scalingCurves(document, nameResults(), group).map(permitted).map(captioned)
    part.append(make('div', { class: 'plots' }, ...bars, ...curves))
  }
  part.addEventListener('toggle', show)
  return part
}

/** Offers the cases whose percentiles can be seen. */
export function listCases(): void {
  const select = byId<HTMLSelectElement>('case')
  const before = select.value
  select.replaceChildren(
    make('option', { value: '' }, 'pick a case'),
    ...[...grouped()].map(([group, names]) =>
      make('optgroup', { label: group }, ...names.map((name) => make('option', {}, name))),
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

/** The page's policy allows no style in an element; what the library puts there is in `style.css`. */
function permitted(svg: SVGSVGElement): SVGSVGElement {
  for (const style of svg.querySelectorAll('style')) style.remove()
  return svg
}

/** Bars say inside what they are of; curves do not. */
function captioned(svg: SVGSVGElement): HTMLElement {
  const title = svg.querySelector('title')?.textContent ?? ''
  return make('figure', {}, make('figcaption', {}, title.replaceAll('#', '…')), svg)
}
