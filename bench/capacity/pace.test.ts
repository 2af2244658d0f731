/**
 * The fixed rate, against servers of the test over the loopback address.
 */

import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { type Figures, figures, percentiles } from './figures.js'
import { pace, planned } from './pace.js'
import { faults, ratesFor, summary } from './table.js'

const ready = Array.from({ length: 101 }, () => ({
  method: 'POST' as const,
  path: '/',
  body: '{}',
}))

/** What `use` gives of a server that answers with `answer`. */
async function served<T>(
  answer: RequestListener,
  use: (origin: string, most: () => number) => Promise<T>,
): Promise<T> {
  const server = createServer(answer)
  let connections = 0
  server.on('connection', () => {
    connections += 1
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  try {
    const { port } = server.address() as AddressInfo
    return await use(`http://127.0.0.1:${port}`, () => connections)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

const row = (change: Partial<Figures>): Figures => ({
  engine: 'wasm',
  workers: 1,
  connections: 64,
  rate: 700,
  late: 1,
  taken: 1_000,
  refused: 0,
  stored: 1_000,
  perSecond: 700,
  latency: percentiles([10]),
  ed25519: percentiles([90]),
  secp256k1: percentiles([250]),
  card: percentiles([100]),
  cpu: 500,
  residentBytes: 1,
  ...change,
})

test('planned times are evenly spaced', () => {
  expect(planned(5, 500)).toEqual([0, 2, 4, 6, 8])
})

test('no request is sent before its time, and connections are kept', async () => {
  const came: number[] = []
  const before = performance.now()
  await served(
    (_, response) => {
      came.push(performance.now())
      response.writeHead(201).end()
    },
    async (origin, connections) => {
      const { latencies, seconds, late } = await pace(origin, ready, {
        perSecond: 500,
        connections: 2,
      })
      expect(latencies).toHaveLength(101)
      expect(seconds).toBeGreaterThanOrEqual(0.2)
      expect(Math.min(...late)).toBeGreaterThanOrEqual(0)
      expect(connections()).toBeLessThanOrEqual(2)
    },
  )
  const early = planned(101, 500).filter((time, index) => (came[index] ?? 0) < before + time)
  expect(early).toEqual([])
})

test('a server that stalls is slow for all that would have come meanwhile', async () => {
  let [count, opens] = [0, 0]
  await served(
    (_, response) => {
      count += 1
      if (count === 11) opens = performance.now() + 400
      setTimeout(() => response.writeHead(201).end(), Math.max(0, opens - performance.now()))
    },
    async (origin) => {
      const { latencies } = await pace(origin, ready, { perSecond: 500, connections: 2 })
      // From the eleventh, after 20 ms, to the last, after 200 ms, all wait until 420 ms at least.
      expect(latencies.filter((each) => each > 150).length).toBeGreaterThanOrEqual(90)
      expect(percentiles(latencies).p50).toBeGreaterThan(200)
    },
  )
})

test('refusals are in no percentile, and their line judges nothing', async () => {
  let count = 0
  const loaded = await served(
    (_, response) => {
      count += 1
      const refuses = count % 2 === 0
      setTimeout(() => response.writeHead(refuses ? 503 : 201).end(), refuses ? 0 : 50)
    },
    (origin) => pace(origin, ready, { perSecond: 1_000, connections: 64 }),
  )
  expect(loaded.statuses).toEqual({ 201: 51, 503: 50 })
  // Timers may be a millisecond early.
  expect(Math.min(...loaded.latencies)).toBeGreaterThan(48)
  const usage = { cpu: 1, spent: [], agents: 60, residentBytes: 1 }
  const run = { engine: 'wasm', workers: 1, connections: 64, rate: 1_000, loaded, before: 9, usage }
  const found = figures(run)
  expect([found.taken, found.refused, found.stored]).toEqual([51, 50, 51])
  expect(faults(found)).toContain('50 refused or failed of 101')
  expect(summary([found])).toMatch(/1000 a second: not judged: 50 refused/)
  expect(summary([found])).not.toMatch(/held|missed/)
})

test('a server that never answers, and one that breaks off, end as errors', async () => {
  const load = { perSecond: 1_000, connections: 2, patience: 50 }
  const silent = await served(
    () => undefined,
    (origin) => pace(origin, ready, load),
  )
  expect([silent.errors, silent.latencies]).toEqual([101, []])
  const broken = await served(
    (request) => request.socket.destroy(),
    (origin) => pace(origin, ready, load),
  )
  expect([broken.errors, broken.latencies]).toEqual([101, []])
})

test('rates: below what was found, and the objective where that is below, too', () => {
  expect(ratesFor(3_000)).toEqual([2_100])
  expect(ratesFor(9_000)).toEqual([6_300, 5_000])
  expect(ratesFor(0)).toEqual([])
})

test('only a row at a rate is held to an objective, each operation by itself', () => {
  const { rate: _, ...busy } = row({ latency: percentiles([90]) })
  expect(summary([busy])).not.toMatch(/held|missed/)
  const [, line] = summary([row({})]).split('\n')
  expect(line).toMatch(/700 a second: API p99 10 ms of 50: held .*Ed25519 proof 90 us of 200: held/)
  expect(line).toMatch(/secp256k1 proof 250 us of 200: missed/)
  expect(summary([row({ latency: percentiles([51]) })])).toContain('API p99 51 ms of 50: missed')
  expect(faults(row({ stored: 999 }))).toHaveLength(1)
  expect(faults(row({}))).toEqual([])
})
