/**
 * Receipts and what is known about them.
 *
 * @module
 */

import type { JsonValue } from '../document.js'
import type { Row } from '../facts.js'
import type { Algorithm } from '../key.js'
import type { ProvenKey } from '../trust.js'

/** A receipt as received: text or bytes; or a parsed object. */
export type Input = string | Uint8Array | object

/** What an agent did, signed. Proves nothing before it is verified. */
export type Receipt = {
  readonly type: 'countersign/receipt/v1'
  /** Who acted. */
  readonly actor: string
  /** Which key signed: a DID URL under the actor. */
  readonly keyId: string
  readonly algorithm: Algorithm
  readonly action: string
  readonly content?: JsonValue
  readonly contentHash?: string
  readonly references?: readonly string[]
  readonly context?: string
  /** The id of the grant under which it was done. */
  readonly grant?: string
  /** Its place in the chain, from 0. */
  readonly sequence: number
  /** The id of the receipt before. */
  readonly previous?: string
  /** Unix milliseconds, by the actor's clock. */
  readonly time: number
  /** The last receipt of its chain. */
  readonly final?: true
  /** The new key of a rotation; `key` is a Multikey. */
  readonly next?: {
    readonly keyId: string
    readonly algorithm: Algorithm
    readonly key: string
    readonly signature: string
  }
  readonly signature: string
  /** Outside the signature: anybody can add one. */
  readonly witnesses?: readonly Witness[]
}

/** A party that signed that it saw the receipt. */
export type Witness = {
  readonly witness: string
  readonly keyId: string
  readonly algorithm: Algorithm
  /** Unix milliseconds. */
  readonly time: number
  readonly signature: string
}

/**
 * The verdict on one witness. `unchecked`: `ERR_RECEIPT_KEY`, no trusted key fits; `ERR_TRUST_CHECKS`, its signature was
 * not looked at.
 */
export type Testimony = Row<
  {
    /** The key of the witness. */
    readonly signer: ProvenKey
    /** `witness`: the key was pinned without a controller, so the witness does not count. */
    readonly unproven: readonly 'witness'[]
  },
  {
    /** Who it says it is, where it says so. */
    readonly witness?: string
    /** When it says it saw the receipt, in Unix milliseconds. */
    readonly time?: number
  }
>

/** What a receipt proved. */
export type Facts = {
  /** Computed from the content and the actor's signature. */
  readonly id: string
  readonly actor: string
  /** The key under which the signature holds. `self-asserted`: it is the actor's DID itself, and nobody vouches for that. */
  readonly signer: ProvenKey
  /** `actor`: the key was pinned without a controller. */
  readonly unproven: readonly 'actor'[]
  /** A verdict for each witness. */
  readonly witnesses: readonly Testimony[]
  /** Witnesses beyond 64, which were not looked at. */
  readonly witnessesOmitted?: number
  /** JSON Pointers of what the actor's signature does not cover. */
  readonly uncovered: readonly string[]
}

/** A verified receipt. */
export type Verified = Facts & {
  readonly receipt: Receipt
  /** Whether a parsed object was given: duplicate members could not be seen. */
  readonly parsed: boolean
}

/** What the verifier knows from other sources than the receipt. */
export type Expectation = {
  /** Default: the clock. */
  readonly now?: Date
  /** Allowed difference of the clocks, in seconds, at most a day. Default: 60. */
  readonly skew?: number
  /** The id under which the receipt was kept or named. */
  readonly id?: string
  /** The content, where the receipt has its hash only, or to compare. */
  readonly content?: JsonValue
  /** How many witnesses must hold under keys that are trusted as theirs. Default: 0. */
  readonly witnesses?: number
  /**
   * How many signature checks one receipt may cost, 1 to 4096, and one more for each of its witnesses. Default: 16. An
   * envelope may cost as many again. Witnesses whose key is known to be theirs are checked first. Those that any key
   * may have signed share the checks that are left; beyond them they get `ERR_TRUST_CHECKS`.
   */
  readonly maxChecks?: number
}
