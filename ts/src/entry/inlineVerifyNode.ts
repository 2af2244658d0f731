/**
 * `countersign/inline/verify` in Node, Deno and Bun: nothing to await, and no file to read.
 *
 * @module
 */

export { isReady } from '../engine/slot.js'
export * from '../verify.js'
export { init } from './inlineInitNode.js'
