// Loads the engine in the page, the way a user does.

import { placeOf } from '../../src/engine/files.js'
import { isReady } from '../../src/engine/slot.js'
import { fromPlace } from '../../src/engine/source.js'
import { choose, installEngine } from '../../src/engine/wasm.js'
import { init } from '../../src/entry/browser.js'
import { parts } from '../../src/entry/slim.js'
import { context } from './context.js'

const attempt = { signal: new AbortController().signal }

// A fresh one each time: `init` would keep what is loaded.
context.reload = async () => {
  const name = choose()
  const all = (['verify', ...parts] as const).map(
    async (part) => [part, await fromPlace(placeOf(name, part), attempt)] as const,
  )
  installEngine(new Map(await Promise.all(all)))
}
if (!isReady()) await init({ with: parts })
