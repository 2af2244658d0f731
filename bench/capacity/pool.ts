/**
 * Threads that verify, and the queue before them.
 *
 * An idle thread takes what waits, up to a batch: a single registration waits for no other, and under load one message
 * crosses for many. The queue is bounded. What does not fit is refused at once, because a client that is told soon can
 * go elsewhere, and a client that waits for ever cannot.
 *
 * @module
 */

import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Verdict } from './registration.js'
import type { Task } from './worker.js'

export type PoolOptions = {
  engine: string
  workers: number
  /** Most registrations that wait. */
  queue: number
  /** Most registrations that a thread gets at once. */
  batch: number
}

type Waiting = { task: Task; answer: (verdict: Verdict) => void }

export class Pool {
  readonly #options: PoolOptions
  readonly #waiting: Waiting[] = []
  readonly #idle: Worker[] = []
  /** What each thread is working on. */
  readonly #busy = new Map<Worker, Waiting[]>()
  #closed = false

  private constructor(options: PoolOptions) {
    this.#options = options
  }

  /** Starts the threads, and waits until each has its engine. */
  static async start(options: PoolOptions): Promise<Pool> {
    const pool = new Pool(options)
    await Promise.all(Array.from({ length: options.workers }, () => pool.#hire()))
    return pool
  }

  /** The verdict, or undefined if there is no room. */
  verify(task: Task): Promise<Verdict> | undefined {
    if (this.#closed || this.#waiting.length >= this.#options.queue) return undefined
    return new Promise((answer) => {
      this.#waiting.push({ task, answer })
      this.#assign()
    })
  }

  /** Ends the threads. What they were working on is answered as an error. */
  async close(): Promise<void> {
    this.#closed = true
    await Promise.all([...this.#idle, ...this.#busy.keys()].map((worker) => worker.terminate()))
  }

  async #hire(): Promise<void> {
    const { engine } = this.#options
    const worker = new Worker(new URL('./worker.js', import.meta.url), { workerData: { engine } })
    await once(worker, 'message')
    worker.on('message', (verdicts: Verdict[]) => this.#done(worker, verdicts))
    // The end of the thread says enough; without this listener, the process would end as well.
    worker.on('error', () => undefined)
    worker.on('exit', () => this.#lost(worker))
    this.#idle.push(worker)
    this.#assign()
  }

  #assign(): void {
    while (this.#waiting.length > 0) {
      const worker = this.#idle.pop()
      if (!worker) return
      const batch = this.#waiting.splice(0, this.#options.batch)
      this.#busy.set(worker, batch)
      worker.postMessage(batch.map(({ task }) => task))
    }
  }

  #done(worker: Worker, verdicts: readonly Verdict[]): void {
    const batch = this.#busy.get(worker) ?? []
    this.#busy.delete(worker)
    this.#idle.push(worker)
    for (const [index, { answer }] of batch.entries()) answer(verdicts[index] as Verdict)
    this.#assign()
  }

  /** A thread that died is replaced; nobody waits for it. */
  #lost(worker: Worker): void {
    const index = this.#idle.indexOf(worker)
    if (index >= 0) this.#idle.splice(index, 1)
    for (const { answer } of this.#busy.get(worker) ?? [])
      answer({ ok: false, code: 'ERR_WORKER_LOST' })
    this.#busy.delete(worker)
    if (!this.#closed) void this.#hire()
  }
}
