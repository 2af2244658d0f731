/**
 * `countersign/ring`: linkable ring signatures.
 *
 * @module
 */

export * as Ring from '../ring.js'
