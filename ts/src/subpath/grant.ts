/**
 * `countersign/grant`: grants of capabilities, and proofs of possession.
 *
 * @module
 */

export * as Grant from '../grant.js'
export * as Pop from '../pop.js'
