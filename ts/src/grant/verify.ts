/**
 * Verifying a grant or a chain against what the caller trusts.
 *
 * @module
 */

import * as check from '../check.js'
import { frames, type JsonValue, received, texts } from '../document.js'
import { call } from '../engine/slot.js'
import { CountersignError } from '../errors.js'
import { type Field, type Fields, members, optional, shape } from '../shape.js'
import { type Purpose, type Trust, trustText } from '../trust.js'
import { chainText, purpose, skewSeconds } from './common.js'
import { factsOf, mayBeUnchecked, requireFacts } from './facts.js'
import type { StatusStore } from './stores.js'
import {
  actionFacts,
  type ChainFact,
  type ChainInput,
  chainFacts,
  type Input,
  type Link,
  type Report,
} from './types.js'

/** How a chain is judged. */
export type Policy = {
  /**
   * Whose first issuer is trusted. A key further down needs no entry; one that has an entry holds as it is
   * listed, or not at all: the last for `capabilityInvocation`, those before for `purpose`.
   */
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

/** The fields of a {@link Policy}, each as it crosses to the engine. @internal */
export const policyFields: {
  readonly trust: Field<string>
  readonly now: Field<number | undefined>
  readonly skew: Field<number | undefined>
  readonly purpose: Field<Purpose | undefined>
  readonly maxLinks: Field<number | undefined>
  readonly revocations: Field<readonly string[] | undefined>
  readonly lists: Field<readonly string[]>
} = {
  trust: (value) => trustText(value as Trust),
  now: optional(check.seconds),
  skew: skewSeconds,
  purpose,
  maxLinks: optional((value, name) => check.integer(value, name, 1)),
  revocations: optional(texts),
  lists: texts,
} satisfies Fields<Policy>

/** A policy that was read. @internal */
export type Given = { readonly [Name in keyof Policy]-?: ReturnType<(typeof policyFields)[Name]> }

/** Where revocations are looked up. @internal */
export const statusStore: Field<StatusStore | undefined> = optional((value, name) => {
  check.callable(members(value, name, ['find']).find, `${name}.find`)
  return value as StatusStore
})

const readPolicy = shape(policyFields)
const readLookup = shape({ ...policyFields, store: statusStore } satisfies Fields<Policy & Lookup>)

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
 * Costs at most 257 signature checks: 1 for the grant, and 1 for each of 256 status records.
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
  const { trust, options, status } = crossing(readPolicy(policy))
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
 * Costs at most 272 signature checks: 1 for each of 16 links, and 1 for each of 256 status records.
 *
 * @example
 * ```ts
 * const report = Grant.verifyChain(chain, { trust: { key: human.publicKey }, revocations: [] })
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
  const { store, ...given } = readLookup(policy)
  const run = (full: Given) => {
    const { trust, options, status } = crossing(full)
    return report<ChainFact>(
      call((engine) => engine.grantVerifyChain(text, trust, options, status)),
      parsed,
    )
  }
  if (store === undefined) return run(given)
  return lookUp(text, given, store).then(run)
}

/**
 * Refuses a chain unless every fact holds.
 *
 * @example
 * ```ts
 * Grant.requireChain(Grant.verifyChain(chain, policy))
 * ```
 *
 * @returns The report.
 * @throws The code of the first fact that failed; else `ERR_GRANT_UNCHECKED`.
 */
export function requireChain<F extends string>(
  report: Report<F>,
  options: requireChain.Options<F> = {},
): Report<F> {
  const { mayBeUnchecked } = readOpen(options)
  const facts = factsOf(report)
  const asked = members(facts, 'report.facts', actionFacts)
  const names = [...chainFacts, ...actionFacts.filter((name) => asked[name] !== undefined)]
  requireFacts(facts, { names, mayBeUnchecked, unchecked: 'ERR_GRANT_UNCHECKED', place: 'link' })
  return report
}

const readOpen = shape({
  mayBeUnchecked: mayBeUnchecked(['identities']),
} satisfies Fields<requireChain.Options<string>>)

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
  const { replay: _, ...found } = JSON.parse(text) as Omit<Report<F>, 'parsed'> & {
    replay: unknown
  }
  return { ...found, parsed } as Report<F>
}

/** A policy as it crosses to the engine. @internal */
export function crossing(
  given: Given,
  more: object = {},
): { trust: string; options: string; status: Uint8Array } {
  const { trust, revocations, lists, ...rest } = given
  // A store took its time: the clock is read when its answer is there.
  const now = given.now ?? check.secondsOrNow(undefined, 'now')
  const options = { ...rest, now, complete: revocations !== undefined, ...more }
  const status = frames([...(revocations ?? []), ...lists])
  return { trust, options: JSON.stringify(options), status }
}

/** The policy with what a store knows of the links. @internal */
export async function lookUp<P extends Given>(
  chain: string,
  policy: P,
  store: StatusStore,
): Promise<P> {
  const ids = describe(chain).map(({ id }) => id)
  try {
    const found = texts(await store.find(ids), 'what the store found')
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
