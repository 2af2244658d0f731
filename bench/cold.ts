/**
 * What the first call costs: load, compile, instantiate and first operation, each in fresh processes.
 *
 * The files are then in the cache of the system; code is not compiled.
 *
 * @module
 */

import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Row } from './result.js'
import { summarise } from './stats.js'

/** The group of its rows. */
export const coldGroup = 'cold start'

/** Times `engines` in `count` processes each, which take turns. */
export async function coldRows(engines: readonly string[], count: number): Promise<Row[]> {
  const samples = new Map<string, Map<string, number[]>>()
  for (let round = 0; round < count; round += 1)
    for (const engine of engines) {
      const steps = samples.get(engine) ?? new Map<string, number[]>()
      samples.set(engine, steps)
      for (const [step, ns] of Object.entries(await once(engine)))
        steps.set(step, [...(steps.get(step) ?? []), ns])
    }
  return [...samples].flatMap(([engine, steps]) =>
    [...steps].map(([step, values]) => row(engine, step, values)),
  )
}

async function once(engine: string): Promise<Record<string, number>> {
  const program = fileURLToPath(new URL('./coldProcess.js', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [program, engine])
  return JSON.parse(stdout)
}

function row(engine: string, step: string, values: readonly number[]): Row {
  return {
    case: step,
    group: coldGroup,
    engine,
    state: 'cold',
    batch: 1,
    ofBatchMeans: false,
    ...summarise(values.map((value) => [value])),
    unit: 'ns',
  }
}
