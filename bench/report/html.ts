/**
 * The report as one HTML file: no network, no script. Every figure stands in a table; plots are beside them.
 *
 * Texts of the files become text nodes and attribute values by the DOM, never markup.
 *
 * @module
 */

import { parseHTML } from 'linkedom'
import { headline } from '../headline.js'
import { groupBars, percentileCurves, scalingCurves } from '../plots/index.js'
import type { Named } from '../plots/series.js'
import { element, type Make } from './element.js'
import { notes } from './notes.js'
import { style } from './style.js'
import {
  detailTable,
  fitsTable,
  groupTable,
  machinesTable,
  ratiosTable,
  type Table,
  targetsTable,
} from './tables.js'

type Section = { title: string; content: (Node | undefined)[] }

/** The whole document. */
export function html(results: readonly Named[]): string {
  const { document } = parseHTML(
    '<!doctype html><html lang="en"><head></head><body></body></html>',
  ) as unknown as { document: Document }
  const make = element(document)
  document.head.append(...head(make))
  const sections = [
    { title: 'Machines', content: [tableOf(make, machinesTable(results))] },
    {
      title: 'Targets and ratios',
      content: [
        ...results.map((result) => tableOf(make, targetsTable(result, results.length > 1))),
        tableOf(make, ratiosTable(results)),
      ],
    },
    ...groups(document, make, results),
    {
      title: 'Scaling',
      content: [tableOf(make, fitsTable(results)), plots(make, scalingCurves(document, results))],
    },
    { title: 'Percentiles', content: [plots(make, percentiles(document, results))] },
  ].filter(({ content }) => content.some((part) => part !== undefined))
  document.body.append(
    make('header', {}, make('h1', {}, 'Countersign bench'), list(make, notes(results))),
    contents(make, sections),
    make('main', {}, ...sections.map((section, index) => sectionOf(make, section, index))),
  )
  return `<!doctype html>\n${document.documentElement.outerHTML}\n`
}

function head(make: Make): Node[] {
  // Nothing is loaded and nothing runs, even if this file were changed on the way.
  const policy =
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
  return [
    make('meta', { charset: 'utf-8' }),
    make('meta', { 'http-equiv': 'Content-Security-Policy', content: policy }),
    make('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    make('title', {}, 'Countersign bench'),
    make('style', {}, style),
  ]
}

function groups(document: Document, make: Make, results: readonly Named[]): Section[] {
  const names = [...new Set(results.flatMap(({ result }) => result.rows.map(({ group }) => group)))]
  return names.map((group) => ({
    title: group,
    content: [
      plots(make, groupBars(document, results, group), { named: true }),
      tableOf(make, groupTable(results, group)),
      make(
        'details',
        {},
        make('summary', {}, `Every figure of ${group}`),
        ...results.map((result) => tableOf(make, detailTable(result, group, results.length > 1))),
      ),
    ],
  }))
}

/** Of the cases that stand for the whole; in a run of others, of its first ones. */
function percentiles(document: Document, results: readonly Named[]): SVGSVGElement[] {
  const names = new Set(results.flatMap(({ result }) => result.rows.map((row) => row.case)))
  const chosen = headline.filter((name) => names.has(name))
  return (chosen.length > 0 ? chosen : [...names].slice(0, 12)).flatMap((name) => {
    const figure = percentileCurves(document, results, name)
    return figure ? [figure] : []
  })
}

/** Figures, each under its name, unless names stand within. */
function plots(
  make: Make,
  figures: readonly SVGSVGElement[],
  { named = false }: { named?: boolean } = {},
): Node | undefined {
  if (figures.length === 0) return undefined
  const each = figures.map((figure) => {
    const title = figure.querySelector('title')?.textContent ?? ''
    return make('figure', {}, named ? undefined : make('figcaption', {}, title), figure)
  })
  return make('div', { class: 'plots' }, ...each)
}

function contents(make: Make, sections: readonly Section[]): Node {
  const links = sections.map(({ title }, index) =>
    make('li', {}, make('a', { href: `#s${index + 1}` }, title)),
  )
  return make('nav', { 'aria-label': 'Contents' }, make('ul', {}, ...links))
}

function sectionOf(make: Make, { title, content }: Section, index: number): Node {
  const id = `s${index + 1}`
  return make(
    'section',
    { id, 'aria-labelledby': `${id}t` },
    make('h2', { id: `${id}t` }, title),
    ...content,
  )
}

function list(make: Make, texts: readonly string[]): Node {
  return make('ul', { class: 'notes' }, ...texts.map((text) => make('li', {}, text)))
}

/** A table that scrolls by itself, also with the keyboard. */
function tableOf(make: Make, { caption, header, rows, notes = [] }: Table): Node | undefined {
  if (rows.length === 0) return undefined
  const cells = (row: readonly string[]) =>
    row.map((cell, index) =>
      index === 0 ? make('th', { scope: 'row' }, cell) : make('td', {}, cell),
    )
  return make(
    'div',
    { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': caption },
    make(
      'table',
      {},
      make('caption', {}, caption),
      make(
        'thead',
        {},
        make('tr', {}, ...header.map((cell) => make('th', { scope: 'col' }, cell))),
      ),
      make('tbody', {}, ...rows.map((row) => make('tr', {}, ...cells(row)))),
    ),
    ...notes.map((note) => make('p', { class: 'notes' }, note)),
  )
}
