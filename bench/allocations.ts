/**
 * What an operation allocates in the engine, counted apart from timing: a counting allocator costs time.
 *
 * It is the native engine's memory, built for this from the same source. Arrays and objects that JavaScript
 * makes of a result are not in it.
 *
 * @module
 */

import { Worker } from 'node:worker_threads'
import type { Row } from './result.js'
import type { Note } from './rounds.js'

/** For one operation: the median of some calls, after warm-up calls. */
export type Allocated = { allocations: number; allocatedBytes: number }

/**
 * Fills in what the native rows allocate; `note` is told of a case that cannot be counted. Throws where the addon is
 * not built.
 */
export async function countInto(rows: readonly Row[], note: Note): Promise<void> {
  const thread = await AllocationsThread.start()
  for (const row of rows.filter(({ engine, state }) => engine === 'native' && state === 'warm'))
    await thread.of(row.case).then(
      (counted) => Object.assign(row, counted),
      (error) => note(`allocations of ${row.case}`, error),
    )
  await thread.close()
}

/** A thread on the counting addon. */
class AllocationsThread {
  readonly #worker: Worker

  private constructor(worker: Worker) {
    this.#worker = worker
  }

  static async start(): Promise<AllocationsThread> {
    const thread = new AllocationsThread(
      new Worker(new URL('./allocationsThread.js', import.meta.url)),
    )
    await thread.#answer()
    return thread
  }

  /** Counts the case `name`; nothing for one that does no work. */
  of(name: string): Promise<Allocated | undefined> {
    this.#worker.postMessage(name)
    return this.#answer()
  }

  async close(): Promise<void> {
    await this.#worker.terminate()
  }

  #answer(): Promise<Allocated | undefined> {
    return new Promise((resolve, reject) => {
      this.#worker.once('error', reject)
      this.#worker.once('message', (answer: { value?: Allocated; error?: string }) => {
        this.#worker.off('error', reject)
        if (answer.error === undefined) resolve(answer.value)
        else reject(new Error(answer.error))
      })
    })
  }
}
