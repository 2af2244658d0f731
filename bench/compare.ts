/**
 * Agree, then time: every case on every engine, and by its peers, in many short shuffled rounds.
 *
 * @module
 */

import assert from 'node:assert/strict'
import type { Case, Reference } from './case.js'
import { isPeer } from './peers.js'
import { type Summary, summarise } from './stats.js'
import type { EngineThread } from './thread.js'

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
}

/**
 * Times `one` on each of `all` that can do it.
 *
 * Disagreement ends the run: a comparison of two functions that compute
 * different things must not become a row of a table.
 */
export async function compare(
  one: Case,
  all: readonly EngineThread[],
  options: Options,
): Promise<Row[]> {
  const threads = all.filter(({ name }) => !isPeer(name) || one.peers?.[name])
  const batches = await agree(one, threads)
  const samples = new Map<string, number[]>(threads.map((thread) => [thread.name, []]))
  for (let round = 0; round < options.rounds; round += 1)
    for (const thread of shuffled(threads)) {
      const request = { kind: 'run', name: one.name, milliseconds: options.milliseconds } as const
      samples.get(thread.name)?.push(...(await thread.ask<number[]>(request)))
    }
  return threads.map((thread) =>
    row(one, thread.name, batches.get(thread.name) ?? 1, samples.get(thread.name) ?? []),
  )
}

async function agree(one: Case, threads: readonly EngineThread[]): Promise<Map<string, number>> {
  const batches = new Map<string, number>()
  let expected: { agree: unknown; engine: string } | undefined
  for (const thread of threads) {
    const given = await thread.ask<{ agree: unknown; batch: number }>({
      kind: 'prepare',
      name: one.name,
    })
    expected ??= { agree: given.agree, engine: thread.name }
    assert.deepEqual(
      given.agree,
      expected.agree,
      `${one.name}: ${thread.name} disagrees with ${expected.engine}`,
    )
    batches.set(thread.name, given.batch)
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
    ...summarise(samples),
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
