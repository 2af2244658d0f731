/**
 * One engine, or one peer, in its own thread of Node.
 *
 * A thread has its own copy of the package, so each engine is called exactly as
 * a user calls it, and two never share a cache or a slot. The main thread lets
 * one thread work at a time.
 *
 * @module
 */

import { parentPort, workerData } from 'node:worker_threads'
import { load } from './load.js'
import { createRunner, type Request } from './runner.js'

const { engine } = workerData as { engine: string }
const answer = createRunner(engine, load)

parentPort?.on('message', async (request: Request) => {
  try {
    parentPort?.postMessage({ value: await answer(request) })
  } catch (error) {
    parentPort?.postMessage({
      error: error instanceof Error ? (error.stack ?? error.message) : String(error),
    })
  }
})
