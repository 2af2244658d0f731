// The subpaths of the package that hold namespaces: a file for each in `ts/src/subpath`.

import { readdirSync } from 'node:fs'
import { join } from 'node:path'

import { root } from './setup/shell.mjs'

/** Their names: `aid`, `data-integrity`, … */
export const subpaths = readdirSync(join(root, 'ts/src/subpath'))
  .filter((name) => name.endsWith('.ts'))
  .map((name) => name.slice(0, -'.ts'.length))
  .sort()
