/**
 * The operations on one engine, in a thread of its own.
 *
 * @module
 */

import { parentPort, workerData } from 'node:worker_threads'
import { load } from '../load.js'
import { measure } from './measure.js'
import { operations } from './operations.js'
import type { Line } from './report.js'
import { test } from './statistics.js'

const { engine, samples, filter } = workerData as {
  engine: string
  samples: number
  filter: string
}
const api = await load(engine)
for (const { name, control, make } of operations) {
  if (control === undefined && !name.toLowerCase().includes(filter)) continue
  const finding = test(measure(make(api), samples))
  parentPort?.postMessage({ ...finding, engine, name, ...(control && { control }) } satisfies Line)
}
