// Python packages that tools need: an environment in `.cache` for each `requirements.txt` of `ts/tools`.

import { join } from 'node:path'

import { cache, root, run, step } from './shell.mjs'
import { fresh } from './stamp.mjs'

/** Installs what `ts/tools/<name>` requires, of which `program` is one. Gives the folder with its programs. */
export async function installPython(name, program) {
  const needed = `ts/tools/${name}/requirements.txt`
  const folder = join(cache, name)
  await fresh(name, { inputs: [needed], outputs: [`.cache/${name}/bin/${program}`] }, () =>
    step(`installing the Python packages of ${needed}`, async () => {
      await run('python3', ['-m', 'venv', folder])
      await run(join(folder, 'bin/pip'), ['install', '--quiet', '-r', join(root, needed)])
    }),
  )
  return join(folder, 'bin')
}
