// A consumer's project in a temporary folder, with the packed tarball installed by npm.

import { cpSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { npm, root } from '../scripts/setup/shell.mjs'

const fixtures = join(root, 'ts/packaging/fixtures')

/** Gives the folder: the fixtures, and the package in `node_modules`. */
export async function makeProject() {
  // Real, because bundlers resolve links and then serve nothing outside of their root.
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-consumer-')))
  const listing = await npm(['pack', '--ignore-scripts', '--json', '--pack-destination', folder])
  const [{ filename }] = JSON.parse(listing.slice(listing.indexOf('[')))
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
