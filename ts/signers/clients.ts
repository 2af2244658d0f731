// The clients of vendors are kept apart, in `ts/tools/signers`: they are large, and not everyone needs them.

import { createRequire } from 'node:module'
import { join } from 'node:path'

const load = createRequire(join(process.cwd(), 'ts/tools/signers/package.json'))

/** A module of `ts/tools/signers`. */
export function clientOf(name: string): unknown {
  return load(name)
}
