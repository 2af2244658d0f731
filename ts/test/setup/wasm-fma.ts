// Installs the `wasm-fma` engine for every test of the project.

import { findInFiles } from '../../src/engine/bytesOfFile.js'
import { installEngine } from '../../src/engine/wasm.js'
import { context } from './context.js'

context.reload = () => installEngine(new Map(), findInFiles('wasm-fma'))
context.reload()
