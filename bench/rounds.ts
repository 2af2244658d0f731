/**
 * Agree, then time: every case on every engine, and by its peers, in many short shuffled rounds.
 *
 * @module
 */

import type { Case, Reference } from './case.js'
import { isPeer } from './peers.js'
import type { Prepared, Runner } from './runner.js'
import { same } from './same.js'
import { type Summary, summarise } from './stats.js'

/** One row of the JSON (its schema is in `bench/README.md`). */
export type Row = Summary & {
  case: string
  group: string
  /** The engine, or the peer. */
  engine: string
  bytes?: number
  n?: number
  /** Calls in one sample. */
  batch: number
  /** True where a sample is the mean of a batch: percentiles are then of such means. */
  ofBatchMeans: boolean
  unit: 'ns'
  reference?: readonly Reference[]
}

export type Options = {
  /** Rounds for each engine. */
  rounds: number
  /** Length of a round. */
  milliseconds: number
  /** Called and waited for before a case is prepared and before each of its rounds; to throw here ends the run. */
  between?: () => void | Promise<void>
}

/**
 * Times `one` on each of `all` that can do it.
 *
 * Disagreement ends the run: a comparison of two functions that compute
 * different things must not become a row of a table.
 */
export async function compare(one: Case, all: readonly Runner[], options: Options): Promise<Row[]> {
  const runners = all.filter(({ name }) => !isPeer(name) || one.peers?.[name])
  const batches = await agree(one, runners, options)
  const samples = new Map<string, number[]>(runners.map((runner) => [runner.name, []]))
  for (let round = 0; round < options.rounds; round += 1)
    for (const runner of shuffled(runners)) {
      await options.between?.()
      const request = { kind: 'run', name: one.name, milliseconds: options.milliseconds } as const
      const more = await runner.ask<number[]>(request)
      // A short round has thousands; to spread them as arguments has a limit.
      for (const value of more) samples.get(runner.name)?.push(value)
    }
  return runners.map(({ name }) => row(one, name, batches.get(name) ?? 1, samples.get(name) ?? []))
}

async function agree(
  one: Case,
  runners: readonly Runner[],
  { between }: Options,
): Promise<Map<string, number>> {
  const batches = new Map<string, number>()
  let expected: { agree: unknown; name: string } | undefined
  for (const runner of runners) {
    await between?.()
    const given = await runner.ask<Prepared>({ kind: 'prepare', name: one.name })
    expected ??= { agree: given.agree, name: runner.name }
    if (!same(given.agree, expected.agree))
      throw new Error(`${one.name}: ${runner.name} disagrees with ${expected.name}`)
    batches.set(runner.name, given.batch)
  }
  return batches
}

function row(one: Case, engine: string, batch: number, samples: readonly number[]): Row {
  const { name, group, bytes, n, reference } = one
  return {
    case: name,
    group,
    engine,
    ...(bytes !== undefined && { bytes }),
    ...(n !== undefined && { n }),
    batch,
    ofBatchMeans: batch > 1,
    ...summarise([samples]),
    unit: 'ns',
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
