// Instructions of the operations of `rust/guard`, counted by callgrind.
//
// They depend on the compiler, the source, and which instructions the code finds at run time. Valgrind
// shows every x86-64 processor that has AVX2 as one and the same, so that counts of two such machines are
// alike; what it shows is part of the baseline. Of the C library only `memcpy` and the like are counted.

import { join } from 'node:path'

import { root, run, Stop, step, which } from '../setup/shell.mjs'
import { command, cure, installPackages } from '../setup/system.mjs'

/**
 * Why nothing can be counted here and the cure, or undefined.
 *
 * - `system`: whether packages of the system may be installed.
 */
export async function unable({ system = false } = {}) {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return `the baseline is for Linux on x86-64, and this is ${process.platform} ${process.arch}: ${command('guard', 'compares there')}`
  if (system && !which('valgrind')) await installPackages(['valgrind'])
  return which('valgrind') ? undefined : `valgrind is not installed. ${cure(['valgrind'], 'guard')}`
}

/** Builds the program; gives its path. */
export async function program({ env = {} } = {}) {
  const args = ['run', '--quiet', '--locked', '-p', 'xtask', '--', 'guard']
  const output = await step('building what is counted (minutes, the first time)', () =>
    run('cargo', args, { cwd: join(root, 'rust'), env }),
  )
  return output.trim().split('\n').at(-1)
}

/** `{ name: instructions }` of every operation. */
export async function countAll(path) {
  const names = (await run(path, ['list'])).trim().split('\n')
  const counts = {}
  for (const name of names) counts[name] = await countOne(path, name)
  return counts
}

/** Instructions of `times` calls of one operation, after one that is not counted. */
export async function countOne(path, name, times = 1) {
  const collect = [
    '--tool=callgrind',
    '--toggle-collect=countersign_guard::counted*',
    '--callgrind-out-file=/dev/null',
  ]
  const output = await run('valgrind', [...collect, path, name, String(times)])
  const count = Number(/Collected : (\d+)/.exec(output)?.[1] ?? 0)
  if (count === 0) throw new Stop(`callgrind counted nothing of ${name}:\n${output}`)
  return count
}

/** What a count depends on besides the source: the compiler, and the processor as valgrind shows it. */
export async function conditions(path) {
  const processor = await run('valgrind', ['--tool=none', '-q', path, 'features'])
  return { compiler: await compiler(), processor: processor.trim() }
}

/** The compiler of the engines. */
export async function compiler() {
  return (await run('rustc', ['--version'], { cwd: join(root, 'rust') })).trim()
}
