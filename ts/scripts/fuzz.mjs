// Fuzzes one target with libFuzzer, or all of them in turn.
//
// `npm test` drives every target on stable Rust; this one is guided by coverage
// and finds more. It needs a nightly toolchain and says so if there is none.
//
// Run: npm run fuzz [-- TARGET|all [SECONDS]]

import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const rust = fileURLToPath(new URL('../../rust/', import.meta.url))
const [name = 'all', seconds = '60'] = process.argv.slice(2)

/** Edge coverage and comparison tracing, as libFuzzer wants them. */
const coverage = [
  '-Cpasses=sancov-module',
  '-Cllvm-args=-sanitizer-coverage-level=4',
  '-Cllvm-args=-sanitizer-coverage-inline-8bit-counters',
  '-Cllvm-args=-sanitizer-coverage-pc-table',
  '-Cllvm-args=-sanitizer-coverage-trace-compares',
  '-Ccodegen-units=1',
].join(' ')

const host = /host: (.*)/.exec(run('rustc', ['-vV'], { stdio: 'pipe' }).stdout)?.[1]
const toolchains = spawnSync('rustup', ['toolchain', 'list'], { encoding: 'utf8' })
if (!/^nightly/m.test(toolchains.stdout ?? '')) {
  console.log('libFuzzer: not run (needs a nightly toolchain: rustup toolchain install nightly)')
  process.exit(0)
}

// With --target, build scripts and macros are not instrumented.
const target = ['--target', host, '--target-dir', 'target/fuzz', '--release']
run(
  'cargo',
  [
    '+nightly',
    'build',
    '--quiet',
    '-p',
    'countersign-fuzz',
    '--bin',
    'libfuzzer',
    '--features',
    'libfuzzer',
    ...target,
  ],
  {
    cwd: rust,
    env: {
      ...process.env,
      RUSTFLAGS: coverage,
      CARGO_PROFILE_RELEASE_LTO: 'off',
      CARGO_PROFILE_RELEASE_STRIP: 'none',
    },
  },
)
for (const one of name === 'all' ? names() : [name]) {
  console.log(`fuzzing ${one} for ${seconds} s`)
  const corpus = `${rust}target/fuzz/corpus/${one}`
  mkdirSync(corpus, { recursive: true })
  run(
    `${rust}target/fuzz/${host}/release/libfuzzer`,
    [
      corpus,
      `-max_total_time=${seconds}`,
      '-max_len=65536',
      '-print_final_stats=1',
      '-artifact_prefix=target/fuzz/',
    ],
    {
      cwd: rust,
      env: { ...process.env, FUZZ_TARGET: one },
    },
  )
}

/** Names of the targets, as the sources list them. */
function names() {
  const list = readFileSync(`${rust}fuzz/src/lib.rs`, 'utf8')
  const modules = [...list.matchAll(/^mod (\w+);/gm)].map(([, module]) => module)
  return modules.flatMap((module) =>
    [...readFileSync(`${rust}fuzz/src/${module}.rs`, 'utf8').matchAll(/name: "([^"]+)"/g)].map(
      ([, found]) => found,
    ),
  )
}

function run(program, args, options) {
  const done = spawnSync(program, args, { stdio: 'inherit', encoding: 'utf8', ...options })
  if (done.status !== 0) process.exit(done.status ?? 1)
  return done
}
