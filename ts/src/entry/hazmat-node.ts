/**
 * `countersign/hazmat` in Node, Deno and Bun: parts without a safety net, on the engine that
 * `countersign` loads.
 *
 * @module
 */

export * from '../hazmat.js'
export { type InitOptions, init } from './node.js'
