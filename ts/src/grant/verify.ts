/**
 * Verifying a grant or a chain against what the caller trusts.
 *
 * @module
 */

import * as check from '../check.js'
import { type Received, receive, texts } from '../document.js'
import { call } from '../engine/slot.js'
import { writeFrames } from '../frames.js'
import { type Field, type Fields, optional, printOptions, type Read, shape } from '../shape.js'
import { skew } from '../skew.js'
import {
  type ProvenKey,
  type Purpose,
  prepareTrust,
  type Trust,
  type TrustInput,
  trustHandle,
} from '../trust.js'
import { chainText, purpose } from './common.js'
import {
  type ChainFact,
  type ChainInput,
  chainFacts,
  type Input,
  type Link,
  type Report,
} from './types.js'

/** How a chain is judged. */
export type Policy = {
  /** Default: the clock. */
  readonly now?: Date
  /** Allowed difference of the clocks, in seconds, at most a day. Default: 60. */
  readonly skew?: number
  /** What the first issuer's key must be trusted for. Default: `capabilityDelegation`. */
  readonly purpose?: Purpose
  /** Most links, up to 16. */
  readonly maxLinks?: number
  /** Every revocation that the caller knows of; an empty list says that there is none. */
  readonly revocations?: readonly Input[]
  /** Signed revocation lists. Without `revocations`, a fresh one of the issuer of every link. */
  readonly lists?: readonly Input[]
}

/** The fields of a {@link Policy}, each as it crosses to the engine. @internal */
export const policyFields: {
  readonly now: Field<number | undefined>
  readonly skew: Field<number>
  readonly purpose: Field<Purpose | undefined>
  readonly maxLinks: Field<number | undefined>
  readonly revocations: Field<readonly string[] | undefined>
  readonly lists: Field<readonly string[]>
} = {
  now: optional(check.seconds),
  skew,
  purpose,
  maxLinks: optional(check.safeInteger),
  revocations: optional(texts),
  lists: texts,
} satisfies Fields<Policy>

/** A policy that was read. @internal */
export type Settings = Read<typeof policyFields>

const readPolicy = shape(policyFields)

/** One grant that holds, and what is not known of it. */
export type Verified = Link & {
  /** The issuer's key; `self-asserted` if it was taken from the grant itself. */
  readonly signer: ProvenKey
  /** Which of `identities` and `revocation` could not be checked with what was given. */
  readonly unchecked: readonly ChainFact[]
  /** Status records that count for nothing here, by their place: revocations first, then lists. */
  readonly ignored: Report['ignored']
  /** Whether a parsed object was given: duplicate members could not be seen. */
  readonly parsed: boolean
}

/**
 * Verifies one grant, which must be a root.
 *
 * Costs at most 257 signature checks: 1 for the grant, and 1 for each of 256 status records.
 *
 * @example
 * ```ts
 * const { subject, unchecked } = Grant.verify(text, { key: human.publicKey })
 * if (unchecked.includes('revocation')) console.warn(`${subject} may be shut out by now`)
 * ```
 *
 * @param trust - As in {@link verifyChain}.
 * @returns What it proves. `unchecked` names `revocation` unless `options` say what is known of that.
 * @throws The code of the first fact that fails, as in {@link verifyChain}.
 */
export function verify(
  grant: Input,
  trust: Trust | TrustInput,
  options: verify.Options = {},
): Verified {
  const { text, parsed } = receive(grant, 'grant')
  const trusted = prepareTrust(trust)
  const { options: passed, status } = splitPolicy(readPolicy(options))
  const found = report<ChainFact>(
    call((engine) => engine.grantVerify(text, trustHandle(trusted), passed, status)),
    parsed,
  )
  return {
    ...(found.links[0] as Link),
    signer: found.signer as ProvenKey,
    unchecked: chainFacts.filter((name) => found.facts[name].state === 'unchecked'),
    ignored: found.ignored,
    parsed,
  }
}

export declare namespace verify {
  type Options = Policy
}

/**
 * Verifies a chain. What is wrong with it is a fact, not an error; `requireFacts` throws.
 *
 * No store is asked: `options` say what is known of revocations, or {@link verifyChainWithStatus} asks one.
 *
 * Costs at most 272 signature checks: 1 for each of 16 links, and 1 for each of 256 status records.
 *
 * @example
 * ```ts
 * const report = Grant.verifyChain(chain, { key: human.publicKey }, { revocations: [] })
 * ```
 *
 * @param trust - Whose first issuer is trusted. A key further down needs no entry. If it has one, it must hold as the
 * entry says: the last key for `capabilityInvocation`, those before it for `purpose`.
 * @throws `ERR_TRUST_MALFORMED`, `ERR_POLICY_MALFORMED`, `ERR_LIMIT_EXCEEDED` over 256 status records.
 */
export function verifyChain(
  chain: ChainInput,
  trust: Trust | TrustInput,
  options: verifyChain.Options = {},
): Report {
  const shown = chainText(chain)
  const trusted = prepareTrust(trust)
  return judgeChain(shown, trusted, readPolicy(options))
}

export declare namespace verifyChain {
  type Options = Policy
}

/** What the engine says of a chain. @internal */
export function judgeChain({ text, parsed }: Received, trusted: Trust, policy: Settings): Report {
  const { options, status } = splitPolicy(policy)
  return report<ChainFact>(
    call((engine) => engine.grantVerifyChain(text, trustHandle(trusted), options, status)),
    parsed,
  )
}

/** A report of the engine. @internal */
export function report<F extends string>(text: string, parsed: boolean): Report<F> {
  const { replay: _, ...found } = JSON.parse(text) as Omit<Report<F>, 'parsed'> & {
    replay: unknown
  }
  return { ...found, parsed } as Report<F>
}

/** A policy as it crosses to the engine. @internal */
export function splitPolicy(
  policy: Settings,
  more: object = {},
): { options: string; status: Uint8Array } {
  const { revocations, lists, ...rest } = policy
  // A store took its time: the clock is read when its answer is there.
  const now = policy.now ?? check.secondsOrNow(undefined, 'now')
  const options = { ...rest, now, complete: revocations !== undefined, ...more }
  const status = writeFrames([...(revocations ?? []), ...lists], 'revocations')
  return { options: printOptions(options), status }
}
