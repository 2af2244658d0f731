// Where the time of a case goes: a flame graph in text, of the engine whose functions have names.
//
// Run: npm run bench:flame -- CASE [--engine wasm-fma|wasm] [--seconds 4] [--least 1]

import { readFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Job } from '../case.js'
import { load } from '../load.js'
import { cases } from '../suites/index.js'
import { draw } from './draw.js'
import { treeOf } from './tree.js'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    engine: { type: 'string', default: 'wasm-fma' },
    seconds: { type: 'string', default: '4' },
    least: { type: 'string', default: '1' },
    named: { type: 'string' },
  },
})

const [name] = positionals
const chosen = cases.find((own) => own.name === name)
if (!chosen)
  throw new Error(`no case is called "${name}": npm run bench -- --filter TEXT shows names`)
const { engine, named } = values
if (named === undefined) throw new Error('--named is the folder of the modules with names')

const job = await chosen.prepare(
  await load(engine, (part) => readFileSync(join(named, `${part}.wasm`))),
)
await runFor(job, 1_500)
const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.setSamplingInterval', { interval: 100 })
await session.post('Profiler.start')
const calls = await runFor(job, Number(values.seconds) * 1_000)
const { profile } = await session.post('Profiler.stop')
const tree = treeOf(profile, ({ functionName, url }) => {
  const between = /^(\((root|program|idle)\)|js-to-wasm:.*)$/.test(functionName)
  return between || url.startsWith('node:inspector') || url.includes('/dist-tools/')
})
const us = (tree.total / calls).toFixed(1)
console.log(`${name} on ${engine}: ${us} us a call, of ${calls}`)
console.log(
  `${cpus()[0]?.model ?? ''}, Node ${process.version}, ${process.platform} ${process.arch}\n`,
)
console.log(draw(tree, calls, Number(values.least) / 100))

/** Runs a job for some milliseconds; gives how often. */
async function runFor({ run, later }: Job, milliseconds: number): Promise<number> {
  const end = performance.now() + milliseconds
  for (let calls = 1; ; calls += 1) {
    const result = run()
    if (later) await result
    if (performance.now() > end) return calls
  }
}
