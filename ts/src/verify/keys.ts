/**
 * Keys and signatures over bytes: verify.
 *
 * @module
 */

export { verifyBatch } from '../keys/batch.js'
export type { HighS } from '../keys/claim.js'
export { verify } from '../keys/verify.js'
