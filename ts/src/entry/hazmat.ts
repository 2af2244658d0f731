/**
 * `countersign/hazmat` in browsers: parts without a safety net, on the engine that `countersign` loads.
 *
 * @module
 */

export * from '../hazmat.js'
export { init } from './browser.js'
