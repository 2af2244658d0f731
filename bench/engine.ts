/**
 * One engine, or one peer, in its own thread.
 *
 * A thread has its own copy of the package, so each engine is called exactly as
 * a user calls it, and two never share a cache or a slot. The main thread lets
 * one thread work at a time.
 *
 * @module
 */

import { parentPort, workerData } from 'node:worker_threads'
import { Bench } from 'tinybench'
import type { Api, Job } from './case.js'
import { load } from './load.js'
import { isPeer, loadPeer } from './peers.js'
import { cases } from './suites/index.js'

/** What the main thread asks for. */
export type Request =
  | { kind: 'start' }
  | { kind: 'prepare'; name: string }
  | { kind: 'run'; name: string; milliseconds: number }

/** Operations shorter than this are timed in batches: the clock would be part of the figure. */
const ONE_CALL_NS = 5_000
/** A batch lasts about this long. */
const BATCH_NS = 25_000

type Ready = { job: Job; batch: number }

const { engine } = workerData as { engine: string }
const ready = new Map<string, Ready>()
let api: Api | undefined

async function answer(request: Request): Promise<unknown> {
  if (request.kind === 'start') {
    if (isPeer(engine)) await loadPeer(engine)
    else api = await load(engine)
    return undefined
  }
  if (request.kind === 'prepare') return prepare(request.name)
  return run(request.name, request.milliseconds)
}

/** Makes the job, warms it up, and gives what it agrees on. */
async function prepare(name: string): Promise<{ agree: unknown; batch: number }> {
  const found = cases.find((one) => one.name === name)
  const job = isPeer(engine) ? await found?.peers?.[engine]?.() : api && found?.prepare(api)
  if (!job) throw new Error(`no case ${name}`)
  const agree = await job.agree()
  const batch = await calibrate(job)
  ready.set(name, { job, batch })
  return { agree, batch }
}

/** Calls the job until its code is compiled, then finds the batch size. */
async function calibrate(job: Job): Promise<number> {
  const spent = () => Number(process.hrtime.bigint() - start)
  let start = process.hrtime.bigint()
  while (spent() < 50e6)
    if (job.later) await job.run()
    else job.run()
  let calls = 0
  start = process.hrtime.bigint()
  while (spent() < 10e6) {
    if (job.later) await job.run()
    else job.run()
    calls += 1
  }
  const each = spent() / calls
  return each >= ONE_CALL_NS ? 1 : Math.ceil(BATCH_NS / each)
}

/** One round: samples in nanoseconds for one operation. */
async function run(name: string, milliseconds: number): Promise<number[]> {
  const { job, batch } = ready.get(name) as Ready
  const bench = new Bench({
    // It adds up what it is told, which is the time of one call, not of the batch.
    time: milliseconds / batch,
    iterations: 1,
    warmup: false,
    retainSamples: true,
    throws: true,
  })
  const spent = (start: bigint) => ({
    overriddenDuration: Number(process.hrtime.bigint() - start) / batch / 1e6,
  })
  const now = () => {
    const start = process.hrtime.bigint()
    for (let call = 0; call < batch; call += 1) job.run()
    return spent(start)
  }
  const later = async () => {
    const start = process.hrtime.bigint()
    for (let call = 0; call < batch; call += 1) await job.run()
    return spent(start)
  }
  bench.add(name, job.later ? later : now, { async: job.later === true })
  await bench.run()
  const result = bench.tasks[0]?.result
  if (!result || !('latency' in result)) throw new Error(`${name} gave no result`)
  return (result.latency.samples ?? []).map((value: number) => value * 1e6)
}

parentPort?.on('message', async (request: Request) => {
  try {
    parentPort?.postMessage({ value: await answer(request) })
  } catch (error) {
    parentPort?.postMessage({
      error: error instanceof Error ? (error.stack ?? error.message) : String(error),
    })
  }
})
