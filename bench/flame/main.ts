// Where the time of a case goes: a flame graph in text, of an engine whose functions have names.
//
// Run: npm run bench:flame -- CASE [--engine wasm-fma|wasm] [--seconds 4] [--least 1]

import { readFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Case, Job } from '../case.js'
import { load } from '../load.js'
import { cases } from '../suites/index.js'
import { draw } from './draw.js'
import { type Frame, treeOf } from './tree.js'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    engine: { type: 'string', default: 'wasm-fma' },
    seconds: { type: 'string', default: '4' },
    least: { type: 'string', default: '1' },
    named: { type: 'string', default: '' },
  },
})

const { engine, named } = values
if (!['wasm-fma', 'wasm'].includes(engine))
  throw new Error('--engine is wasm-fma or wasm: native functions have no names here')
const seconds = numberOf('seconds', 0.1, 600)
const least = numberOf('least', 0, 100) / 100
const chosen = caseOf(positionals.join(' '))
const api = await load(engine, (part) => readFileSync(join(named, `${part}.wasm`)))
const { tree, calls, us } = await profile(await chosen.prepare(api))
const { platform, arch, version } = process
console.log(`${chosen.name} on ${engine}: ${us.toFixed(1)} us a call, of ${calls}`)
console.log(`${cpus()[0]?.model ?? ''}, Node ${version}, ${platform} ${arch}\n`)
console.log(draw(tree, calls, least))

/** An option as a number. */
function numberOf(name: 'seconds' | 'least', from: number, to: number): number {
  const value = Number(values[name])
  if (value >= from && value <= to) return value
  throw new Error(`--${name} is a number from ${from} to ${to}`)
}

/** The case of this name. */
function caseOf(name: string): Case {
  const timed = cases.filter(({ unit }) => unit === undefined)
  const found = timed.find((own) => own.name === name)
  if (found) return found
  const names = timed.map((own) => own.name)
  const near = names.filter((own) => name !== '' && own.includes(name))
  const some = (near.length > 0 ? near : names).slice(0, 8).join(', ')
  throw new Error(`CASE is the name of a case, between quotes, such as: ${some}`)
}

/** Runs a job until it is quick, and then under the profiler. */
async function profile(job: Job): Promise<{ tree: Frame; calls: number; us: number }> {
  await runFor(job, 1_500)
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.setSamplingInterval', { interval: 100 })
  await session.post('Profiler.start')
  const start = performance.now()
  const calls = await runFor(job, seconds * 1_000)
  const us = ((performance.now() - start) * 1_000) / calls
  const { profile } = await session.post('Profiler.stop')
  return { tree: treeOf(profile, isLeftOut), calls, us }
}

/** The bench itself, and what V8 does between JavaScript and WebAssembly. */
function isLeftOut({ functionName, url }: { functionName: string; url: string }): boolean {
  const between = /^(\((root|program|idle)\)|js-to-wasm:.*)$/.test(functionName)
  return between || url.startsWith('node:inspector') || url.includes('/dist-tools/')
}

/** Runs a job for some milliseconds; gives how often. */
async function runFor({ run, later }: Job, milliseconds: number): Promise<number> {
  const end = performance.now() + milliseconds
  for (let calls = 1; ; calls += 1) {
    const result = run()
    if (later) await result
    if (performance.now() > end) return calls
  }
}
