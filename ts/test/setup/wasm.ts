// Installs the `wasm` engine for every test of the project: its parts, or with `COUNTERSIGN_UNSPLIT` the one module that
// they are cut from. Both must give the same.

import { readFileSync } from 'node:fs'
import { findInFiles } from '../../src/engine/bytesOfFile.js'
import { installEngine } from '../../src/engine/wasm.js'
import { context } from './context.js'
import { findUnsplit, Unsplit } from './unsplit.js'

const find = process.env['COUNTERSIGN_UNSPLIT'] ? unsplit() : findInFiles('wasm')

/** Its instances stay what they are here for all that tests do: one that is thrown away, one whose memory is looked at. */
function unsplit() {
  WebAssembly.Instance = Unsplit
  const file = new URL('../../generated/wasm/linked.wasm', import.meta.url)
  return findUnsplit(new WebAssembly.Module(readFileSync(file)))
}

context.reload = () => installEngine(new Map(), find)
context.reload()
