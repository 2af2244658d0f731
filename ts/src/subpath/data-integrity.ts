/**
 * `countersign/data-integrity`: Data Integrity proofs of the W3C.
 *
 * @module
 */

export * as DataIntegrity from '../dataIntegrity.js'
