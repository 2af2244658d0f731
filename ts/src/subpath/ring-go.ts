/**
 * `countersign/ring-go`: ring signatures of ring-go.
 *
 * @example
 * ```ts
 * import * as RingGo from 'countersign/ring-go'
 * const signature = RingGo.sign(digest, signer, [signer.publicKey, other])
 * ```
 *
 * @module
 */

export * from '../ringGo.js'
