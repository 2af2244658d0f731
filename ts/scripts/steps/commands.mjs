// Commands of steps: `[program, arguments, options]`, as `capture` of `setup/shell.mjs` takes them.

import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

import { root } from '../setup/shell.mjs'

const rust = { cwd: join(root, 'rust') }

export const cargo = (...args) => ['cargo', args, rust]
export const node = (...args) => [process.execPath, args]
export const bin = (path, ...args) => node(`node_modules/${path}`, ...args)
export const biome = (...args) =>
  bin('@biomejs/biome/bin/biome', ...args, '--error-on-warnings', '.')

export const clippy = (...args) =>
  cargo('clippy', '--quiet', '--locked', ...args, '--', '-D', 'warnings')

/** The boundary on a host: without one it is empty. `bench` is Node's with what only the bench calls. */
export const clippyOn = (name) => clippy('--lib', '-p', 'countersign-bindings', '--features', name)

/**
 * Rust tests of a crate with many cases or long inputs: `variables` say how many, `which` tests.
 *
 * They are optimised crate by crate: together takes minutes more, and finds nothing more. Without FMA, the model of the
 * kernels is many times as slow.
 */
export function longTest(crate, variables, ...which) {
  const build = { CARGO_PROFILE_RELEASE_LTO: 'off', CARGO_PROFILE_RELEASE_CODEGEN_UNITS: '16' }
  if (process.arch === 'x64') build.RUSTFLAGS = '-C target-feature=+fma'
  const how = ['--quiet', '--locked', '--release', '--target-dir', 'target/long']
  const args = ['test', ...how, '-p', `countersign-${crate}`, ...which]
  return ['cargo', args, { ...rust, env: { ...build, ...variables } }]
}

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
