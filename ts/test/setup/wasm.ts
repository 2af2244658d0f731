// Installs the `wasm` engine for every test of the project: its parts, or with `COUNTERSIGN_UNSPLIT` the one module that
// they are cut from. Both must give the same.

import { readFileSync } from 'node:fs'
import { findInFiles } from '../../src/engine/bytesOfFile.js'
import { installFound } from '../../src/engine/wasm.js'
import { context } from './context.js'
import { withUnsplit } from './unsplit.js'

const linked = new URL('../../generated/wasm/linked.wasm', import.meta.url)

context.reload = process.env['COUNTERSIGN_UNSPLIT']
  ? () =>
      withUnsplit(new WebAssembly.Module(readFileSync(linked)), (find) =>
        installFound(find, 'wasm'),
      )
  : () => installFound(findInFiles('wasm'), 'wasm')
context.reload()
