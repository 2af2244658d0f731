/**
 * Receipts: signed statements of what an agent did.
 *
 * @module
 */

export * as aid from './receipt/aid.js'
