/**
 * Talks to the threads of `engine.ts`.
 *
 * @module
 */

import { Worker } from 'node:worker_threads'
import type { Request, Runner } from './runner.js'

/** A thread with one engine, or the reason why there is none. */
export class EngineThread implements Runner {
  readonly name: string
  readonly #worker: Worker

  constructor(name: string) {
    this.name = name
    this.#worker = new Worker(new URL('./engine.js', import.meta.url), {
      workerData: { engine: name },
    })
  }

  /** Sends one request and waits for its answer. */
  ask<T>(request: Request): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#worker.once('error', reject)
      this.#worker.once('message', (answer: { value?: T; error?: string }) => {
        this.#worker.off('error', reject)
        if (answer.error === undefined) resolve(answer.value as T)
        else reject(new Error(`${this.name}: ${answer.error}`))
      })
      this.#worker.postMessage(request)
    })
  }

  async close(): Promise<void> {
    await this.#worker.terminate()
  }
}
