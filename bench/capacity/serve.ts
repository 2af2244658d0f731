// The server as a process of its own, so that its processor time is its own.
//
// Run by `main.ts` and the tests: node serve.js --engine wasm-fma --workers 2 [--queue N] [--batch N].
// Tells its origin over IPC, gives its figures when it is asked `usage`, and ends cleanly at `stop` or SIGTERM.

import { parseArgs } from 'node:util'
import { load } from '../load.js'
import type { Spent } from './registration.js'
import { Registry } from './server.js'

/** Figures since the last time somebody asked. Microseconds of processor time. */
export type Usage = {
  /** All threads. */
  cpu: number
  /** The thread that speaks HTTP, where this Node can tell. */
  http?: number
  spent: Spent[]
  agents: number
  residentBytes: number
}

const { values } = parseArgs({
  options: {
    engine: { type: 'string', default: 'wasm' },
    workers: { type: 'string', default: '1' },
    queue: { type: 'string', default: '1024' },
    batch: { type: 'string', default: '16' },
  },
})
const { engine } = values
const [workers, queue, batch] = [values.workers, values.queue, values.batch].map(Number) as [
  number,
  number,
  number,
]

const registry = await Registry.listen(await load(engine), { engine, workers, queue, batch })
let before = processor()

function processor(): { all: number; http: number | undefined } {
  const sum = ({ user, system }: NodeJS.CpuUsage) => user + system
  const own = process.threadCpuUsage?.()
  return { all: sum(process.cpuUsage()), http: own && sum(own) }
}

function usage(): Usage {
  const now = processor()
  const { spent } = registry
  const figures: Usage = {
    cpu: now.all - before.all,
    ...(now.http !== undefined && { http: now.http - (before.http ?? 0) }),
    spent,
    agents: registry.agents.size,
    residentBytes: process.memoryUsage.rss(),
  }
  registry.spent = []
  before = now
  return figures
}

async function stop(): Promise<void> {
  await registry.close()
  if (process.connected) process.disconnect()
}

process.on('message', (message) => {
  if (message === 'usage') process.send?.({ usage: usage() })
  if (message === 'stop') void stop()
})
process.once('SIGTERM', stop)
process.send?.({ origin: registry.origin })
