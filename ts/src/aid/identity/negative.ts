/**
 * Negative proofs and declarations of AgenticIdentity.
 *
 * @module
 */

import * as check from '../../check.js'
import { print } from '../../document.js'
import { call } from '../../engine/slot.js'
import { type Fields, shape, withDefault } from '../../shape.js'
import {
  aidHandle,
  type Input,
  maybeDocuments,
  type Now,
  nowFields,
  prepareAidTrust,
  type TrustSource,
  verifyAlone,
  type WitnessFact,
} from '../common.js'
import type { VerifiedRecord } from './continuity.js'

/** Why an identity cannot do something. */
export type NegativeReason =
  | 'NotInCeiling'
  | 'NotInLineage'
  | 'CapabilityNonexistent'
  | { readonly SpawnExclusion: { readonly spawn_id: string } }
  | { readonly VoluntaryDeclaration: { readonly declaration_id: string } }

/** What a negative proof proved: its maker's word, with evidence that nothing signs. */
export type VerifiedNegative = VerifiedRecord & {
  readonly capability: string
  readonly reason: NegativeReason
}

/**
 * Verifies a negative proof.
 *
 * Costs at most 1 signature check.
 *
 * @throws `ERR_AID_EVIDENCE` where the evidence does not support it; `ERR_AID_CAPABILITY`,
 * `ERR_AID_NOT_YET`, `ERR_AID_EXPIRED`; as `verifyRecord`.
 */
export function verifyNegative(
  proof: Input,
  trust: TrustSource,
  options: verifyNegative.Options = {},
): VerifiedNegative {
  return verifyAlone(proof, 'proof', trust, options, (engine, ...asked) =>
    engine.identityAidNegativeVerify(...asked),
  )
}

export declare namespace verifyNegative {
  type Options = Now
}

/** What a declaration proved. */
export type VerifiedDeclaration = VerifiedRecord & {
  readonly capabilities: readonly string[]
  /** Nothing enforces it. */
  readonly permanent: boolean
  readonly witnesses: readonly WitnessFact[]
  /** How many more there are than the 64 that were looked at. */
  readonly omittedWitnesses: number
}

/**
 * Verifies a declaration. Throws `ERR_AID_CAPABILITY` for one with a comma; as `verifyRecord`.
 *
 * Costs at most 65 signature checks: 1 for the declaration, and 1 for each of its first 64 witnesses.
 */
export function verifyDeclaration(
  declaration: Input,
  trust: TrustSource,
  options: verifyDeclaration.Options = {},
): VerifiedDeclaration {
  return verifyAlone(declaration, 'declaration', trust, options, (engine, ...asked) =>
    engine.identityAidDeclarationVerify(...asked),
  )
}

export declare namespace verifyDeclaration {
  type Options = Now
}

/**
 * Why an identity can do nothing that `capability` stands for, as far as the caller's evidence shows; `null` where the
 * evidence does not show it. `capability` may be a pattern. What a spawn left out counts only with the parent's
 * receipt: no signature of a record covers it.
 *
 * Costs at most 65 signature checks a receipt, 2 a record and 1 a declaration.
 *
 * @example
 * ```ts
 * const reason = Aid.Identity.findReason({ ceiling: ['read:*'] }, trust, { identity, capability: 'write:calendar' })
 * ```
 *
 * @param trust - The keys of parents, and of those who declared.
 * @throws `ERR_AID_CAPABILITY`, also for a ceiling that is not well-formed; the codes of records, receipts
 * and declarations that do not hold, or are of strangers.
 */
export function findReason(
  evidence: Evidence,
  trust: TrustSource,
  options: findReason.Options,
): NegativeReason | null {
  const read = readEvidence(check.record(evidence, 'evidence'), 'evidence')
  const { ceiling: most, records: spawns, receipts: proofs, declarations: words } = read
  const trusted = prepareAidTrust(trust)
  const { identity: who, capability: what, now } = readOptions(options)
  return JSON.parse(
    call((engine) =>
      engine.identityAidNegativeReason(
        who,
        what,
        most,
        spawns,
        proofs,
        words,
        ...aidHandle(trusted),
        now,
      ),
    ),
  ) as NegativeReason | null
}

const readEvidence = shape({
  ceiling: withDefault(print, 'null'),
  records: maybeDocuments,
  receipts: maybeDocuments,
  declarations: maybeDocuments,
} satisfies Fields<Evidence>)

const readOptions = shape({
  ...nowFields,
  identity: check.text,
  capability: check.text,
} satisfies Fields<findReason.Options>)

/** What the caller has about an identity. */
export type Evidence = {
  /** What it may do at most. `[]` is nothing; `null`, the default, is not known. */
  readonly ceiling?: readonly string[] | null
  /** Records of spawns. */
  readonly records?: readonly Input[]
  /** The parents' receipts of them. */
  readonly receipts?: readonly Input[]
  readonly declarations?: readonly Input[]
}

export declare namespace findReason {
  type Options = Now & {
    readonly identity: string
    /** A capability, or a pattern of them. */
    readonly capability: string
  }
}
