// The compiled engines below `ts/generated`, built by `rust/xtask` when their sources changed.
//
// The last part of a build, the optimisation of the whole, has one thread. So builds come as jobs, which
// `side.mjs` runs side by side; those of one target folder wait for each other in cargo.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { root, run, step } from './shell.mjs'
import { fresh } from './stamp.mjs'

const sources = ['core', 'kernels', 'bindings'].flatMap((crate) => [
  `rust/${crate}/src`,
  `rust/${crate}/Cargo.toml`,
])
const inputs = [
  ...sources,
  // Of the builder, what builds: its other commands change no engine.
  'rust/xtask/src/build.rs',
  'rust/xtask/src/config.rs',
  'rust/xtask/Cargo.toml',
  'rust/Cargo.toml',
  'rust/Cargo.lock',
  'rust/rust-toolchain.toml',
  'wasm-pack.toml',
]

const outputs = (name) =>
  name === 'native'
    ? ['ts/generated/native/countersign.node']
    : ['engine.wasm', 'named.wasm'].map((file) => `ts/generated/${name}/${file}`)

/** `[{ name, budget }]` of `wasm-pack.toml`: the engines, and the bytes after brotli that each may have. */
export function engines() {
  const text = readFileSync(join(root, 'wasm-pack.toml'), 'utf8')
  return text
    .split('[[engine]]')
    .slice(1)
    .map((part) => ({
      name: /^name\s*=\s*"([^"]+)"/m.exec(part)[1],
      budget: Number(/^budget\s*=\s*(\d+)/m.exec(part)?.[1] ?? 0),
    }))
}

/** Bytes after brotli that a lean engine may have. */
export function leanBudget() {
  const text = readFileSync(join(root, 'wasm-pack.toml'), 'utf8')
  return Number(/\[lean\]\s+budget\s*=\s*(\d+)/.exec(text)[1])
}

/** Jobs that build each engine that is not up to date; the longest is the first. */
export function engineJobs({ env = {}, dev = false } = {}) {
  const names = engines().map(({ name }) => name)
  return names
    .sort((a, b) => (b === 'native') - (a === 'native'))
    .map((name) => () => build(`engine-${name}`, name, outputs(name), { env, dev, flags: [] }))
}

/** The same for the engines that can be made to panic, which only the tests load. */
export function panicJobs({ env = {}, dev = false } = {}) {
  return ['wasm', 'native'].map((name) => () => {
    const made = outputs(name).map((path) => path.replace('generated', 'generated/test-panic'))
    return build(`engine-${name}-test-panic`, name, made, { env, dev, flags: ['--test-panic'] })
  })
}

/** Builds the addon that counts allocations, which only the bench loads. */
export async function buildBenchEngine({ env = {} } = {}) {
  const made = outputs('native').map((path) => path.replace('generated', 'generated/bench'))
  await build('engine-native-bench', 'native', made, { env, dev: false, flags: ['--bench'] })
}

function build(stamp, name, made, { env, dev, flags }) {
  const args = ['build', name, ...flags, ...(dev ? ['--dev'] : [])]
  const mark = `=${process.platform} ${process.arch} ${args}`
  return fresh(stamp, { inputs: [mark, ...inputs], outputs: made }, () =>
    step(`building ${stamp} (minutes, the first time)`, () =>
      run('cargo', ['run', '--quiet', '--locked', '-p', 'xtask', '--', ...args], {
        cwd: join(root, 'rust'),
        env,
      }),
    ),
  )
}
