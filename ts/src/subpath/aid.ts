/**
 * `countersign/aid`: what AgenticIdentity writes and reads, by the names of our own namespaces.
 *
 * @example
 * ```ts
 * import * as Aid from 'countersign/aid'
 * const id = Aid.Identity.id(publicKey)
 * ```
 *
 * @module
 */

export * as Grant from '../aid/grant.js'
export * as Identity from '../aid/identity.js'
export * as Receipt from '../aid/receipt.js'
