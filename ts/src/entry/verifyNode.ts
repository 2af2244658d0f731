/**
 * `countersign/verify` in Node, Deno and Bun: nothing to await.
 *
 * @module
 */

export * from '../verify.js'
export { init, isReady } from './node.js'
