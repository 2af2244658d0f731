/**
 * `countersign/sage`: what SAGE writes and reads, by the names of our own namespaces.
 *
 * @example
 * ```ts
 * import * as Sage from 'countersign/sage'
 * const signature = Sage.Keys.sign(message, signer)
 * ```
 *
 * @module
 */

export * as Card from '../sage/card.js'
export * as Did from '../sage/did.js'
export * as Guard from '../sage/guard.js'
export * as Handshake from '../sage/handshake.js'
export * as HttpSig from '../sage/httpSig.js'
export * as Keys from '../sage/keys.js'
export * as Metadata from '../sage/metadata.js'
export * as Pop from '../sage/pop.js'
export * as Session from '../sage/session.js'
