/**
 * Keys and signatures over bytes: verify.
 *
 * @module
 */

export { verifyBatch } from '../keys/batch.js'
export { type HighS, verify } from '../keys/verify.js'
