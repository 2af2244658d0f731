// The native addon from a package of its own: as it is, of another build, and no library at all.

import assert from 'node:assert/strict'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { packHere } from '../scripts/natives.mjs'
import { platforms } from '../scripts/setup/engines.mjs'
import { npm, run } from '../scripts/setup/shell.mjs'

/** The cases, in this order: each later one changes what is installed. */
export function nativeCases(project) {
  const start = (file) => run(process.execPath, [file], { cwd: project })
  return {
    cases: [
      [
        'native addon: its own package',
        async () => {
          await install(project, await packHere())
          assert.match(await start('node-native-installed.mjs'), /^proven$/m)
        },
      ],
      [
        'native addon: of another build',
        async () => {
          changeAddon(project, swapContract)
          const said = await start('node-native-refused.mjs')
          assert.match(said, /^ERR_NATIVE_INVALID: .*of another version or build \(\d/)
        },
      ],
      [
        'native addon: no library',
        async () => {
          changeAddon(project, () => 'no library')
          const said = await start('node-native-refused.mjs')
          assert.match(said, /^ERR_NATIVE_INVALID: .*does not load on this machine/)
        },
      ],
    ],
  }
}

function install(project, tarball) {
  const quiet = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund']
  return npm(['install', ...quiet, tarball], { cwd: project })
}

function changeAddon(project, change) {
  const scope = join(project, 'node_modules', platforms().scope)
  const path = join(scope, readdirSync(scope)[0], 'countersign.node')
  writeFileSync(path, change(readFileSync(path)))
}

/** A real addon that says of itself that it was built from other sources. */
function swapContract(bytes) {
  const at = bytes.indexOf('contract-')
  assert(at > 0)
  bytes.write('contract-000000000000', at)
  return bytes
}
