// Loads the engine in the page, the way a user does.

import { isReady } from '../../src/engine/slot.js'
import { fromSource } from '../../src/engine/source.js'
import { choose, installModule } from '../../src/engine/wasm.js'
import { init } from '../../src/entry/browser.js'
import { context } from './context.js'

const files = {
  wasm: new URL('../../generated/wasm.wasm', import.meta.url),
  'wasm-fma': new URL('../../generated/wasm-fma.wasm', import.meta.url),
}

const attempt = { signal: new AbortController().signal }

// A fresh one each time: `init` would keep what is loaded.
context.reload = async () => installModule(await fromSource(files[choose()], attempt), choose())
if (!isReady()) await init({ full: true })
