/**
 * Attempts of AgenticIdentity, what they add up to, and proofs of competence.
 *
 * @module
 */

import { print, receive } from '../../document.js'
import { call } from '../../engine/slot.js'
import type { Finding } from '../../facts.js'
import { anything, type Fields, shape } from '../../shape.js'
import type { ProvenKey } from '../../trust.js'
import {
  aidHandle,
  documents,
  type Input,
  type Now,
  nowFields,
  prepareAidTrust,
  resultOf,
  type TrustSource,
  verifyAlone,
} from '../common.js'
import type { VerifiedRecord } from './continuity.js'

/** What is asked of a competence. */
export type Requirement = {
  readonly min_attempts?: number
  readonly min_success_rate?: number
  readonly min_streak?: number | null
  readonly max_age_seconds?: number | null
}

/** What an attempt proved. */
export type VerifiedAttempt = VerifiedRecord & {
  /** Whether somebody else has confirmed it. An identity that validates itself is `ERR_COMPETENCE_SELF`. */
  readonly validation: Finding<
    { readonly signer: ProvenKey },
    {
      /** Who is said to have done so. */
      readonly validator?: string
      /** What is signed. */
      readonly message?: string
    }
  >
}

/**
 * Verifies an attempt. Throws as `verifyRecord`.
 *
 * Costs at most 2 signature checks: of the identity, and of the validator.
 */
export function verifyAttempt(
  attempt: Input,
  trust: TrustSource,
  options: verifyAttempt.Options = {},
): VerifiedAttempt {
  return verifyAlone(attempt, 'attempt', trust, options, (engine, ...asked) =>
    engine.identityAidAttemptVerify(...asked),
  )
}

export declare namespace verifyAttempt {
  type Options = Now
}

/** What attempts add up to, in AgenticIdentity's 32-bit floats. */
export type CompetenceTotals = {
  readonly identity: string | null
  readonly domain: string | null
  readonly totals: {
    readonly total: number
    readonly successes: number
    readonly failures: number
    readonly partial_sum: number
    readonly partial_count: number
    readonly success_rate: number
    readonly streak_current: number
    readonly streak_best: number
  }
  /** As it is hashed. */
  readonly rate: string
  readonly meets: { readonly attempts: boolean; readonly rate: boolean; readonly streak: boolean }
  readonly unproven: readonly string[]
}

/**
 * Adds up attempts of one identity in one domain, oldest first, and says which parts of a requirement they meet. Every
 * attempt must hold. The streak is the longest one. Nobody can see failures that were left out.
 *
 * Costs at most 1 signature check an attempt.
 *
 * @throws `ERR_AID_LINK` for one that comes twice or is of another identity or domain; `ERR_AID_TIME`;
 * as {@link verifyAttempt}.
 */
export function checkCompetence(
  attempts: readonly Input[],
  trust: TrustSource,
  options: checkCompetence.Options = {},
): CompetenceTotals {
  const [list, trusted] = [documents(attempts, 'attempts'), prepareAidTrust(trust)]
  const { now, requirement: asked } = readAsked(options)
  return resultOf(
    call((engine) => engine.identityAidCompetenceCheck(list, asked, ...aidHandle(trusted), now)),
  )
}

/** What a proof of competence proved: its maker's word. */
export type VerifiedCompetence = VerifiedRecord & {
  readonly domain: string
  readonly attempts: bigint
  /** As it is hashed. */
  readonly rate: string
  readonly validUntil: bigint | null
}

/**
 * Verifies a proof of competence: that it holds, that it meets its own claim, and that it meets what the caller asks.
 * No proof meets a `min_streak`, because no signature covers its streak; {@link checkCompetence} finds the streak from
 * the attempts.
 *
 * Costs at most 1 signature check.
 *
 * @throws `ERR_AID_COMPETENCE`, `ERR_AID_NOT_YET`, `ERR_AID_EXPIRED`; as `verifyRecord`.
 */
export function verifyCompetence(
  proof: Input,
  trust: TrustSource,
  options: verifyCompetence.Options = {},
): VerifiedCompetence {
  const { text } = receive(proof, 'proof')
  const trusted = prepareAidTrust(trust)
  const { now, requirement: asked } = readAsked(options)
  return resultOf(
    call((engine) =>
      engine.identityAidCompetenceVerifyProof(text, asked, ...aidHandle(trusted), now),
    ),
  )
}

const readRequirement = shape({
  min_attempts: anything,
  min_success_rate: anything,
  min_streak: anything,
  max_age_seconds: anything,
} satisfies Fields<Requirement>)

const readAsked = shape({
  ...nowFields,
  requirement: (value, name) => print(readRequirement(value, name), name),
} satisfies Fields<checkCompetence.Options>)

export declare namespace checkCompetence {
  type Options = Now & {
    /** What the attempts must meet. */
    readonly requirement?: Requirement
  }
}

export declare namespace verifyCompetence {
  type Options = Now & {
    /** What the proof must meet. */
    readonly requirement?: Omit<Requirement, 'min_streak'>
  }
}
