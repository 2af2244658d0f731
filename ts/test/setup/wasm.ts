// Installs the `wasm` engine for every test of the project.

import { findInFiles } from '../../src/engine/bytesOfFile.js'
import { installFound } from '../../src/engine/wasm.js'
import { context } from './context.js'

context.reload = () => installFound(findInFiles('wasm'), 'wasm')
context.reload()
