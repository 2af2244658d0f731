/**
 * `countersign/inline` in Node, Deno and Bun: nothing to await, and no file to read.
 *
 * It holds what signs and verifies, of the `wasm` build, which every host runs. `countersign/inline/session` and its
 * siblings hold the parts of their subpaths.
 *
 * @module
 */

import { text as sign } from '../../generated/inlined/sign.js'
import { text as verify } from '../../generated/inlined/verify.js'
import { carry } from '../engine/carried.js'
import { loadAtFirstUse } from '../engine/slot.js'
import { load } from './inlineInitNode.js'

export { isReady } from '../engine/slot.js'
export * from '../index.js'
export { initSync } from './given.js'
export { init } from './inlineInitNode.js'

carry({ verify, sign })
loadAtFirstUse(load, true)
