/**
 * `countersign/inline/verify` in Node, Deno and Bun: nothing to await, and no file to read.
 *
 * @module
 */

import { text as verify } from '../../generated/inlined/verify.js'
import { carry } from '../engine/carried.js'
import { loadAtFirstUse } from '../engine/slot.js'
import { load } from './inlineInitNode.js'

export { isReady } from '../engine/slot.js'
export * from '../verify.js'
export { init } from './inlineInitNode.js'

carry({ verify })
loadAtFirstUse(load, true)
