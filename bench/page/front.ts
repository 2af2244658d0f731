/**
 * One result for everybody: whose it is, its score, and five cards in plain words.
 *
 * @module
 */

import { duration, fold } from '../format.js'
import { overview } from '../overview.js'
import { bestPeer } from '../peerOf.js'
import { deeds, rate } from '../plain.js'
import { frontEngine, type Score, scoreOf, verdictOf } from '../score.js'
import { scoreChart } from './charts.js'
import { make } from './dom.js'
import { margin } from './figures.js'
import { type Item, rowsOf } from './store.js'

/** All of it. */
export function front(item: Item): HTMLElement[] {
  const score = scoreOf(item.result.rows)
  return [...whose(item), score ? panel(item, score) : withoutScore(), cards(item)]
}

/** What was not measured here says so before it shows a figure. */
function whose({ origin, name, result }: Item): HTMLElement[] {
  if (origin === 'here') return []
  const { platform } = result.environment
  const day = new Date(result.date).toLocaleDateString(undefined, { dateStyle: 'long' })
  const [from, proof] =
    origin === 'link'
      ? [
          'Somebody else’s result, from a link.',
          'Nothing proves its figures, and none is of this browser.',
        ]
      : [`A result from elsewhere: ${name}.`, 'None of its figures is of this browser.']
  return [
    make(
      'p',
      { class: 'notice whose' },
      make('strong', {}, from),
      ` It says that it was made on ${day} in ${platform}. ${proof} Run the bench to see yours beside it.`,
    ),
  ]
}

function withoutScore(): HTMLElement {
  return make(
    'p',
    { class: 'quiet' },
    'No score: no other package did a case of the overview in this run.',
  )
}

function panel({ origin }: Item, score: Score): HTMLElement {
  const { value, low, high, engine, speedups } = score
  return make(
    'div',
    { class: 'score' },
    make('p', { class: 'big' }, make('b', {}, fold(value)), ' as fast'),
    make(
      'div',
      {},
      make(
        'p',
        { class: 'claim' },
        `as the fastest other package ${origin === 'here' ? 'in this browser' : 'beside it'}`,
      ),
      make('p', {}, `${fold(low)} to ${fold(high)} with 95 % confidence`),
      make(
        'p',
        { class: 'quiet' },
        `The geometric mean of ${count(speedups.length)}, on ${engine}. ${partly(score)}`,
      ),
      make('p', { class: 'quiet' }, losses(score)),
    ),
    behind(score),
  )
}

/** Where not the whole overview was timed, scores do not compare. */
function partly({ timed }: Score): string {
  return timed < overview.size
    ? `Only ${timed} of the ${overview.size} cases of the overview were timed, so it does not compare with other scores.`
    : `Of the ${overview.size} cases of the overview, these have another package beside them.`
}

function losses({ speedups }: Score): string {
  const slower = speedups.filter(({ ratio }) => verdictOf(ratio) === 'slower')
  if (slower.length === 0) return 'In none of them is another package faster.'
  const names = slower.map(
    ({ ours, peer, ratio }) => `${ours.case} (${peer.engine}, ${fold(1 / ratio.value)})`,
  )
  return `In ${slower.length} of them another package is faster: ${names.join(', ')}.`
}

/** The cases of the score, drawn when they are asked for. */
function behind(score: Score): HTMLElement {
  const part = make(
    'details',
    {},
    make('summary', {}, `The ${count(score.speedups.length)} behind it`),
  )
  part.addEventListener('toggle', async () => {
    if (part.open && part.childElementCount === 1)
      part.append(make('div', { class: 'plots' }, await scoreChart(score)))
  })
  return part
}

function cards(item: Item): HTMLElement {
  const engine = frontEngine(item.result.rows)
  const each = deeds.map(([name, deed]) => {
    const rows = rowsOf(item, name)
    const row = rows.find((of) => of.engine === engine)
    const peer = bestPeer(rows)
    return make(
      'li',
      {},
      make('h3', {}, deed),
      make('p', { class: 'rate' }, ...(row ? [make('b', {}, rate(row)), ' a second'] : ['n/a'])),
      make(
        'p',
        { class: 'quiet' },
        row ? `${duration(row.p50)} ${margin(row)}` : 'not timed in this run',
      ),
      make(
        'p',
        { class: 'quiet' },
        peer ? `${peer.engine}: ${rate(peer)}` : 'no other package beside it',
      ),
    )
  })
  return make(
    'ul',
    { class: 'deeds', 'aria-label': `What ${engine ?? 'it'} does in a second, on one core` },
    ...each,
  )
}

function count(cases: number): string {
  return `${cases} ${cases === 1 ? 'case' : 'cases'}`
}
