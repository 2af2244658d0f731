// Builds the copy with the mutants in it, and takes out those that do not compile.
//
// Most of these are no mutants at all, such as `Default::default()` of a type that has no default. A few are hurt by
// the way in which they are put to sleep, such as one in a function whose value is needed at compile time: these are
// built alone.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { capture, Stop } from '../setup/shell.mjs'
import { plant, tree } from './tree.mjs'

const rust = join(tree, 'rust')

/** Codes of the compiler for a value that has the wrong type or none: no other way of writing it would help. */
const wrongType = /^E0(107|109|119|200|277|282|283|284|308|369|599|600|604|605|606|614)$/

/** Plants mutants until all that are left compile; gives `{ living, alone, unviable }`. */
export async function settle(mutants) {
  const result = { living: mutants, alone: [], unviable: [] }
  for (;;) {
    await plant(result.living)
    const errors = await check()
    if (errors.length === 0) return result
    const blamed = new Map(errors.flatMap((error) => blame(error, result.living)))
    const hurt = result.living.filter(({ number }) => blamed.has(number))
    if (hurt.length === 0) throw new Stop(errors[0].rendered)
    result.living = result.living.filter((mutant) => !hurt.includes(mutant))
    for (const mutant of hurt)
      result[wrongType.test(blamed.get(mutant.number)) ? 'unviable' : 'alone'].push(mutant)
    console.error(`  ${hurt.length} do not compile`)
  }
}

/** The errors of the core as it stands in the copy. */
export async function check() {
  const args = ['check', '--locked', '-p', 'countersign-core', '--lib', '--message-format=json']
  const { code, output } = await capture('cargo', args, { cwd: rust, env: quiet() })
  const errors = messages(output)
    .filter(({ reason, message }) => reason === 'compiler-message' && message.level === 'error')
    .map(({ message }) => message)
    .filter(({ spans, code: named }) => named || spans.length > 0)
  if (code !== 0 && errors.length === 0) throw new Stop(output)
  return errors
}

/**
 * Builds the tests; gives `{ path, only }` for each of `names`, which are files of `rust/core/tests`, or `lib` for the unit
 * tests: the program that has them, and what it runs them by.
 */
export async function buildTests(names) {
  const args = ['test', '--no-run', '--locked', '-p', 'countersign-core', '--lib', '--tests']
  const { code, output } = await capture('cargo', [...args, '--message-format=json'], {
    cwd: rust,
    env: quiet(),
  })
  if (code !== 0)
    throw new Stop(
      messages(output)
        .map(({ message }) => message?.rendered ?? '')
        .join('') || output,
    )
  const built = messages(output).filter(({ executable, profile }) => executable && profile.test)
  const paths = new Map(
    built.map(({ executable, target }) => [
      target.kind.includes('test') ? target.name : 'lib',
      executable,
    ]),
  )
  const { output: listed } = await capture(paths.get('all'), ['--list', '--format', 'terse'])
  return new Map(names.map((name) => [name, testsOf(name, paths, listed)]))
}

/** A file that is no program of its own is a module of `all.rs`. */
function testsOf(name, paths, listed) {
  if (paths.has(name)) return { path: paths.get(name), only: [] }
  const tests = listed.matchAll(new RegExp(`^(${name}::.*): test$`, 'gm'))
  return { path: paths.get('all'), only: ['--exact', ...[...tests].map(([, test]) => test)] }
}

function messages(output) {
  return output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
}

/** A mutant is the last one that is named before the error's place. */
function blame({ code, message, spans }, mutants) {
  // The error stands where a function is used that is no longer `const`.
  const called = code?.code === 'E0015' && /`(?:[^`]*::)?(\w+)`/.exec(message)?.[1]
  if (called)
    return mutants
      .filter((mutant) => mutant.constant && mutant.function.split('::').at(-1) === called)
      .map(({ number }) => [number, 'E0015'])
  return spans
    .filter((span) => span.is_primary)
    .flatMap(({ file_name: file, byte_end: end }) => {
      const before = readFileSync(join(rust, file)).subarray(0, end).toString()
      const numbers = [...before.matchAll(/mutant::is\((\d+)\)/g)]
      return numbers.slice(-1).map(([, number]) => [Number(number), code?.code ?? ''])
    })
}

/** Warnings about mutants are no news. */
function quiet() {
  return { CARGO_TERM_COLOR: 'never' }
}
