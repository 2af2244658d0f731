// A current Node, for `wasm-fma` (relaxed SIMD) and for running `.ts` as it is.
//
// This process may be a Node 20, the oldest that the package supports. The
// current one is pinned in `ts/tools/node`; npm's platform packages hold the
// program itself, so nothing is downloaded by an install script.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { installTool } from './packages.mjs'
import { capture, root, Stop, step } from './shell.mjs'
import { versionOf } from './tools.mjs'

/** The path of a Node that is the pinned major or newer. */
export async function currentNode() {
  const want = pinned()
  const given = process.env.COUNTERSIGN_NODE
  if (given) return checked(given, want)
  if (Number(process.versions.node.split('.')[0]) >= want) return process.execPath
  return (await fromPlatformPackage(want)) ?? (await fromNpx(want))
}

function pinned() {
  const text = readFileSync(join(root, 'ts/tools/node/package.json'), 'utf8')
  const version = Object.values(JSON.parse(text).optionalDependencies)[0]
  return Number(version.split('.')[0])
}

async function checked(path, want) {
  const version = await versionOf(path, ['--version'])
  if (version && version[0] >= want) return path
  throw new Stop(`COUNTERSIGN_NODE names ${path}, which is not a Node ${want} or newer`)
}

async function fromPlatformPackage(want) {
  const folder = await installTool('node', `installing a current Node (${want}) beside this one`)
  for (const prefix of ['node-', 'node-bin-']) {
    const name = `${prefix}${process.platform.replace('win32', 'win')}-${process.arch}`
    const path = join(
      folder,
      'node_modules',
      name,
      'bin',
      process.platform === 'win32' ? 'node.exe' : 'node',
    )
    if (existsSync(path) && (await versionOf(path, ['--version']))) return path
  }
  return undefined
}

// For platforms without a package, or where the packaged program does not start.
async function fromNpx(want) {
  const args = ['--yes', '-p', `node@${want}`, 'node', '-p', 'process.execPath']
  const { code, output } = await step(`fetching Node ${want} with npx`, () => capture('npx', args))
  const path = output.trim().split('\n').at(-1)
  if (code === 0 && existsSync(path)) return path
  throw new Stop(
    `No Node ${want} for ${process.platform} ${process.arch}: install one (https://nodejs.org) and set COUNTERSIGN_NODE to its path`,
  )
}
