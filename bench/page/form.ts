/**
 * The form of a run, and the settings that stand in it.
 *
 * @module
 */

import { cases } from '../suites/index.js'
import { byId, make } from './dom.js'
import { type Place, places } from './place.js'
import { chosen, engines, groups, peers, type Settings, selections } from './settings.js'

const names: Record<Place, string> = { worker: 'in a worker', page: "on the page's thread" }
const explain: Readonly<Record<string, string>> = {
  'wasm-fma': 'wasm-fma (relaxed SIMD)',
  wasm: 'wasm (any browser)',
}

const selection: Record<Settings['cases'], string> = {
  overview: 'an overview, with a score',
  targets: 'those with a target',
  all: 'every one',
}

/** Fills the form. */
export function build(settings: Settings): void {
  fill(
    'cases',
    selections,
    [settings.cases],
    (name) => selection[name as Settings['cases']],
    'radio',
  )
  fill('engines', engines, settings.engines, (name) => explain[name] ?? name)
  fill('places', places, settings.places, (name) => names[name as Place])
  fill('peers', peers, settings.peers, (name) => name)
  const all = settings.groups.length === 0 ? groups : settings.groups
  fill('groups', groups, all, (name) => `${name} (${countIn(name)})`)
  byId<HTMLInputElement>('rounds').value = String(settings.rounds)
  byId<HTMLInputElement>('ms').value = String(settings.ms)
  byId<HTMLInputElement>('filter').value = settings.filter
  byId('all-groups').addEventListener('click', () => checkAll('groups', true))
  byId('no-groups').addEventListener('click', () => checkAll('groups', false))
}

/** What stands in the form; undefined while a figure in it is none. */
export function read(): Settings | undefined {
  const [rounds, ms] = [byId<HTMLInputElement>('rounds'), byId<HTMLInputElement>('ms')]
  if (!rounds.validity.valid || !ms.validity.valid) return undefined
  const wanted = readChecked('groups')
  return {
    cases: (readChecked('cases')[0] ?? 'overview') as Settings['cases'],
    groups: wanted.length === groups.length ? [] : wanted,
    filter: byId<HTMLInputElement>('filter').value.trim(),
    engines: readChecked('engines'),
    peers: readChecked('peers'),
    places: readChecked('places') as Place[],
    rounds: rounds.valueAsNumber,
    ms: ms.valueAsNumber,
  }
}

/** Why no run can start with what stands in the form. */
export function lacks(settings: Settings | undefined): string | undefined {
  if (!settings) return 'A figure is missing or out of its range.'
  if (readChecked('groups').length === 0) return 'Pick a group.'
  if (settings.engines.length === 0) return 'Pick an engine.'
  if (settings.places.length === 0) return 'Pick where to run.'
  if (chosen(settings).length === 0)
    return 'No case is in all of these: pick every one, or another name.'
  return undefined
}

function fill(
  id: string,
  all: readonly string[],
  on: readonly string[],
  label: (name: string) => string,
  type: 'checkbox' | 'radio' = 'checkbox',
): void {
  byId(id).replaceChildren(
    ...all.map((name) => {
      const box = make('input', { type, name: id, value: name })
      box.checked = on.includes(name)
      return make('label', {}, box, make('span', {}, label(name)))
    }),
  )
}

function boxes(id: string): HTMLInputElement[] {
  return [...byId(id).querySelectorAll('input')]
}

function readChecked(id: string): string[] {
  return boxes(id)
    .filter((box) => box.checked)
    .map((box) => box.value)
}

function checkAll(id: string, on: boolean): void {
  for (const box of boxes(id)) box.checked = on
  byId('settings').dispatchEvent(new Event('change'))
}

function countIn(group: string): number {
  return cases.filter((item) => item.group === group && item.only !== 'node').length
}
