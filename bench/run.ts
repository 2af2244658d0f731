/**
 * A run in Node: the threads of engines and peers, and the cases that they do.
 *
 * @module
 */

import type { Case } from './case.js'
import { isPeer } from './peers.js'
import { watch } from './progress.js'
import type { Row } from './result.js'
import { type Note, type Options, timed } from './rounds.js'
import { EngineThread } from './thread.js'

/** The threads that started, and why the others did not. */
export type Started = {
  threads: readonly EngineThread[]
  missing: ReadonlyMap<string, string>
}

/** Starts a thread for each engine and peer; one that cannot start is noted, and its column stays `n/a`. */
export async function startThreads(names: readonly string[]): Promise<Started> {
  const [threads, missing] = [[] as EngineThread[], new Map<string, string>()]
  for (const name of names) {
    const thread = new EngineThread(name)
    try {
      await thread.ask({ kind: 'start' })
      threads.push(thread)
    } catch (error) {
      const why = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
      missing.set(name, why)
      await thread.close()
    }
  }
  if (threads.every(({ name }) => isPeer(name))) throw new Error('no engine could be started')
  return { threads, missing }
}

/** The rows of `chosen`, while standard error shows how far it is. */
export async function timeCases(
  chosen: readonly Case[],
  threads: readonly EngineThread[],
  options: Options,
  note: Note,
): Promise<Row[]> {
  const runners = (item: Case) => threads.filter(({ name }) => !isPeer(name) || item.peers?.[name])
  const progress = watch(chosen.reduce((sum, item) => sum + runners(item).length, 1))
  const rows: Row[] = []
  for (const item of chosen) {
    progress.begin(`${item.group}: ${item.name}`)
    rows.push(...(await timed(item, threads, options, note)))
    progress.done(runners(item).length)
  }
  progress.end()
  return rows
}
