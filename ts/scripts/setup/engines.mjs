// The compiled engines below `ts/generated`, built by `rust/xtask` when their sources changed.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { root, run, step } from './shell.mjs'
import { fresh } from './stamp.mjs'

const sources = ['core', 'kernels', 'bindings', 'xtask'].flatMap((crate) => [
  `rust/${crate}/src`,
  `rust/${crate}/Cargo.toml`,
])
const inputs = [
  ...sources,
  'rust/Cargo.toml',
  'rust/Cargo.lock',
  'rust/rust-toolchain.toml',
  'wasm-pack.toml',
]

const outputs = (name) =>
  name === 'native'
    ? ['ts/generated/native/countersign.node']
    : ['engine.wasm', 'named.wasm', 'glue.js'].map((file) => `ts/generated/${name}/${file}`)

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

/** Builds each engine that is not up to date. */
export async function buildEngines({ env = {}, dev = false } = {}) {
  for (const { name } of engines())
    await build(`engine-${name}`, [name], outputs(name), { env, dev, flags: [] })
}

/** Builds the engines that can be made to panic, which only the tests load. */
export async function buildPanicEngines({ env = {}, dev = false } = {}) {
  const names = ['wasm', 'native']
  const made = names
    .flatMap(outputs)
    .map((path) => path.replace('generated', 'generated/test-panic'))
  await build('engines-test-panic', names, made, { env, dev, flags: ['--test-panic'] })
}

/** Builds the addon that counts allocations, which only the bench loads. */
export async function buildBenchEngine({ env = {} } = {}) {
  const made = outputs('native').map((path) => path.replace('generated', 'generated/bench'))
  await build('engine-native-bench', ['native'], made, { env, dev: false, flags: ['--bench'] })
}

function build(stamp, names, made, { env, dev, flags }) {
  const args = ['build', ...names, ...flags, ...(dev ? ['--dev'] : [])]
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
