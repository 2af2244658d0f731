/**
 * A run in the browser: each place in turn, each case on every engine and peer.
 *
 * @module
 */

import { resultOf } from '../assemble.js'
import type { Case } from '../case.js'
import { isPeer, type Peer, versions } from '../peers.js'
import type { Environment, Result, Row } from '../result.js'
import { timed } from '../rounds.js'
import { environmentOf } from './environment.js'
import { type Place, type Started, start } from './place.js'
import { able, chosen, type Settings } from './settings.js'

/** Where a run is. */
export type Progress = {
  place: Place
  /** The case's name; while engines load, nothing. */
  name?: string
  /** Cases done, of how many, in all places together. */
  done: number
  of: number
  /** Milliseconds until the end, as it looks. */
  left: number
}

/** What a run in one place gave. */
export type Outcome = {
  place: Place
  /** The rows that there are, also of a run that was stopped. Undefined if there is none. */
  result?: Result
  /** Why an engine or peer is `n/a`. */
  missing: ReadonlyMap<string, string>
  /** Why a case has no row. */
  failed: ReadonlyMap<string, string>
}

/** To prepare a case takes about this much on each engine, besides its rounds. */
const prepareMs = 80

/** A first guess at how long a run takes, without the slow calls of some peers. */
export function estimate(settings: Settings): number {
  const beside = (item: Case) => settings.peers.filter((name) => item.peers?.[name as Peer]).length
  const runners = chosen(settings).map((item) => settings.engines.length + beside(item))
  const each = settings.rounds * (settings.ms + 1) + prepareMs
  return runners.reduce((sum, count) => sum + count, 0) * settings.places.length * each
}

export async function runAll(
  settings: Settings,
  here: Environment,
  watch: { signal: AbortSignal; tell: (progress: Progress) => void },
): Promise<Outcome[]> {
  const list = chosen(settings)
  const of = list.length * settings.places.length
  const began = performance.now()
  const outcomes: Outcome[] = []
  for (const place of settings.places) {
    const before = outcomes.length * list.length
    const tell = (done: number, name?: string) => {
      const all = before + done
      const each = all > 0 ? (performance.now() - began) / all : estimate(settings) / of
      watch.tell({ place, done: all, of, left: each * (of - all), ...(name && { name }) })
    }
    outcomes.push(await runIn(place, list, settings, here, watch.signal, tell))
    if (watch.signal.aborted) break
  }
  return outcomes
}

async function runIn(
  place: Place,
  list: readonly Case[],
  settings: Settings,
  here: Environment,
  signal: AbortSignal,
  tell: (done: number, name?: string) => void,
): Promise<Outcome> {
  const missing = new Map<string, string>()
  const failed = new Map<string, string>()
  const rows: Row[] = []
  tell(0)
  const runners = await startAll(place, [...settings.engines, ...able(settings)], missing, signal)
  try {
    for (const [done, item] of list.entries()) {
      if (signal.aborted || runners.every(({ name }) => isPeer(name))) break
      tell(done, item.name)
      const hooks = { between: pause(signal), stopped: () => signal.aborted }
      const note = (name: string, error: Error) => failed.set(name, error.message)
      rows.push(...(await timed(item, runners, { ...optionsOf(settings), ...hooks }, note)))
    }
  } finally {
    for (const runner of runners) runner.close()
  }
  if (rows.length === 0) return { place, missing, failed }
  const ran = runners.map(({ name }) => name).filter(isPeer)
  const result = resultOf(rows, {
    environment: environmentOf(place, here, versions(ran)),
    missing,
    failed: [...failed].map(([name, why]) => `${name}: ${why}`),
    options: optionsOf(settings),
  })
  return { place, result, missing, failed }
}

/** Those that start; why not, of the others. */
async function startAll(
  place: Place,
  names: readonly string[],
  missing: Map<string, string>,
  signal: AbortSignal,
): Promise<Started[]> {
  const runners: Started[] = []
  for (const name of names) {
    if (signal.aborted) break
    try {
      runners.push(await start(place, name))
    } catch (error) {
      missing.set(name, (error as Error).message)
    }
  }
  return runners
}

function optionsOf({ rounds, ms }: Settings): { rounds: number; milliseconds: number } {
  return { rounds, milliseconds: ms }
}

/** Lets the page draw and hear the user between two rounds; throws once it was stopped. */
function pause(signal: AbortSignal): () => Promise<void> {
  return async () => {
    await new Promise((resolve) => setTimeout(resolve))
    signal.throwIfAborted()
  }
}
