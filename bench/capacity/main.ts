// How many registrations a second one server takes, for 1 and 2 worker threads, and how long each waits at a rate
// that it can carry.
//
// Run: npm run bench:capacity [-- --engine native|wasm-fma|wasm] [--workers 1,2] [--connections 8,64]
//      [--count N] [--json FILE]
//
// The server is a process of its own; this one makes the load, and takes processor time from it where there
// are few cores. So the figure to plan with is processor time a registration, not the throughput of one box.

import { writeFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { load } from '../load.js'
import { ServerProcess } from './child.js'
import { type Figures, figures } from './figures.js'
import { fire, type Loaded, makeReady, type Ready } from './load.js'
import { type Paced, pace } from './pace.js'
import { faults, ratesFor, summary, table } from './table.js'

const { values } = parseArgs({
  options: {
    engine: { type: 'string', default: 'wasm-fma' },
    workers: { type: 'string', default: '1,2' },
    connections: { type: 'string', default: '8,64' },
    count: { type: 'string', default: '16000' },
    json: { type: 'string' },
  },
})

/** Registrations of each kind of run before those that count: code is compiled, caches are filled. */
const warmUp = 2_000

const numbers = (list: string) => list.split(',').map(Number)
const { engine } = values
const count = Number(values.count)
const api = await load(engine)
const rows: Figures[] = []
for (const workers of numbers(values.workers)) {
  const server = await ServerProcess.start(new URL('./serve.js', import.meta.url), {
    engine,
    workers,
  })
  try {
    await run(server, warmUp, (ready) => fire(server.origin, ready, 8))
    await measure(server, workers)
  } finally {
    await server.stop()
  }
}
progress('')
console.log(`${table(rows)}\n\n${summary(rows)}`)
// Every registration is one that must be taken; figures of a server that refuses some are no capacity.
if (rows.some((row) => faults(row).length > 0)) process.exitCode = 1
if (values.json !== undefined) {
  const machine = { cpu: cpus()[0]?.model ?? '', cores: availableParallelism() }
  const environment = { ...machine, node: process.version, platform: process.platform }
  const result = { schema: 'countersign-capacity/1', date: new Date().toISOString() }
  writeFileSync(values.json, `${JSON.stringify({ ...result, environment, rows }, null, 2)}\n`)
}

/** With connections that are never idle, which finds the throughput; then at rates below it. */
async function measure(server: ServerProcess, workers: number): Promise<void> {
  const all = numbers(values.connections)
  const found: number[] = []
  for (const connections of all) {
    const ran = await run(server, count, (ready) => fire(server.origin, ready, connections))
    const row = figures({ engine, workers, connections, ...ran })
    rows.push(row)
    found.push(row.perSecond)
  }
  const connections = Math.max(...all)
  for (const rate of ratesFor(Math.max(...found))) {
    const load = { perSecond: rate, connections }
    const ran = await run(server, count, (ready) => pace(server.origin, ready, load))
    rows.push(figures({ engine, workers, connections, rate, ...ran }))
  }
}

async function run<T extends Loaded | Paced>(
  server: ServerProcess,
  wanted: number,
  send: (ready: Ready[]) => Promise<T>,
) {
  const ready = await makeReady(api, server.origin, wanted, (made) =>
    progress(`making registrations: ${made} of ${wanted}`),
  )
  progress(`sending ${ready.length} registrations`)
  // The time to make the challenges does not count.
  const { agents: before } = await server.usage()
  const loaded = await send(ready)
  return { loaded, before, usage: await server.usage() }
}

/** One line that is overwritten; nothing if nobody watches. */
function progress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`)
}
