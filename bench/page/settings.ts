/**
 * What a run is told, and its form in the address of the page, so that a run can be shared.
 *
 * @module
 */

import { overview } from '../overview.js'
import { peers as everyPeer, type Peer } from '../peers.js'
import { cases } from '../suites/index.js'
import { targetCases } from '../targets.js'
import { type Place, places } from './place.js'

/** The engines that a browser can have. */
export const engines = ['wasm-fma', 'wasm'] as const

/** The groups, in the order of the table. */
export const groups: readonly string[] = [...new Set(cases.map(({ group }) => group))]

/** Node itself, and addons for it. */
const ofNode: readonly Peer[] = ['secp256k1', 'node:crypto', 'pqcrypto-dilithium', 'pqcrypto-mldsa']

/** The peers that a browser can have. */
export const peers: readonly Peer[] = everyPeer.filter((name) => !ofNode.includes(name))

/** Which cases, before groups and names narrow them: those of the score, those of the targets, or every one. */
export const selections = ['overview', 'targets', 'all'] as const

export type Settings = {
  cases: (typeof selections)[number]
  /** Names; none is all. */
  groups: readonly string[]
  /** Only cases with one of these texts, between commas, in their group or name. */
  filter: string
  engines: readonly string[]
  peers: readonly string[]
  places: readonly Place[]
  rounds: number
  /** Milliseconds of a round. */
  ms: number
}

export const defaults: Settings = {
  cases: 'overview',
  groups: [],
  filter: '',
  engines,
  peers,
  places: ['worker'],
  // Of fewer than six, no interval covers 95 %.
  rounds: 10,
  ms: 20,
}

export const limits = { rounds: 500, ms: 5_000, filter: 100 } as const

/** What an address says. */
export type Address = {
  settings: Settings
  /** Whether it asks to start at once. */
  run: boolean
  /** What in it is wrong: those members have their defaults. */
  problems: readonly string[]
}

/** Reads the query of an address. */
export function fromAddress(query: string): Address {
  const parameters = new URLSearchParams(query)
  const problems: string[] = []
  const known = [...Object.keys(defaults), 'run']
  for (const name of new Set(parameters.keys()))
    if (!known.includes(name)) problems.push(`there is no parameter “${name.slice(0, 40)}”`)
  const { list, whole } = readers(parameters, problems)
  const filter = parameters.get('filter') ?? defaults.filter
  if (filter.length > limits.filter) problems.push(`filter has at most ${limits.filter} characters`)
  const asked = parameters.get('cases') ?? defaults.cases
  const selection = selections.find((name) => name === asked)
  if (!selection) problems.push(`cases is one of ${selections.join(', ')}`)
  const settings = {
    cases: selection ?? defaults.cases,
    groups: list('groups', groups),
    filter: filter.slice(0, limits.filter),
    engines: list('engines', engines),
    peers: list('peers', peers),
    places: list('places', places),
    rounds: whole('rounds'),
    ms: whole('ms'),
  }
  return { settings, run: parameters.has('run'), problems }
}

/** Readers of lists and numbers, which say in `problems` why they give a default. */
function readers(parameters: URLSearchParams, problems: string[]) {
  type List = 'groups' | 'engines' | 'peers' | 'places'
  const list = <T extends string>(name: List, all: readonly T[]): readonly T[] => {
    const text = parameters.get(name)
    if (text === null) return defaults[name] as readonly T[]
    const asked = text === 'all' ? all : text.split(',').filter(Boolean)
    const unknown = asked.filter((name) => !(all as readonly string[]).includes(name))
    if (unknown.length > 0) problems.push(`${name} has no “${unknown.join('”, “').slice(0, 80)}”`)
    // In the order of the table, each once.
    const good = all.filter((name) => asked.includes(name))
    return unknown.length > 0 && good.length === 0 ? (defaults[name] as readonly T[]) : good
  }
  const whole = (name: 'rounds' | 'ms'): number => {
    const text = parameters.get(name)
    if (text === null) return defaults[name]
    const value = Number(text)
    if (/^\d{1,4}$/.test(text) && value >= 1 && value <= limits[name]) return value
    problems.push(`${name} is a whole number from 1 to ${limits[name]}`)
    return defaults[name]
  }
  return { list, whole }
}

/** The query for `settings`: only what differs from the defaults. */
export function toAddress(settings: Settings): string {
  const parts = (Object.keys(defaults) as (keyof Settings)[])
    .filter((name) => String(settings[name]) !== String(defaults[name]))
    .map((name) => parameter(name, settings[name]))
  return parts.length > 0 ? `?${parts.join('&')}` : ''
}

function parameter(name: string, value: Settings[keyof Settings]): string {
  return `${name}=${encodeURIComponent(String(value)).replaceAll('%2C', ',')}`
}

const selected: Readonly<Partial<Record<Settings['cases'], ReadonlySet<string>>>> = {
  overview,
  targets: targetCases,
}

/** The cases that a run with `settings` times. */
export function chosen(settings: Settings): typeof cases {
  // A comma that was just typed asks for nothing more.
  const texts = settings.filter
    .toLowerCase()
    .split(',')
    .map((text) => text.trim())
    .filter(Boolean)
  return cases.filter(
    ({ name, group, only }) =>
      only !== 'node' &&
      (selected[settings.cases]?.has(name) ?? true) &&
      (settings.groups.length === 0 || settings.groups.includes(group)) &&
      (texts.length === 0 || texts.some((text) => `${group} ${name}`.toLowerCase().includes(text))),
  )
}

/** The peers that do one of these cases. */
export function able(settings: Settings): Peer[] {
  const list = chosen(settings)
  return peers.filter(
    (name) => settings.peers.includes(name) && list.some((item) => item.peers?.[name]),
  )
}
