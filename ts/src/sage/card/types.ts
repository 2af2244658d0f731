/**
 * The cards of SAGE, and what their verification shows.
 *
 * @module
 */

import type { ProvenKey, Trust, TrustInput } from '../../trust.js'

/** A card of SAGE. Times are RFC 3339 in Go's spelling. */
export type SageCard = {
  readonly '@context': readonly string[] | null
  /** The DID, opaque here. */
  readonly id: string
  readonly type: readonly string[] | null
  readonly name: string
  readonly description: string
  readonly publicKey: readonly SageKey[] | null
  readonly service: readonly SageService[] | null
  readonly capabilities?: readonly string[]
  readonly created: string
  readonly updated: string
  readonly proof?: SageProof
}

/** A key in a card. */
export type SageKey = {
  /** `<did>#key-<n>`. */
  readonly id: string
  readonly type:
    | 'EcdsaSecp256k1VerificationKey2019'
    | 'Ed25519VerificationKey2020'
    | 'X25519KeyAgreementKey2019'
  readonly controller: string
  readonly publicKeyBase58: string
  readonly publicKeyHex?: string
}

/** An endpoint in a card. */
export type SageService = { readonly type: string; readonly uri: string }

/** The signature of a card. Nothing but `proofValue` is bound to it. */
export type SageProof = {
  readonly type: 'Ed25519Signature2020' | 'EcdsaSecp256k1Signature2019'
  readonly created: string
  readonly verificationMethod: string
  readonly proofPurpose: 'assertionMethod'
  readonly proofValue: string
}

/** A card, or metadata, as received: text or bytes; or a parsed object. */
export type Input = string | Uint8Array | object

/** A card that is well formed. Nothing of it is proven. */
export type Checked = {
  /** Every member of the format, and no other. */
  readonly card: SageCard
  /** Paths of members that are not of the format. They are not in `card`. */
  readonly unknown: readonly string[]
  /** Whether a parsed object was given: duplicate members could not be seen. */
  readonly parsed: boolean
}

/** What a card proved. */
export type Verified = {
  /** What was signed, and the proof. */
  readonly card: SageCard
  /** Who the card is about. Proven unless `unproven` names it. */
  readonly did: string
  /** The key that signed. */
  readonly signer: ProvenKey
  /** What the card calls it. */
  readonly verificationMethod: string
  /** Members of the received text that the signature does not cover. */
  readonly uncovered: readonly string[]
  /**
   * What nobody proved. `did` where the trust input does not say whose the key is: a key without
   * `controller`, or one that the card carried. The others, in every card: the format lacks them.
   */
  readonly unproven: readonly ('did' | 'expiry' | 'audience' | 'nonce')[]
  /** Whether a parsed object was given: duplicate members could not be seen. */
  readonly parsed: boolean
}

/** What every verifier takes; or resolved metadata (V4), of which the `verified` keys count. */
export type TrustSource = Trust | TrustInput | { readonly metadata: Input }
