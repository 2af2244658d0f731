/**
 * Receipts: verify.
 *
 * @module
 */

export { id } from '../receipt/issue.js'
export type * from '../receipt/types.js'
export { type Verdict, verify, verifyBatch } from '../receipt/verify.js'
