// What a bundle weighs.

import assert from 'node:assert/strict'
import { statSync } from 'node:fs'

/** The API of an entry, not minified, has half of this; an engine is twice as much. */
const most = 1_000_000

/** Fails if the bundle `path` is so large that an engine must be in it. */
export function holdsNoEngine(path) {
  const { size } = statSync(path)
  console.log(`     ${path.split(/[\\/]/).at(-1)}: ${Math.round(size / 1000)} KB`)
  assert(size < most, `${path} has ${size} bytes: it holds an engine`)
}
