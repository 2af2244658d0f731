// Runs the Rust tests with one mutant awake at a time.

import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'

import { cache, Stop } from '../setup/shell.mjs'
import { tree } from './tree.mjs'

/** A test that takes this much longer than without a mutant hangs: detection of hangs, in minutes. */
const patience = { least: 180_000, factor: 20 }

/** Kilobytes that a test program may take: a loop that collects for ever must not take the machine. */
const memory = 6_000_000

const list = join(cache, 'mutants/met')

/**
 * Runs each of `buildTests` with all mutants asleep: it must pass. Gives `{ program, time, met }` by name, where
 * `met` are the numbers of the mutants that it reaches; no other can change what it says.
 */
export async function survey(programs) {
  const known = new Map()
  for (const [name, program] of programs) {
    const start = performance.now()
    const { passed, output } = await test(program, {}, patience.least * 5)
    if (!passed) throw new Stop(`${name} fails without a mutant:\n${output}`)
    const time = performance.now() - start
    rmSync(list, { force: true })
    await test(program, { COUNTERSIGN_MUTANTS_MET: list }, patience.least * 5)
    const text = existsSync(list) ? readFileSync(list, 'utf8') : ''
    known.set(name, { program, time, met: new Set(text.split('\n').filter(Boolean).map(Number)) })
  }
  return known
}

/** Whether the tests of one of the files `names` notice the mutant; gives what was noticed, or undefined. */
export async function noticed(mutant, names, known) {
  const reach = names
    .map((name) => ({ name, ...known.get(name) }))
    .filter(({ met }) => met?.has(mutant.number))
    .sort((a, b) => a.time - b.time)
  for (const { name, program, time } of reach) {
    const limit = patience.least + time * patience.factor
    const { passed, hung } = await test(program, { COUNTERSIGN_MUTANT: mutant.number }, limit)
    if (!passed) return hung ? `${name} (hangs)` : name
  }
  return undefined
}

/** Does `work` on each item, as many at once as there are processors. */
export async function inParallel(items, work) {
  const rest = [...items]
  const worker = async () => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: availableParallelism() }, worker))
}

/** Runs tests to their end, or to the limit in milliseconds. */
export function test(program, env, limit) {
  return timed(...limited(program), { cwd: join(tree, 'rust/core'), env }, limit)
}

/** Runs a command and gives `{ passed, hung, output }`; at the limit it is ended, with all that it started. */
export function timed(command, args, { cwd, env }, limit) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      detached: process.platform !== 'win32',
      env: { ...process.env, ...env, RUST_BACKTRACE: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    let hung = false
    const take = (chunk) => {
      output = (output + chunk).slice(-200_000)
    }
    child.stdout.on('data', take)
    child.stderr.on('data', take)
    const timer = setTimeout(() => {
      hung = true
      end(child)
    }, limit)
    child.on('error', (error) => take(error.message))
    child.on('close', (code) => {
      clearTimeout(timer)
      resolve({ passed: code === 0, hung, output })
    })
  })
}

/** Ends a program and the group that it leads. */
function end(child) {
  if (process.platform === 'win32') child.kill('SIGKILL')
  else process.kill(-child.pid, 'SIGKILL')
}

/** The program under a limit of memory, where there is a shell that can set one. */
function limited({ path, only }) {
  const args = ['--quiet', ...only]
  if (process.platform === 'win32') return [path, args]
  return ['sh', ['-c', `ulimit -v ${memory} 2>/dev/null; exec "$0" "$@"`, path, ...args]]
}
