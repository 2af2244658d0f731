/**
 * `countersign/hpke`: hybrid public key encryption (RFC 9180).
 *
 * @module
 */

export * as Hpke from '../hpke.js'
