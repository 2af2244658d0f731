// npm packages: `npm ci` for the repository, and for the two pinned tools that
// are kept apart in `ts/tools` because they are large and not everyone needs them.

import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { npm, root, step } from './shell.mjs'
import { fresh } from './stamp.mjs'

/** Installs what package-lock.json says, unless that is what is installed. */
export async function installPackages() {
  const inputs = ['package-lock.json', '.npmrc', `=${process.platform} ${process.arch}`]
  await fresh('packages', { inputs, outputs: ['node_modules/.package-lock.json'] }, () =>
    step('installing npm packages', () => npm(['ci', '--ignore-scripts', '--loglevel=error'])),
  )
}

/**
 * Installs one folder of `ts/tools`: its package.json and lock file pin version and integrity.
 *
 * No install script runs. Gives the folder. `how`: `ci` wants the packages of every platform to be there; `install` is for
 * tools some of whose platforms a registry may lack, and takes the same versions from the lock file.
 */
export async function installTool(name, title, how = 'ci') {
  const folder = `ts/tools/${name}`
  const inputs = [`${folder}/package-lock.json`, `=${process.platform} ${process.arch}`]
  await fresh(`tool-${name}`, { inputs, outputs: [`${folder}/node_modules`] }, () =>
    step(title, () =>
      npm([how, '--ignore-scripts', '--loglevel=error', ...(how === 'ci' ? [] : ['--no-save'])], {
        cwd: join(root, folder),
      }),
    ),
  )
  return join(root, folder)
}

/** Whether `node_modules` holds a package. */
export function installed(name) {
  return existsSync(join(root, 'node_modules', name))
}
