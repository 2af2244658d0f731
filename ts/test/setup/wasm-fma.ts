// Installs the `wasm-fma` engine for every test of the project.

import { readFileSync } from 'node:fs'
import { compile, installModule } from '../../src/engine/wasm.js'
import { context } from './context.js'

const file = new URL('../../generated/wasm-fma.wasm', import.meta.url)

context.reload = () => installModule(compile(readFileSync(file)), 'wasm-fma')
context.reload()
