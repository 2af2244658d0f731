/**
 * Runs cases on one engine, or by one peer, wherever it is asked: in a thread of Node,
 * in a worker of a browser, or in the page.
 *
 * @module
 */

import { Bench } from 'tinybench'
import type { Api, Job } from './case.js'
import { now, resolution } from './clock.js'
import { isPeer, loadPeer } from './peers.js'
import { cases } from './suites/index.js'

/** What a runner is asked for. */
export type Request =
  | { kind: 'start' }
  | { kind: 'prepare'; name: string; unheated?: boolean }
  | { kind: 'run'; name: string; milliseconds: number }

/** What it says of a case before it is timed. */
export type Prepared = {
  /** The result that every engine must give alike. */
  agree: unknown
  /** Calls in one sample. */
  batch: number
  /** Nanoseconds of one step of its clock. */
  step: number
}

/** What a peer answers if it cannot do a case on this host. */
export type Lacking = { lacking: true }

/** A runner as its owner sees it, through whatever lies between them. */
export type Runner = {
  /** The engine, or the peer. */
  readonly name: string
  ask: <T>(request: Request) => Promise<T>
}

/** Operations shorter than this are timed in batches: the clock would be part of the figure. */
const ONE_CALL_NS = 5_000
/** A batch lasts about this long. */
const BATCH_NS = 25_000
/** A sample lasts at least this many steps of the clock; a batch, some more. */
const STEPS = 20
const BATCH_STEPS = 50
const SINGLE_STEPS = 5

/** The result of the last call: a result that nobody keeps might not be computed. */
export let last: unknown

type Ready = { job: Job; batch: number }

/** Gives what answers requests for `name`, whose engine is loaded by `load`. */
export function createRunner(
  name: string,
  load: (engine: string) => Promise<Api>,
): (request: Request) => Promise<unknown> {
  const ready = new Map<string, Ready>()
  let api: Api | undefined
  let step = 0

  const start = async () => {
    if (isPeer(name)) await loadPeer(name)
    else api = await load(name)
    step = resolution()
  }
  /** Makes the job, warms it up, and gives what it agrees on. */
  const prepare = async (wanted: string, unheated = false): Promise<Prepared | Lacking> => {
    const found = cases.find((candidate) => candidate.name === wanted)
    const job = await (isPeer(name) ? found?.peers?.[name]?.() : api && found?.prepare(api))
    if (!job && found && isPeer(name)) return { lacking: true }
    if (!job) throw new Error(`no case ${wanted}`)
    const agree = await job.agree()
    const batch = await calibrate(job, step, { single: found?.single === true, unheated })
    ready.set(wanted, { job, batch })
    return { agree, batch, step }
  }
  return async (request) => {
    if (request.kind === 'start') return start()
    if (request.kind === 'prepare') return prepare(request.name, request.unheated)
    return sample(request.name, ready.get(request.name) as Ready, request.milliseconds)
  }
}

/** Calls the job until its code is compiled, then finds the batch size for a clock of this `step`. */
async function calibrate(
  job: Job,
  step: number,
  { single, unheated }: { single: boolean; unheated: boolean },
): Promise<number> {
  await callFor(job, unheated ? 0 : 50e6)
  // The shortest of three, so that a pause of the machine does not pass for a long call.
  let each = Number.POSITIVE_INFINITY
  for (let time = 0; time < 3; time += 1)
    each = Math.min(each, await callFor(job, unheated ? 0 : 4e6))
  // One call a sample, where the clock can see one at all.
  const least = single ? SINGLE_STEPS * step : Math.max(ONE_CALL_NS, STEPS * step)
  if (each >= least) return 1
  return Math.ceil(Math.max(BATCH_NS, BATCH_STEPS * step) / each)
}

/** Calls the job again and again; gives the mean time of a call. Nanoseconds. */
async function callFor(job: Job, long: number): Promise<number> {
  const start = now()
  let calls = 0
  do {
    if (job.later) last = await job.run()
    else last = job.run()
    calls += 1
  } while (now() - start < long)
  return (now() - start) / calls
}

/** One round: samples in nanoseconds for one operation. */
async function sample(
  name: string,
  { job, batch }: Ready,
  milliseconds: number,
): Promise<number[]> {
  const bench = new Bench({
    // It adds up the times that it is told, and those are of one call, not of the batch.
    time: milliseconds / batch,
    iterations: 1,
    warmup: false,
    retainSamples: true,
    throws: true,
  })
  const spent = (start: number) => ({ overriddenDuration: (now() - start) / batch / 1e6 })
  const timeSync = () => {
    const start = now()
    for (let call = 0; call < batch; call += 1) last = job.run()
    return spent(start)
  }
  const later = async () => {
    const start = now()
    for (let call = 0; call < batch; call += 1) last = await job.run()
    return spent(start)
  }
  bench.add(name, job.later ? later : timeSync, { async: job.later === true })
  await bench.run()
  const result = bench.tasks[0]?.result
  if (!result || !('latency' in result)) throw new Error(`${name} gave no result`)
  return (result.latency.samples ?? []).map((value: number) => value * 1e6)
}
