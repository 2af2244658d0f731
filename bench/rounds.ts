/**
 * Agree, then time: every case on every engine, and by its peers, in many short shuffled rounds.
 *
 * @module
 */

import type { Case } from './case.js'
import { isPeer } from './peers.js'
import type { Row } from './result.js'
import type { Lacking, Prepared, Runner } from './runner.js'
import { same } from './same.js'
import { summarise } from './stats.js'

export type Options = {
  /** Rounds for each engine. */
  rounds: number
  /** Length of a round. */
  milliseconds: number
  /**
   * Whether nothing is warmed up. That is for a look at what a case gives: its times are then those of code that is not
   * compiled.
   */
  unheated?: boolean
  /** Called and waited for before a case is prepared and before each of its rounds; to throw here ends the run. */
  between?: () => void | Promise<void>
  /** Whether the run was ended from outside: what fails then is no fault. */
  stopped?: () => boolean
}

/** Hears of a case that failed, and why. */
export type Note = (name: string, error: Error) => void

/** The rows of a case, as {@link compare} gives them. Where a peer makes it fail, the engines stand alone; `note` hears why. */
export async function timed(
  item: Case,
  all: readonly Runner[],
  options: Options,
  note: Note,
): Promise<Row[]> {
  const beside = all.some(({ name }) => isPeer(name) && item.peers?.[name])
  try {
    return await compare(item, all, options)
  } catch (error) {
    if (options.stopped?.()) return []
    note(beside ? `${item.name}, beside other packages` : item.name, error as Error)
  }
  const engines = all.filter(({ name }) => !isPeer(name))
  return beside ? timed(item, engines, options, note) : []
}

/**
 * Times `item` on each of `all` that can do it.
 *
 * Disagreement is an error: a comparison of two functions that compute
 * different things must not become a row of a table.
 */
export async function compare(
  item: Case,
  all: readonly Runner[],
  options: Options,
): Promise<Row[]> {
  const able = all.filter(({ name }) => !isPeer(name) || item.peers?.[name])
  const prepared = await agree(item, able, options)
  const runners = able.filter(({ name }) => prepared.has(name))
  if (item.unit === 'bytes') return runners.map(({ name }) => sizeRow(item, name, prepared))
  const rounds = new Map<string, number[][]>(runners.map((runner) => [runner.name, []]))
  for (let round = 0; round < options.rounds; round += 1)
    for (const runner of shuffled(runners)) {
      await options.between?.()
      const request = { kind: 'run', name: item.name, milliseconds: options.milliseconds } as const
      rounds.get(runner.name)?.push(await runner.ask<number[]>(request))
    }
  return runners.map(({ name }) => timedRow(item, name, prepared.get(name), rounds.get(name) ?? []))
}

async function agree(
  item: Case,
  runners: readonly Runner[],
  { between, unheated }: Options,
): Promise<Map<string, Prepared>> {
  const prepared = new Map<string, Prepared>()
  let expected: { agree: unknown; name: string } | undefined
  for (const runner of runners) {
    await between?.()
    const outcome = await prepare(item.name, runner, unheated === true)
    if ('lacking' in outcome) continue
    expected ??= { agree: outcome.agree, name: runner.name }
    if (!same(outcome.agree, expected.agree))
      throw new Error(`${item.name}: ${runner.name} disagrees with ${expected.name}`)
    prepared.set(runner.name, outcome)
  }
  return prepared
}

/** Its errors name the runner, because several runners do the same case. */
async function prepare(
  name: string,
  runner: Runner,
  unheated: boolean,
): Promise<Prepared | Lacking> {
  try {
    return await runner.ask<Prepared | Lacking>({ kind: 'prepare', name, unheated })
  } catch (cause) {
    const { message } = cause as Error
    throw new Error(message.startsWith(runner.name) ? message : `${runner.name}: ${message}`, {
      cause,
    })
  }
}

type Samples = readonly (readonly number[])[]

function timedRow(
  item: Case,
  engine: string,
  { batch, step }: Pick<Prepared, 'batch' | 'step'> = { batch: 1, step: 0 },
  rounds: Samples,
): Row {
  const figures = summarise(rounds)
  return {
    ...describeCase(item, engine),
    batch,
    ofBatchMeans: batch > 1,
    ...figures,
    ...blurred(figures, step / batch),
    ...ratesOf(item, figures),
    unit: 'ns',
  }
}

/** The interval of a median that lies on the grid of a clock: the truth is up to half a step away. */
function blurred(
  { low, high }: Pick<Row, 'low' | 'high'>,
  step: number,
): Pick<Row, 'low' | 'high'> {
  // Of a sample of few steps, as without warming up, something is left.
  return { low: Math.max(low - step / 2, low / 2), high: high + step / 2 }
}

/** What follows from a median, in nanoseconds. */
export function ratesOf(
  { bytes }: Pick<Case, 'bytes'>,
  { p50 }: Pick<Row, 'p50'>,
): Pick<Row, 'opsPerSecond' | 'megabytesPerSecond'> {
  return {
    opsPerSecond: 1e9 / p50,
    // Bytes in a nanosecond are 10^9 bytes in a second.
    ...(bytes !== undefined && { megabytesPerSecond: (bytes / p50) * 1e3 }),
  }
}

/** The row of a size: nothing is timed, and nothing varies. */
function sizeRow(item: Case, engine: string, prepared: ReadonlyMap<string, Prepared>): Row {
  const size = Number(prepared.get(engine)?.agree)
  const figures = { ...summarise([[size]]), opsPerSecond: 0 }
  return { ...describeCase(item, engine), batch: 1, ofBatchMeans: false, ...figures, unit: 'bytes' }
}

/** What a row says of its case. */
export function describeCase(
  { name, group, bytes, n, reference }: Case,
  engine: string,
): Pick<Row, 'case' | 'group' | 'engine' | 'state' | 'bytes' | 'n' | 'reference'> {
  return {
    case: name,
    group,
    engine,
    state: 'warm',
    ...(bytes !== undefined && { bytes }),
    ...(n !== undefined && { n }),
    ...(reference && { reference }),
  }
}

/** No engine always runs right after the same other one. */
function shuffled<T>(list: readonly T[]): T[] {
  return list
    .map((value) => ({ value, key: Math.random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ value }) => value)
}
