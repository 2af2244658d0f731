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
  'rust/xtask/src/contract.rs',
  'rust/xtask/src/split',
  'rust/xtask/src/split.rs',
  'rust/xtask/Cargo.toml',
  'rust/Cargo.toml',
  'rust/Cargo.lock',
  'rust/rust-toolchain.toml',
]

const addon = 'native/countersign.node'

/** Where the modules of an engine stand with the names of their functions (`xtask build`). */
export const named = (name) => `rust/target/engines/${name}/wasm32-unknown-unknown/wasm/named`

const outputs = (name, dev) =>
  name === 'native'
    ? [`ts/generated/${addon}`]
    : [
        ...['verify', 'linked'].map((module) => `ts/generated/${name}/${module}.wasm`),
        ...(dev ? [] : [`${named(name)}/verify.wasm`]),
      ]

const config = () => readFileSync(join(root, 'wasm-pack.toml'), 'utf8')

/** The tables of `wasm-pack.toml` under a heading, as text. */
const tables = (heading) => config().split(`[[${heading}]]`).slice(1)

const nameOf = (table) => /^name\s*=\s*"([^"]+)"/m.exec(table)[1]

/** Names of the engines of `wasm-pack.toml`. */
export function engines() {
  return tables('engine').map(nameOf)
}

/** The instructions beyond those of WebAssembly 1.0 that an engine has, as rustc takes them. */
export function targetFeatures(engine) {
  const table = tables('engine').find((text) => nameOf(text) === engine)
  return JSON.parse(/^target-features = (\[.*\])$/m.exec(table)[1]).join()
}

/** `{ name, target }` of the machines that get the addon in a package, and the scope of these packages. */
export function platforms() {
  const value = (text, key) => new RegExp(`^${key}\\s*=\\s*"([^"]+)"`, 'm').exec(text)[1]
  const list = tables('platform').map((table) => ({
    name: nameOf(table),
    target: value(table, 'target'),
  }))
  return { list, scope: value(config(), 'scope') }
}

/** `{ verify: { wasm: bytes, 'wasm-fma': bytes }, … }`: how much each part may have after brotli. */
export function budgets() {
  const kilobytes = (table, engine) =>
    Number(new RegExp(`^budget = .*\\b${engine} = (\\d+)`, 'm').exec(table)[1]) * 1_000
  return Object.fromEntries(
    tables('capability').map((table) => [
      nameOf(table),
      { wasm: kilobytes(table, 'wasm'), 'wasm-fma': kilobytes(table, 'wasm-fma') },
    ]),
  )
}

/** Jobs that build each engine that is not up to date; the longest is the first. */
export function engineJobs({ env = {}, dev = false } = {}) {
  return engines()
    .sort((a, b) => (b === 'native') - (a === 'native'))
    .map((name) => () => build(`engine-${name}`, name, outputs(name, dev), { env, dev, flags: [] }))
}

/** The same for the engines that can be made to panic, which only the tests load. */
export function panicJobs({ env = {}, dev = false } = {}) {
  return ['wasm', 'native'].map((name) => () => {
    const file = name === 'native' ? addon : `${name}/engine.wasm`
    const made = [`ts/generated/test-panic/${file}`]
    return build(`engine-${name}-test-panic`, name, made, { env, dev, flags: ['--test-panic'] })
  })
}

/** Builds the addon that counts allocations, which only the bench loads. */
export async function buildBenchEngine({ env = {} } = {}) {
  const made = [`ts/generated/bench/${addon}`]
  await build('engine-native-bench', 'native', made, { env, dev: false, flags: ['--bench'] })
}

function build(stamp, name, made, { env, dev, flags }) {
  const args = ['build', name, ...flags, ...(dev ? ['--dev'] : [])]
  // How large a part may be changes nothing of it.
  const wanted = config().replace(/^budget = .*$/gm, '')
  const mark = `=${process.platform} ${process.arch} ${args}\n${wanted}`
  return fresh(stamp, { inputs: [mark, ...inputs], outputs: made }, () =>
    step(`building ${stamp} (minutes, the first time)`, () =>
      run('cargo', ['run', '--quiet', '--locked', '-p', 'xtask', '--', ...args], {
        cwd: join(root, 'rust'),
        env,
        // The native engine takes twice as long, for the most part in one thread. With this, all end together.
        nice: name === 'native' ? 0 : 3,
      }),
    ),
  )
}
