/**
 * The records of grants, and what is found of them. The core describes them member by member.
 *
 * @module
 */

import type { JsonObject, JsonValue } from '../document.js'
import type { Facts, Refused } from '../facts.js'
import { actionFacts, chainFacts } from '../generated/names.js'
import type { Algorithm } from '../key.js'
import type { ProvenKey } from '../trust.js'

/** A record as received: text or bytes; or a parsed object. */
export type Input = string | Uint8Array | object

/** Grants from the root on: text or bytes of a JSON array; or an array of parsed grants. */
export type ChainInput = string | Uint8Array | readonly object[]

/** Constraints as they stand in a grant; times are Unix seconds. */
export type Constraints = {
  /** First second at which it holds. */
  readonly notBefore?: number
  /** First second at which it no longer holds. */
  readonly expires?: number
  /** How often it may be used. */
  readonly uses?: number
  /** Names of the verifiers that it is for. */
  readonly audience?: readonly string[]
  /** Blocks of addresses from which it may be used. */
  readonly network?: readonly string[]
  /** What only some verifiers understand. */
  readonly custom?: JsonObject
}

/** A signed grant. Proves nothing before it is verified. */
export type Grant = {
  readonly type: 'countersign/grant/v1'
  readonly issuer: string
  /** Multikey. */
  readonly issuerKey: string
  /** Name of the issuer's key in a trust input. */
  readonly keyId?: string
  readonly subject: string
  /** Multikey. */
  readonly subjectKey: string
  readonly capabilities: readonly string[]
  readonly constraints: Constraints
  /** How many grants may follow below this one. */
  readonly delegation: number
  /** Id of the grant above. */
  readonly parent?: string
  readonly issued: number
  readonly nonce: string
  readonly algorithm: Algorithm
  readonly signature: string
}

/** What a subject signs to accept a grant. */
export type Acknowledgement = {
  readonly type: 'countersign/grant-acknowledgement/v1'
  readonly grant: string
  readonly key: string
  readonly issued: number
  readonly algorithm: Algorithm
  readonly signature: string
}

/** What a holder signs to show that it holds a chain. */
export type Presentation = {
  readonly type: 'countersign/grant-presentation/v1'
  /** Id of the last grant. */
  readonly grant: string
  readonly key: string
  readonly audience: string
  readonly nonce: string
  readonly issued: number
  readonly expires: number
  readonly request?: { readonly method: string; readonly url: string; readonly body: string }
  readonly algorithm: Algorithm
  readonly signature: string
}

/** What takes a grant back. */
export type Revocation = {
  readonly type: 'countersign/grant-revocation/v1'
  readonly grant: string
  readonly revoker: string
  readonly key: string
  readonly keyId?: string
  readonly issued: number
  readonly effective: number
  readonly reason?: string
  readonly algorithm: Algorithm
  readonly signature: string
}

/** A signed list of grants that are taken back. */
export type StatusList = {
  readonly type: 'countersign/grant-status-list/v1'
  readonly issuer: string
  readonly key: string
  readonly keyId?: string
  readonly issued: number
  /** First second at which it is stale. */
  readonly nextUpdate: number
  /** Sixteen bytes of each id, ascending, in base64url. */
  readonly revoked: string
  readonly algorithm: Algorithm
  readonly signature: string
}

export { actionFacts, chainFacts }

/** A question about a chain. */
export type ChainFact = (typeof chainFacts)[number]

/** A question about an action. */
export type ActionFact = (typeof actionFacts)[number]

/** One link of a chain as it was read. */
export type Link = Omit<Grant, 'type' | 'nonce' | 'algorithm' | 'signature' | 'keyId'> & {
  readonly id: string
}

/** What was found out about a chain: facts, not a green light. */
export type Report<F extends string = ChainFact> = {
  /** The key of the first issuer; `null` if it is not trusted. */
  readonly signer: ProvenKey | null
  /**
   * Each question and its answer, `at` a link, from 0 at the root; for `ERR_GRANT_REVOCATION`, a record. `identities`
   * says whether each DID belongs to its key. It is unchecked for most methods, where only the grantor says so.
   */
  readonly facts: Facts<F>
  /** The links, from the root on. */
  readonly links: readonly Link[]
  /** Status records that count for nothing here, by their place: revocations first, then lists. */
  readonly ignored: readonly ({ readonly record: number } & Refused)[]
  /** Uses that are to be counted. */
  readonly counted: readonly Use[]
  /** Whether parsed objects were given: duplicate members could not be seen. */
  readonly parsed: boolean
}

/** A use of a grant that says how often it may be used. */
export type Use = {
  /** Id of the grant. */
  readonly id: string
  /** How often it may be used. */
  readonly limit: number
  /** First second at which it no longer holds, if it ends. */
  readonly expires?: number
}

/** A custom constraint, for a handler of the verifier. */
export type Custom = {
  /** What the grant states. */
  readonly value: JsonValue
  /** Index of its link, from 0 at the root. */
  readonly link: number
}
