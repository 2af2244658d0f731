// The fuzz targets with libFuzzer, instrumented so that it sees which branches an input takes.
//
// The stable compiler has the instrumentation of LLVM. libFuzzer itself is C++.

import { join } from 'node:path'

import { root, run, step, which } from './shell.mjs'
import { command, cure, installPackages } from './system.mjs'

const rust = join(root, 'rust')

/** Edge coverage and comparison tracing, as libFuzzer wants them. */
const coverage = [
  '-Cpasses=sancov-module',
  '-Cllvm-args=-sanitizer-coverage-level=4',
  '-Cllvm-args=-sanitizer-coverage-inline-8bit-counters',
  '-Cllvm-args=-sanitizer-coverage-pc-table',
  '-Cllvm-args=-sanitizer-coverage-trace-compares',
  '-Ccodegen-units=1',
].join(' ')

const profile = { CARGO_PROFILE_RELEASE_LTO: 'off', CARGO_PROFILE_RELEASE_STRIP: 'none' }

/**
 * Why nothing can be fuzzed here and the cure, or undefined.
 *
 * - `system`: whether packages of the system may be installed.
 */
export async function noFuzzer({ system = false } = {}) {
  if (process.platform === 'win32')
    return `libFuzzer is built for Linux and macOS: ${command('fuzz', 'runs it there')}`
  if (system && !which('c++')) await installPackages(['g++'])
  return which('c++') ? undefined : `no C++ compiler is installed. ${cure(['g++'], 'fuzz')}`
}

/** Builds the program that drives any target with libFuzzer; gives its path. */
export async function buildFuzzer({ env = {} } = {}) {
  const host = /host: (.*)/.exec(await run('rustc', ['-vV'], { cwd: rust, env }))[1]
  const what = ['-p', 'countersign-fuzz', '--bin', 'libfuzzer', '--features', 'libfuzzer']
  // With --target, build scripts and macros are not instrumented.
  const where = ['--target', host, '--target-dir', 'target/fuzz', '--release']
  await step('building the fuzzer (minutes, the first time)', () =>
    run('cargo', ['build', '--quiet', '--locked', ...what, ...where], {
      cwd: rust,
      env: { ...env, ...profile, RUSTFLAGS: coverage },
    }),
  )
  return join(rust, 'target/fuzz', host, 'release/libfuzzer')
}
