/**
 * The bench page.
 *
 * @module
 */

import { byId, make } from './dom.js'
import { environment } from './environment.js'
import { wait } from './figures.js'
import * as form from './form.js'
import * as imports from './import.js'
import { explain, isolate } from './isolation.js'
import * as results from './results.js'
import { estimate, type Outcome, type Progress, runAll } from './run.js'
import { able, chosen, fromAddress, type Settings, toAddress } from './settings.js'
import { decode, mark } from './share.js'
import { add } from './store.js'

const address = fromAddress(location.search)
/** What in the address is wrong, until the form is changed: from then on the form is what counts. */
let { problems } = address
let stop: AbortController | undefined
let ready = false

form.build(address.settings)
results.listen()
imports.listen(say)
results.draw()
plan()
byId('settings').addEventListener('input', change)
byId('settings').addEventListener('change', change)
byId('settings').addEventListener('submit', (event) => {
  event.preventDefault()
  start()
})
byId('stop').addEventListener('click', () => stop?.abort())
for (const text of problems) warn(`In the address: ${text}.`)

/** The environment, once the page is as isolated as it can be. */
const here = isolate().then(environment)
here.then(async (found) => {
  ready = true
  plan()
  byId('host').replaceChildren(...results.described(found))
  byId('isolation').replaceChildren(...explain(found))
  await openLink()
  // A shared address with an error might mean another run than this one.
  if (address.run && address.problems.length === 0) await start()
})
addEventListener('hashchange', openLink)

/** Shows the result in the fragment, if there is one; says what is wrong with it. */
async function openLink(): Promise<void> {
  const { hash } = location
  if (!hash.startsWith(mark)) return
  try {
    const result = await decode(hash)
    const { browser, platform } = result.environment
    const name = `from a link, ${browser ?? platform}`
    results.pick(add({ result, name, origin: 'link' }))
    results.draw()
  } catch (error) {
    warn(`The result in the link is not shown: ${(error as Error).message}.`)
  }
}

function change(): void {
  problems = []
  byId('problems').replaceChildren()
  plan()
}

/** Says how long a run would take, and puts it into the address. */
function plan(): void {
  const settings = form.read()
  const why = form.lacks(settings)
  byId<HTMLButtonElement>('start').disabled = why !== undefined || !ready
  const count = settings ? chosen(settings).length : 0
  byId('plan').textContent =
    why ??
    (settings
      ? `${count} ${count === 1 ? 'case' : 'cases'}${beside(settings)}, about ${wait(estimate(settings))}`
      : '')
  // Until it is ready, the page may be loaded again, with its whole address.
  if (ready && settings && !why && problems.length === 0) setAddress(settings, location.hash)
}

function beside(settings: Settings): string {
  const count = able(settings).length
  return count > 0 ? ` beside ${count} other ${count === 1 ? 'package' : 'packages'}` : ''
}

function setAddress(settings: Settings, hash: string): void {
  history.replaceState(null, '', `${location.pathname}${toAddress(settings)}${hash}`)
}

/** Runs what the form says, unless a run is on. */
async function start(): Promise<void> {
  const settings = form.read()
  if (stop || !settings || form.lacks(settings)) return
  stop = new AbortController()
  busy(true)
  // From here on the address is of this run: who copies it shares no result of somebody else.
  if (location.hash.startsWith(mark)) setAddress(settings, '')
  const began = performance.now()
  say(`Started: ${chosen(settings).length} cases.`)
  try {
    const outcomes = await runAll(settings, await here, { signal: stop.signal, tell: watcher() })
    const added = outcomes.flatMap((outcome) => take(outcome, toAddress(settings)))
    const end = stop.signal.aborted ? 'Stopped' : 'Done'
    say(`${end} after ${wait(performance.now() - began)}: ${added.join('; ') || 'no result'}.`)
  } catch (error) {
    say(`The run failed: ${(error as Error).message}`)
  }
  stop = undefined
  busy(false)
  results.pick()
  results.draw()
}

/** Adds the result of a run to the others; returns what to say about it. */
function take({ place, result, missing, failed }: Outcome, query: string): string[] {
  const without = [...missing].map(([name, why]) => `${name}: n/a (${why})`)
  const notes = [...failed].map(([name, why]) => `${name}: no figure (${why})`)
  if (!result) return [...without, ...notes]
  const name = place === 'worker' ? 'here, in a worker' : 'here, in the page'
  const { letter } = add({ result, name, origin: 'here', notes, query })
  const count = without.length + notes.length
  return [`result ${letter}${count > 0 ? `, with ${count} ${count === 1 ? 'gap' : 'gaps'}` : ''}`]
}

/** Always shows progress on the screen, and announces each quarter to screen readers. */
function watcher(): (progress: Progress) => void {
  let quarter = 0
  return ({ place, name, done, of, left }) => {
    byId<HTMLProgressElement>('bar').value = of > 0 ? done / of : 0
    byId('progress-text').textContent = name
      ? `${done + 1} of ${of}: ${name} (${place}), ${wait(left)} left`
      : `Loading engines (${place})`
    const reached = Math.floor((4 * done) / of)
    if (reached > quarter) say(`${reached * 25} % done, ${wait(left)} left.`)
    quarter = Math.max(quarter, reached)
  }
}

/** During a run, the form is disabled, and the focus is on the button that ends the run. */
function busy(on: boolean): void {
  const [begin, end] = [byId<HTMLButtonElement>('start'), byId<HTMLButtonElement>('stop')]
  const hadFocus = document.activeElement === begin || document.activeElement === end
  for (const part of byId('settings').querySelectorAll('fieldset')) part.disabled = on
  byId('progress').hidden = !on
  byId('plan').hidden = on
  begin.hidden = on
  end.hidden = !on
  if (hadFocus) (on ? end : begin).focus()
}

function say(text: string): void {
  byId('status').textContent = text
}

function warn(text: string): void {
  byId('problems').append(make('p', { class: 'notice' }, text))
}
