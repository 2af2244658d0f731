/**
 * The grants of AgenticIdentity, and what their verification shows.
 *
 * @module
 */

import type { JsonValue } from '../../document.js'
import type { Facts, Finding, Refused } from '../../facts.js'
import type { ProvenKey } from '../../trust.js'
import type { Input, Now } from '../common.js'

/** What the grantor says; the rest follows. Text is taken as it is, in the members of the format. */
export type Draft =
  | string
  | {
      readonly capabilities: readonly { readonly uri: string; readonly description?: string }[]
      readonly constraints: {
        /** Microseconds, as every time here. */
        readonly not_before: bigint
        readonly not_after?: bigint | null
        readonly max_uses?: bigint | null
        readonly geographic?: readonly string[] | null
        readonly ip_allowlist?: readonly string[] | null
        readonly custom?: JsonValue
      }
      readonly granted_at: bigint
      readonly delegation_allowed?: boolean
      /** The deepest link, counted from the root, which is 0. */
      readonly max_delegation_depth?: number | null
      readonly required_witnesses?: readonly string[]
    }

/** What a verifier is asked, and what it knows. */
export type Request = Now & {
  /** What is asked for. */
  readonly capability: string
  /**
   * Revocations that are known, `[]` for none. One that was signed by a key without the right to revoke revokes
   * nothing.
   */
  readonly revocations: readonly Input[]
  /** How often each grant was used, by id. A grant with a limit and no count does not hold. */
  readonly uses?: Readonly<Record<string, number>>
  /** Where the request comes from, for a grant with `geographic`. */
  readonly region?: string
  /** The address it comes from, for a grant with `ip_allowlist`. */
  readonly ip?: string
  /** Custom constraints, as they stand in grants, that the caller looked at and found to hold. */
  readonly customChecked?: readonly JsonValue[]
}

/** A revocation that revokes nothing, and why. */
export type Ignored = { readonly index: number } & Refused

/** What a grant proved. */
export type Verified = {
  /** The grant, as AgenticIdentity writes it. */
  readonly grant: string
  readonly id: string
  readonly grantor: string
  readonly grantee: string
  readonly capabilities: readonly string[]
  readonly notBefore: bigint
  /** Inclusive, as AgenticIdentity has it. */
  readonly notAfter: bigint | null
  readonly maxUses: bigint | null
  readonly grantedAt: bigint
  /** `null` where delegation is not allowed. */
  readonly maxDelegationDepth: number | null
  /** Whether the grantee has signed it too. The grant holds without that. */
  readonly acknowledgment: Finding
  readonly selfGranted: boolean
  /** The grantor's key. */
  readonly signer: ProvenKey
  readonly ignoredRevocations: readonly Ignored[]
  readonly hashInput: string
  /** Members that no signature covers; of those that the format does not know, the first 100 of each grant. */
  readonly uncovered: readonly string[]
  readonly unproven: readonly string[]
  /** Whether a parsed object was given: duplicate members could not be seen. */
  readonly parsed: boolean
}

/** Questions about a chain, for a request. */
export type ChainFact =
  | 'signatures'
  | 'anchor'
  | 'linkage'
  | 'delegation'
  | 'depth'
  | 'narrowing'
  | 'capability'
  | 'time'
  | 'uses'
  | 'constraints'
  | 'revocation'

/** What was found out about a chain for a request: facts, not a green light. */
export type Chain = {
  readonly facts: Facts<ChainFact>
  readonly length: number
  readonly ids: readonly string[]
  /** Who holds the last link. */
  readonly grantee: string | null
  /** What the last link gives. */
  readonly capabilities: readonly string[] | null
  /** The time in which every link holds. */
  readonly notBefore: bigint | null
  readonly notAfter: bigint | null
  readonly selfGranted: boolean
  /** The key of the first grantor; `null` if it is not trusted. */
  readonly signer: ProvenKey | null
  readonly ignoredRevocations: readonly Ignored[]
  readonly uncovered: readonly string[]
  readonly unproven: readonly string[]
}

/** What a revoker says. */
export type Revocation = {
  /** Id of the grant. */
  readonly trust_id: string
  readonly revoked_at: bigint
  readonly reason:
    | 'Expired'
    | 'Compromised'
    | 'PolicyViolation'
    | 'ManualRevocation'
    | 'GranteeRequest'
    | { readonly Custom: string }
}

/** What a revocation proved: who signed it. Whether the signer may revoke shows only beside the grant. */
export type VerifiedRevocation = {
  readonly revocation: string
  readonly trustId: string
  readonly revoker: string
  readonly revokedAt: bigint
  /** The tag; `Custom("expired")` is signed like `Expired`. */
  readonly reason: string
  /** The revoker's key. */
  readonly signer: ProvenKey
  readonly message: string
  readonly uncovered: readonly string[]
  readonly unproven: readonly string[]
}
