/**
 * Signs attempts, what others say about them, and claims about them.
 *
 * @module
 */

import * as check from '../../check.js'
import { print, receive } from '../../document.js'
import { call } from '../../engine/slot.js'
import { milliseconds } from '../../receipt/common.js'
import { type Action, issue, nameActor, type Place } from '../../receipt/issue.js'
import type { Expectation, Input, Receipt } from '../../receipt/types.js'
import { verify as verifyReceipt } from '../../receipt/verify.js'
import { anything, type Fields, optional, shape } from '../../shape.js'
import { keyIdOfSigner } from '../../signing/named.js'
import { checkSigner, type Signed, type Signer } from '../../signing.js'
import { prepareTrust, type Trust, type TrustInput } from '../../trust.js'
import type { Attempt, Claim, Outcome } from './types.js'

/**
 * Signs what was tried and how it went: a receipt in the agent's chain. At once for a local signer.
 *
 * @example
 * ```ts
 * const done = { domain: 'deploy:web/staging', outcome: 'success', work } as const
 * const receipt = Identity.competence.attempt(done, signer, { previous })
 * ```
 *
 * @throws `ERR_COMPETENCE_MALFORMED`, `ERR_CAPABILITY_MALFORMED`; else as `Receipt.issue`.
 */
export function attempt<S extends Signer>(
  what: Attempt,
  signer: S,
  options: attempt.Options = {},
): Signed<S, Receipt> {
  const members = print(check.record(what, 'what'), 'what')
  const content = call((engine) => engine.competenceContent('attempt', members))
  const { references, context, grant, ...place } = readAttemptPlace(options)
  const action = { action: 'countersign/attempt', content: JSON.parse(content) }
  const more = Object.entries({ references, context, grant }).filter(
    ([, value]) => value !== undefined,
  )
  return issue({ ...action, ...Object.fromEntries(more) }, signer, place as Place)
}

export declare namespace attempt {
  /** Where an attempt stands, and what it points to. */
  type Options = Place & Pick<Action, 'references' | 'context' | 'grant'>
}

/** Where a receipt stands; what it must be is for `Receipt.issue` to say. */
const placeFields = { actor: anything, keyId: anything, previous: anything, now: anything } as const

const readAttemptPlace = shape({
  ...placeFields,
  references: anything,
  context: anything,
  grant: anything,
} satisfies Fields<attempt.Options>)

/**
 * Verifies an attempt and signs how it went, as another party than the agent. The receipt stands in the
 * validator's own chain.
 *
 * Costs at most 80 signature checks: 16 for the receipt and 1 for each of its first 64 witnesses.
 *
 * @example
 * ```ts
 * const judged = Identity.competence.validate(receipt, reviewer, trust, { outcome: 'success' })
 * ```
 *
 * @param trust - Whom to trust for the attempt, as of `Receipt.verify`.
 * @throws `ERR_COMPETENCE_SELF` for the agent itself; `ERR_COMPETENCE_MALFORMED`; as `Receipt.verify`
 * and `Receipt.issue`.
 */
export function validate<S extends Signer>(
  receipt: Input,
  signer: S,
  trust: Trust | TrustInput,
  options: validate.Options,
): Signed<S, Receipt> {
  const { text } = receive(receipt, 'receipt')
  const { publicKey } = checkSigner(signer)
  const trusted = prepareTrust(trust)
  const { outcome, score, skew, ...read } = readValidate(options)
  const place = read as Place
  const { now } = place
  verifyReceipt(text, trusted, {
    ...(skew !== undefined && { skew: skew as number }),
    ...(now !== undefined && { now }),
  })
  const [validator] = nameActor(
    place.actor,
    place.keyId,
    () => keyIdOfSigner(signer, publicKey),
    'actor',
  )
  const members = print({ outcome, score }, 'options')
  const content = call((engine) => engine.competenceValidation(text, validator, members))
  const action = { action: 'countersign/attempt-validation', content: JSON.parse(content) }
  return issue(action, signer, place)
}

const readValidate = shape({
  ...placeFields,
  outcome: anything,
  score: anything,
  skew: anything,
} satisfies Fields<validate.Options>)

export declare namespace validate {
  /** How it went, and the validator's place. */
  type Options = Outcome & Place & Pick<Expectation, 'skew'>
}

/**
 * Signs a claim about the attempts before it, in the agent's chain. A verifier who asks about this domain and window
 * refuses a claim that says too much.
 *
 * @throws `ERR_COMPETENCE_MALFORMED`, `ERR_CAPABILITY_MALFORMED`; else as `Receipt.issue`.
 */
export function claim<S extends Signer>(
  what: Claim,
  signer: S,
  options: claim.Options = {},
): Signed<S, Receipt> {
  const members = print(readClaim(check.record(what, 'what'), 'what'), 'what')
  const content = call((engine) => engine.competenceContent('claim', members))
  const action = { action: 'countersign/competence-claim', content: JSON.parse(content) }
  return issue(action, signer, options)
}

export declare namespace claim {
  type Options = Place
}

const readClaim = shape({
  domain: anything,
  from: optional(milliseconds),
  until: optional(milliseconds),
  attempts: anything,
  rate: anything,
  validated: anything,
  validatedRate: anything,
} satisfies Fields<Claim>)
