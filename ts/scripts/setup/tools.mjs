// The programs that must be on the machine already, each with its cure.

import { capture, Stop, which } from './shell.mjs'

/** Lowest Node that runs the package (`engines` in package.json). */
const lowestNode = [20, 19]

/** Stops with one message that names every missing tool. */
export async function checkTools() {
  const problems = [node(), await npm(), cargo(), linker()].filter(Boolean)
  if (problems.length > 0)
    throw new Stop(
      `Something is missing on this machine:\n${problems.map((p) => `  - ${p}`).join('\n')}`,
    )
}

function node() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > lowestNode[0] || (major === lowestNode[0] && minor >= lowestNode[1])) return
  return `Node ${lowestNode.join('.')} or newer: this is ${process.version}. Get one at https://nodejs.org`
}

async function npm() {
  if (process.env.npm_execpath || which('npm')) return
  return 'npm: it comes with Node, https://nodejs.org (Debian: `apt-get install npm`)'
}

function cargo() {
  if (which('cargo')) return
  return 'Rust (`cargo`): install rustup from https://rustup.rs, then open a new shell'
}

function linker() {
  if (process.platform === 'win32' || which('cc')) return
  const cure = {
    darwin: '`xcode-select --install`',
    linux:
      'Debian, Ubuntu: `apt-get install build-essential`; Fedora: `dnf install gcc`; Alpine: `apk add build-base`',
  }
  return `a C linker (\`cc\`), which Rust uses: ${cure[process.platform] ?? 'install gcc or clang'}`
}

/** The first version number in what `command args` prints, as `[major, minor, patch]`, or undefined. */
export async function versionOf(command, args, options) {
  const { code, output } = await capture(command, args, options)
  const found = /(\d+)\.(\d+)\.(\d+)/.exec(output)
  return code === 0 && found ? found.slice(1, 4).map(Number) : undefined
}

/** Whether version `a` is `b` or newer. */
export function atLeast(a, b) {
  for (const [index, want] of b.entries()) if (a[index] !== want) return a[index] > want
  return true
}
