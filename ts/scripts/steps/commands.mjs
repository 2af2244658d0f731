// Commands of steps: `[program, arguments, options]`, as `capture` of `setup/shell.mjs` takes them.

import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

import { targetFeatures } from '../setup/engines.mjs'
import { root } from '../setup/shell.mjs'

const rust = { cwd: join(root, 'rust') }

export const cargo = (...args) => ['cargo', args, rust]
export const node = (...args) => [process.execPath, args]
export const bin = (path, ...args) => node(`node_modules/${path}`, ...args)
export const biome = (...args) =>
  bin('@biomejs/biome/bin/biome', ...args, '--error-on-warnings', '.')

const clippy = (...args) => cargo('clippy', '--quiet', '--locked', ...args, '--', '-D', 'warnings')

const hostOf = (name) => ['--features', `countersign-bindings/${name}`]

/**
 * All crates, and the boundary on a host, without which it is empty. In one command they have the same dependencies, which
 * are looked at once; the next host adds its own.
 */
export const clippyAllOn = (name) => clippy('--workspace', '--all-targets', ...hostOf(name))

/** The boundary alone. `bench` adds crates that compile C, with which all other crates would be checked again. */
export const clippyOn = (name) => clippy('--lib', '-p', 'countersign-bindings', ...hostOf(name))

/** They are optimised crate by crate: together takes minutes more, and finds nothing more. */
const longBuild = { CARGO_PROFILE_RELEASE_LTO: 'off', CARGO_PROFILE_RELEASE_CODEGEN_UNITS: '16' }

/** Rust tests of a crate with many cases or long inputs: `variables` say how many, `which` tests. */
export function longTest(crate, variables, ...which) {
  const args = ['--quiet', '--locked', '--release', '--target-dir', 'target/long']
  const env = { ...longBuild, ...variables }
  return ['cargo', ['test', ...args, '-p', `countersign-${crate}`, ...which], { ...rust, env }]
}

/** The same of the kernels in WebAssembly, with the instructions of an engine and in its field. */
export function longTestIn(engine, program, variables, ...which) {
  const runner = [program, '--no-warnings', join(root, 'ts/scripts/wasi.mjs')]
  const target = ['--target', wasi, '--config', `target.${wasi}.runner=${JSON.stringify(runner)}`]
  const RUSTFLAGS = `-C target-feature=${targetFeatures(engine)}`
  return longTest('kernels', { RUSTFLAGS, ...variables }, ...target, ...which)
}

/** WebAssembly with a system, which tests of Rust need: time, arguments, a console. */
const wasi = 'wasm32-wasip1'

/** Rust's library for it. */
export const addWasi = () => ['rustup', ['target', 'add', wasi], rust]

/** The tests of a project of `vitest.config.ts`. */
export function vitest(program, project) {
  const config = ['--config', 'ts/vitest.config.ts', '--project', project]
  return [program, ['node_modules/vitest/vitest.mjs', 'run', ...config]]
}

/** The suite in a browser that WebDriver drives, then pages of the packed tarball there. */
export function inFamily(name, program) {
  return [vitest(process.execPath, name), node('ts/packaging/run.mjs', program, name)]
}

/** Where the vectors of an engine write what each case gave. */
export const verdictsOf = (engine) => `.cache/verdicts/${engine}.json`

/** Compares verdicts with the frozen ones. */
export const verdicts = (...args) => node('ts/scripts/verdicts.mjs', ...args)

/** The vectors on an engine. */
export function conformance(program, engine) {
  const args = ['--vectors', 'rust/vectors', '--engine', engine, '--verdicts', verdictsOf(engine)]
  return [program, ['dist-tools/conformance/main.js', ...args]]
}

/** Every example, as a program. */
export function examples(program) {
  return filesIn('dist-tools/examples', '.js').map((file) => [program, [file]])
}

/** The tests of these scripts. */
export function scriptTests() {
  return filesIn('ts/scripts/test', '.test.mjs')
}

function filesIn(folder, ending) {
  const path = join(root, folder)
  if (!existsSync(path)) return []
  return readdirSync(path)
    .filter((name) => name.endsWith(ending))
    .sort()
    .map((name) => `${folder}/${name}`)
}
