// The versions of what the cases of the matrix ran in and were built with.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { capture, root } from '../scripts/setup/shell.mjs'

/** What of the repository's own packages builds, runs or checks a consumer. */
const own = ['esbuild', 'vite', 'vitest', 'typescript', 'publint', '@arethetypeswrong/cli']

/** `[what, version]` of each, where `node` is a current Node and `chromium` the program of that browser. */
export async function versions({ node, chromium }) {
  const pinned = ['consumers', 'frameworks'].flatMap(pinnedIn)
  const tools = own.map((name) => [name, installedVersion(name)])
  return [
    ['Node', `${process.versions.node}, ${await said(node)}`],
    ['Chromium', await said(chromium)],
    ...[...new Map([...tools, ...pinned].map((row) => [row.join(' '), row])).values()].sort(),
  ]
}

/** What a folder of `ts/tools` asks for, by the name under which it is installed. */
function pinnedIn(folder) {
  const path = join(root, 'ts/tools', folder, 'package.json')
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync(path, 'utf8'))
  return Object.entries({ ...dependencies, ...optionalDependencies }).map(([name, version]) => [
    name,
    version.split('@').at(-1),
  ])
}

function installedVersion(name) {
  return JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8')).version
}

/** The version that a program says that it has. */
async function said(program) {
  if (!program) return 'not installed'
  const { output } = await capture(program, ['--version'])
  return /\d+(\.\d+)+/.exec(output)?.[0] ?? 'unknown'
}
