/**
 * A thread of the server: one engine, and batches of registrations to verify on it.
 *
 * @module
 */

import { parentPort, workerData } from 'node:worker_threads'
import { load } from '../load.js'
import { type Verdict, verify } from './registration.js'

/** A registration as it waits: its body, and the challenge that it must answer. */
export type Task = { body: Uint8Array; challenge: string }

const { engine } = workerData as { engine: string }
const api = await load(engine)

parentPort?.on('message', (tasks: readonly Task[]) => {
  const verdicts: Verdict[] = tasks.map(({ body, challenge }) => verify(api, body, challenge))
  parentPort?.postMessage(verdicts)
})
parentPort?.postMessage('ready')
