/**
 * `countersign/inline/verify`: the verifying half alone, as part of the JavaScript, as `countersign/inline` has both.
 *
 * @module
 */

import { text as verify } from '../../generated/inlined/verify.js'
import { carry } from '../engine/carried.js'

export { isReady } from '../engine/slot.js'
export * from '../verify.js'
export { init } from './inlineInit.js'

carry({ verify })
