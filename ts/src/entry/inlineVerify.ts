/**
 * `countersign/inline/verify`: the verifying half alone, as part of the JavaScript, as `countersign/inline` has both.
 *
 * @module
 */

export { isReady } from '../engine/slot.js'
export * from '../verify.js'
export { init } from './inlineInit.js'
