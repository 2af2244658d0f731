// A consumer's project in a temporary folder, with the packed tarball installed by npm.

import {
  copyFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { npm, pack, root } from '../scripts/setup/shell.mjs'

const fixtures = join(root, 'ts/packaging/fixtures')

/** Gives the folder: the fixtures, and the package in `node_modules`. */
export async function makeProject() {
  // Real, because bundlers resolve links and then serve nothing outside of their root.
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-consumer-')))
  const { filename } = await pack('--pack-destination', folder)
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  await npm(
    ['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', join(folder, filename)],
    {
      cwd: folder,
    },
  )
  cpSync(fixtures, folder, { recursive: true })
  return folder
}

/** Runs `work` in a copy of the project whose package has lost the files of the engine. */
export async function withoutEngine(project, work) {
  const copy = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-lost-')))
  try {
    cpSync(fixtures, copy, { recursive: true })
    copyFileSync(join(project, 'package.json'), join(copy, 'package.json'))
    const [installed, target] = [project, copy].map((folder) => join(folder, 'node_modules'))
    cpSync(installed, target, { recursive: true, filter: (path) => !path.endsWith('.wasm') })
    return await work(copy)
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

/** Paths of all files of WebAssembly in a folder; links are not followed, for they may lead out of it. */
export function enginesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.wasm'))
    .map((entry) => join(entry.parentPath, entry.name))
}
