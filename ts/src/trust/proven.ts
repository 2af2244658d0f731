/**
 * Who signed: one type in the result of every verifier.
 *
 * `rust/core/src/trust/proven.rs` writes it.
 *
 * @module
 */

import type { KeyType } from '../key.js'

/**
 * The key that made a signature: the member `signer` of a result. It holds plain values, so that it can be compared,
 * logged and kept; `Keys.fromMultikey` makes a `PublicKey` of the text.
 *
 * @example
 * ```ts
 * const { signer } = Receipt.verify(receipt, { document })
 * if (signer.trust !== 'trusted') console.warn(`nobody vouches for ${signer.publicKeyMultibase}`)
 * ```
 */
export type ProvenKey = {
  /** The key, a Multikey; a hybrid key, which has none, as its `did:jwk`. */
  readonly publicKeyMultibase: string
  readonly type: KeyType
  /** Its name in the trust input, where that names it. What the signed object calls it is only a hint. */
  readonly id?: string
  /** The DID that controls it, where the trust input says so. */
  readonly controller?: string
  /**
   * Why it was used. `trusted`: the trust input has it, or what the trust input vouches for names it. `granted`: in a
   * lineage, grants lead to it from a trusted key. `self-asserted`: the object carried it, and nobody vouched for it.
   */
  readonly trust: 'trusted' | 'granted' | 'self-asserted'
}
