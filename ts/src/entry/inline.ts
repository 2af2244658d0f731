/**
 * `countersign/inline`: the engine is part of the JavaScript. For bundlers that know no files (esbuild, Rollup without
 * a plugin, Bun), and for hosts that lose them.
 *
 * It holds what signs and verifies, of the `wasm` build, which every host runs. `countersign/inline/session` and its
 * siblings hold the parts of their subpaths.
 *
 * @module
 */

import { text as sign } from '../../generated/inlined/sign.js'
import { text as verify } from '../../generated/inlined/verify.js'
import { carry } from '../engine/carried.js'

export { isReady } from '../engine/slot.js'
export * from '../index.js'
export { initSync } from './given.js'
export { init } from './inlineInit.js'

carry({ verify, sign })
