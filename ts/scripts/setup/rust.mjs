// The Rust toolchain that `rust/rust-toolchain.toml` names, with the wasm target.
//
// With rustup it is installed when it is missing. Where that cannot be done
// (no network, or no rustup at all), a toolchain that is equal or newer serves
// as well, and this says which one.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { capture, root, Stop, step, which } from './shell.mjs'
import { atLeast, versionOf } from './tools.mjs'

const folder = join(root, 'rust')
const target = 'wasm32-unknown-unknown'

/** Makes `cargo` in `rust/` usable; gives the variables that later commands need. */
export async function prepareRust() {
  const want = channel()
  if (!which('rustup')) return withoutRustup(want)
  if (await ready(want)) return {}
  const standIn = await defaultToolchain(want)
  // The same release under another name: nothing to fetch.
  if (standIn?.same) return use(want, standIn)
  await install(want)
  if (await ready(want)) return {}
  if (standIn) return use(want, standIn)
  throw new Stop(
    `Rust ${want} with the target ${target} is not installed and could not be fetched. Cure:\n` +
      `  rustup toolchain install ${want} --component clippy,rustfmt --target ${target}`,
  )
}

function use(want, { name, version }) {
  console.error(
    `! Rust ${want} is not installed; using ${name} (${version}), which is equal or newer`,
  )
  return { RUSTUP_TOOLCHAIN: name }
}

function channel() {
  const text = readFileSync(join(folder, 'rust-toolchain.toml'), 'utf8')
  return /channel\s*=\s*"([^"]+)"/.exec(text)[1]
}

/** Whether the toolchain runs and its library for the target is there. */
async function ready(toolchain) {
  const { code, output } = await capture('rustup', [
    'run',
    toolchain,
    'rustc',
    '--print',
    'sysroot',
  ])
  return code === 0 && hasTarget(output) && (await hasComponents(toolchain))
}

async function hasComponents(toolchain) {
  const names = ['cargo-clippy', 'rustfmt']
  const found = await Promise.all(
    names.map((name) => capture('rustup', ['run', toolchain, name, '--version'])),
  )
  return found.every(({ code }) => code === 0)
}

function hasTarget(sysroot) {
  return existsSync(join(sysroot.trim(), 'lib/rustlib', target, 'lib'))
}

/** Tries to; a failure is shown, and the caller looks for another way. */
async function install(want) {
  const options = ['--profile', 'minimal', '--component', 'clippy,rustfmt', '--target', target]
  const args = ['toolchain', 'install', want, ...options, '--no-self-update']
  try {
    await step(`installing Rust ${want} with ${target}`, async () => {
      const { code, output } = await capture('rustup', args, { env: { RUST_BACKTRACE: '0' } })
      if (code !== 0) throw new Stop(/^error.*$/m.exec(output)?.[0] ?? output)
    })
  } catch (error) {
    console.error(error.message)
  }
}

/** The default toolchain if it is complete and `want` or newer. */
async function defaultToolchain(want) {
  const { code, output } = await capture('rustup', ['default'])
  const name = output.split(' ')[0]
  if (code !== 0 || !name) return undefined
  const version = await versionOf('rustup', ['run', name, 'rustc', '--version'])
  if (!version || !atLeast(version, want.split('.').map(Number))) return undefined
  if (!(await ready(name))) await capture('rustup', ['target', 'add', target, '--toolchain', name])
  if (!(await ready(name))) return undefined
  return { name, version: version.join('.'), same: version.join('.') === want }
}

async function withoutRustup(want) {
  const version = await versionOf('rustc', ['--version'])
  if (!version || !atLeast(version, want.split('.').map(Number)))
    throw new Stop(
      `Rust ${want} or newer is needed (found ${version?.join('.') ?? 'none'}): install rustup from https://rustup.rs`,
    )
  const sysroot = await capture('rustc', ['--print', 'sysroot'])
  if (!hasTarget(sysroot.output))
    throw new Stop(
      `Rust has no ${target}: install rustup from https://rustup.rs (Debian: \`apt-get install libstd-rust-dev-wasm32\`)`,
    )
  console.error(`! no rustup; using the rustc ${version.join('.')} on PATH`)
  return {}
}
