/**
 * The records of a proof of possession, and what is found out about them.
 *
 * @module
 */

import type { Facts, Row } from '../facts.js'
import type { Algorithm, PublicKey } from '../key.js'
import type { ProvenKey } from '../trust.js'

/** A question of the verifier. */
export type Challenge = {
  readonly type: 'countersign/pop-challenge/v1'
  /** Who asks. */
  readonly audience: string
  /** Base64url. */
  readonly nonce: string
  /** Unix seconds. */
  readonly issued: number
  /** First second at which it no longer holds. */
  readonly expires: number
  /** The verifier's X25519 key, a Multikey, where it asks for the proof of one. */
  readonly ephemeral?: string
}

/** An answer. Proves nothing before it is verified. */
export type Proof = {
  readonly type: 'countersign/pop/v1' | 'countersign/pop-agreement/v1'
  readonly did: string
  /** The key that is proven, a Multikey. */
  readonly key: string
  readonly audience: string
  readonly nonce: string
  readonly issued: number
  readonly expires: number
  readonly algorithm: Algorithm
  readonly signature: string
  /** X25519: the key that signs, a Multikey. */
  readonly identityKey?: string
  /** X25519: the verifier's key, a Multikey. */
  readonly ephemeral?: string
  /** X25519: what only the holder of the key can compute. */
  readonly mac?: string
}

/** What a verified proof proves. */
export type Proven = {
  readonly did: string
  /** The key that is proven. */
  readonly key: PublicKey
  /** The key that signed: the same one; of an X25519 key, the identity key that vouched for it. */
  readonly signer: ProvenKey
  readonly audience: string
  readonly nonce: string
  readonly issued: Date
  readonly expires: Date
  readonly algorithm: Algorithm
  /** Whether a parsed object was given: duplicate members could not be seen. */
  readonly parsed: boolean
}

/**
 * The verdict on one key of the trust input. `unchecked`: `ERR_POP_MISSING`, there is no proof; `ERR_POP_EPHEMERAL`, it
 * needs the key of the challenge.
 */
export type Verdict = Row<{ readonly signer: ProvenKey }, { readonly key: PublicKey }>

/** The verdicts on all keys. */
export type Verdicts = {
  /** `proofs`: whether every key is proven, `at` a key. */
  readonly facts: Facts<'proofs'>
  /** In the order of the keys. */
  readonly keys: readonly Verdict[]
}

/** A record as received: text or bytes; or a parsed object. */
export type Input = string | Uint8Array | object
