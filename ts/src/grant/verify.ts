/**
 * Verifying a grant or a chain against what the caller trusts.
 *
 * @module
 */

import * as check from '../check.js'
import { frames, type JsonValue, received, texts } from '../document.js'
import { call } from '../engine/slot.js'
import { CountersignError } from '../errors.js'
import type { Code } from '../generated/codes.js'
import { type Purpose, purposes, type Trust, trustText } from '../trust.js'
import { chainText, time } from './common.js'
import type { StatusStore } from './stores.js'
import {
  actionFacts,
  type ChainFact,
  type ChainInput,
  chainFacts,
  type Fact,
  type Input,
  type Link,
  type Report,
} from './types.js'

/** How a chain is judged. */
export type Policy = {
  /** Whose first issuer is trusted. */
  readonly trust: Trust
  /** Default: the clock. */
  readonly now?: Date
  /** Allowed difference of the clocks, in seconds. Default: 60. */
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

/** Where revocations are looked up. */
export type Lookup = {
  /** Asked for every link. */
  readonly store: StatusStore
}

/** One grant that holds, and what is not known of it. */
export type Verified = Link & {
  /** `self-asserted` if its issuer's key was taken from the grant itself. */
  readonly trust: 'trusted' | 'self-asserted'
  /** Of `identities` and `revocation`, those that nobody could check with what was given. */
  readonly unchecked: readonly ChainFact[]
  /** Status records that count for nothing here, by their place: revocations first, then lists. */
  readonly ignored: Report['ignored']
  /** Whether a parsed object was given: duplicate members could not be seen. */
  readonly parsed: boolean
}

/**
 * Verifies one grant, which must be a root.
 *
 * @example
 * ```ts
 * const { subject, unchecked } = Grant.verify(text, { trust: { key: human.publicKey } })
 * if (unchecked.includes('revocation')) console.warn(`${subject} may be shut out by now`)
 * ```
 *
 * @returns What it proves. `unchecked` names `revocation` unless the policy says what is known of that.
 * @throws The code of the first fact that fails, as in {@link verifyChain}.
 */
export function verify(grant: Input, policy: Policy): Verified {
  const { text, parsed } = received(grant, 'grant')
  const { trust, options, status } = given(policy)
  const found = report<ChainFact>(
    call((engine) => engine.grantVerify(text, trust, options, status)),
    parsed,
  )
  return {
    ...(found.links[0] as Link),
    trust: found.trust as Verified['trust'],
    unchecked: chainFacts.filter((name) => found.facts[name].state === 'unchecked'),
    ignored: found.ignored,
    parsed,
  }
}

/**
 * Verifies a chain. What is wrong with it is a fact, not an error; {@link requireChain} throws.
 *
 * With a {@link StatusStore} a promise is given.
 *
 * @example
 * ```ts
 * const report = Grant.verifyChain(text, { trust: { key: human.publicKey }, revocations: [] })
 * ```
 *
 * @throws `ERR_TRUST_MALFORMED`, `ERR_POLICY_MALFORMED`, `ERR_LIMIT_EXCEEDED` over 256 status records;
 * `ERR_GRANT_STATUS_MISSING` if the store fails.
 */
export function verifyChain(chain: ChainInput, policy: Policy & Lookup): Promise<Report>
export function verifyChain(chain: ChainInput, policy: Policy): Report
export function verifyChain(
  chain: ChainInput,
  policy: Policy & Partial<Lookup>,
): Report | Promise<Report> {
  const { text, parsed } = chainText(chain)
  const run = (full: Policy) => {
    const { trust, options, status } = given(full)
    return report(
      call((engine) => engine.grantVerifyChain(text, trust, options, status)),
      parsed,
    )
  }
  if (policy.store === undefined) return run(policy)
  return lookUp(text, policy, policy.store).then(run)
}

/**
 * Refuses a chain unless every fact holds.
 *
 * @example
 * ```ts
 * Grant.requireChain(Grant.verifyChain(text, policy))
 * ```
 *
 * @returns The report.
 * @throws The code of the first fact that failed; else `ERR_GRANT_UNCHECKED`.
 */
export function requireChain<F extends string>(
  report: Report<F>,
  options: requireChain.Options<F> = {},
): Report<F> {
  const open: readonly string[] = options.mayBeUnchecked ?? ['identities']
  const facts = check.record(report.facts, 'report.facts') as Record<string, Fact | undefined>
  const names = [...chainFacts, ...actionFacts.filter((one) => one in facts)]
  const answers = names.map((name) => [name, facts[name] ?? { state: 'unchecked' }] as const)
  for (const [name, fact] of answers)
    if (fact.state === 'failed')
      throw new CountersignError(fact.code as Code, `${name}, link ${fact.at}: ${fact.why}`)
  for (const [name, fact] of answers)
    if (fact.state !== 'ok' && !open.includes(name))
      throw new CountersignError('ERR_GRANT_UNCHECKED', `${name} is not checked`)
  return report
}

export declare namespace requireChain {
  type Options<F extends string> = {
    /**
     * Facts that may stay unchecked. Default: `identities`, that a subject's DID is that of its key,
     * which for most methods is the word of whoever granted.
     */
    readonly mayBeUnchecked?: readonly F[]
  }
}

/** A report of the engine. @internal */
export function report<F extends string>(text: string, parsed: boolean): Report<F> {
  return { ...(JSON.parse(text) as Omit<Report<F>, 'parsed'>), parsed }
}

/** A policy as it crosses to the engine. @internal */
export function given(
  policy: Policy,
  more: object = {},
): { trust: string; options: string; status: Uint8Array } {
  const { skew, purpose, maxLinks, revocations, lists } = policy
  const options = {
    now: time(policy.now),
    ...(skew !== undefined && { skew: check.integer(skew, 'skew', 0, 86_400) }),
    ...(purpose !== undefined && { purpose: check.oneOf(purpose, 'purpose', purposes) }),
    ...(maxLinks !== undefined && { maxLinks: check.integer(maxLinks, 'maxLinks', 1) }),
    complete: revocations !== undefined,
    ...more,
  }
  const records = [...texts(revocations, 'revocations'), ...texts(lists, 'lists')]
  return {
    trust: trustText(policy.trust),
    options: JSON.stringify(options),
    status: frames(records),
  }
}

/** The policy with what a store knows of the links. @internal */
export async function lookUp<P extends Policy>(
  chain: string,
  policy: P,
  store: StatusStore,
): Promise<P> {
  const ids = describe(chain).map(({ id }) => id)
  try {
    const found = check.list(await store.find(ids), 'what the store found') as readonly Input[]
    return { ...policy, revocations: [...(policy.revocations ?? []), ...found] }
  } catch (cause) {
    const message = 'the status store failed'
    throw new CountersignError('ERR_GRANT_STATUS_MISSING', message, { cause })
  }
}

/** The ids and custom constraints of a chain; nothing of one that cannot be read. @internal */
export function describe(
  chain: string,
): readonly { id: string; custom: Record<string, JsonValue> }[] {
  try {
    return JSON.parse(call((engine) => engine.grantDescribe(chain)))
  } catch (error) {
    // What cannot be read is a fact of the report; a fault of the engine is not.
    if (error instanceof CountersignError && !engineFaults.includes(error.code)) return []
    throw error
  }
}

const engineFaults: readonly string[] = [
  'ERR_ENGINE_LOST',
  'ERR_INTERNAL',
  'ERR_NATIVE_MISSING',
  'ERR_NOT_READY',
]
