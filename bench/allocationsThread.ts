/**
 * The thread of `allocations.ts`: the package on the counting addon.
 *
 * @module
 */

import { parentPort } from 'node:worker_threads'
import { addon, addonPath } from './addon.js'
import type { Allocated } from './allocations.js'
import type { Api, Job } from './case.js'
import { now } from './clock.js'
import { load } from './load.js'
import { quantile } from './stats.js'
import { cases } from './suites/index.js'

/** Calls that do not count: they fill tables and caches. */
const WARM_UP = 3
const CALLS = 9
/** Nanoseconds after which a case is slow enough to be called once. */
const SLOW = 100e6

const counting = addon()
const api = await onAddon()

/** The package. It gets this addon in place of its own; everything else is as it ships. */
async function onAddon(): Promise<Api> {
  const open = process.dlopen
  process.dlopen = (module: object, path: string, ...flags: readonly number[]) => {
    const own = path.endsWith('countersign.node')
    return Reflect.apply(open, process, [module, own ? addonPath : path, ...flags])
  }
  return load('native')
}

async function count(name: string): Promise<Allocated | undefined> {
  const found = cases.find((candidate) => candidate.name === name)
  if (!found || found.unit === 'bytes') return undefined
  const job = await found.prepare(api)
  const start = now()
  await called(job)
  const calls = now() - start > SLOW ? 1 : CALLS
  for (let call = 1; calls > 1 && call < WARM_UP; call += 1) await called(job)
  const counts: Allocated[] = []
  for (let call = 0; call < calls; call += 1) counts.push(await called(job))
  const median = (key: keyof Allocated) =>
    Math.round(quantile(Float64Array.from(counts, (count) => count[key]).sort(), 0.5))
  return { allocations: median('allocations'), allocatedBytes: median('allocatedBytes') }
}

/** Counts one call. What runs until its promise settles counts too. */
async function called({ run, later }: Job): Promise<Allocated> {
  const [allocations, bytes] = [counting.benchAllocations(), counting.benchAllocatedBytes()]
  const result = run()
  if (later) await result
  return {
    allocations: counting.benchAllocations() - allocations,
    allocatedBytes: counting.benchAllocatedBytes() - bytes,
  }
}

parentPort?.on('message', async (name: string) => {
  try {
    parentPort?.postMessage({ value: await count(name) })
  } catch (error) {
    parentPort?.postMessage({ error: (error as Error).message })
  }
})
parentPort?.postMessage({})
