/**
 * Verifying a lineage against what the caller trusts.
 *
 * @module
 */

import * as check from '../../check.js'
import { frames, texts } from '../../document.js'
import { call } from '../../engine/slot.js'
import { CountersignError } from '../../errors.js'
import type { Code } from '../../generated/codes.js'
import { chainText, time } from '../../grant/common.js'
import type { ChainInput } from '../../grant/types.js'
import { given } from '../../grant/verify.js'
import { type Purpose, purposes, type Trust, trustText } from '../../trust.js'
import { lineageText } from './issue.js'
import {
  type Fact,
  type FactName,
  factNames,
  type Input,
  type LineageInput,
  type LineageReport,
} from './types.js'

/** How a lineage is judged. */
export type LineagePolicy = {
  /** Whose first parent is trusted; or the first issuer of `grants`. */
  readonly trust: Trust
  /** Default: the clock. */
  readonly now?: Date
  /** Allowed difference of the clocks, in seconds. Default: 60. */
  readonly skew?: number
  /** What the first parent's key must be trusted for. Default: `capabilityDelegation`. */
  readonly purpose?: Purpose
  /** Most generations, up to 16. */
  readonly maxGenerations?: number
  /** Every termination and completion that the caller knows of; an empty list says that there is none. */
  readonly ends?: readonly Input[]
  /** Other spawns that the caller knows of, to find a number or a key that was used twice. */
  readonly family?: readonly Input[]
  /** The chain of grants whose last links go along the lineage. */
  readonly grants?: ChainInput
  /** Every revocation of a grant that the caller knows of; an empty list says that there is none. */
  readonly revocations?: readonly Input[]
  /** Signed revocation lists of grants. */
  readonly lists?: readonly Input[]
}

/**
 * Verifies a lineage, and the grants along it. What is wrong is a fact; {@link requireLineage} throws.
 *
 * @example
 * ```ts
 * const report = Identity.spawn.verifyLineage(lineage, { trust: { key: parent.publicKey }, ends: [] })
 * ```
 *
 * @throws `ERR_TRUST_MALFORMED`, `ERR_POLICY_MALFORMED`; `ERR_LIMIT_EXCEEDED` over 1024 ends, 4096 relatives,
 * 256 status records.
 */
export function verifyLineage(lineage: LineageInput, policy: LineagePolicy): LineageReport {
  const text = lineageText(lineage)
  const { ends, family, grants, revocations, lists } = policy
  const [trust, options] = [trustText(policy.trust), lineageOptions(policy)]
  const [ended, known] = [frames(texts(ends, 'ends')), frames(texts(family, 'family'))]
  const chain = grants === undefined ? '' : chainText(grants).text
  const { status } = given({
    trust: policy.trust,
    ...(revocations !== undefined && { revocations }),
    ...(lists !== undefined && { lists }),
  })
  const report = call((engine) =>
    engine.spawnVerifyLineage(text, trust, options, ended, known, chain, status),
  )
  return { ...(JSON.parse(report) as Omit<LineageReport, 'parsed'>), parsed: isParsed(lineage) }
}

/**
 * Refuses a lineage unless every fact holds.
 *
 * @example
 * ```ts
 * Identity.spawn.requireLineage(Identity.spawn.verifyLineage(lineage, policy))
 * ```
 *
 * @returns The report.
 * @throws The code of the first fact that failed; else `ERR_SPAWN_UNCHECKED`.
 */
export function requireLineage(
  report: LineageReport,
  options: requireLineage.Options = {},
): LineageReport {
  const open: readonly string[] = options.mayBeUnchecked ?? ['identities', 'family', 'authority']
  requireFacts(report, factNames, open, 'ERR_SPAWN_UNCHECKED')
  return report
}

export declare namespace requireLineage {
  type Options = {
    /**
     * Facts that may stay unchecked. Default: `identities`, that a DID is that of its key; `family`, that no
     * relative contradicts; and `authority`, the grants.
     */
    readonly mayBeUnchecked?: readonly FactName[]
  }
}

/** The options as they cross. @internal */
export function lineageOptions(policy: Omit<LineagePolicy, 'trust'>): string {
  const { skew, purpose, maxGenerations } = policy
  return JSON.stringify({
    now: time(policy.now),
    ...(skew !== undefined && { skew: check.integer(skew, 'skew', 0, 86_400) }),
    ...(purpose !== undefined && { purpose: check.oneOf(purpose, 'purpose', purposes) }),
    ...(maxGenerations !== undefined && {
      maxGenerations: check.integer(maxGenerations, 'maxGenerations', 1),
    }),
    ends: policy.ends !== undefined,
    revocations: policy.revocations !== undefined,
    family: policy.family !== undefined,
  })
}

/** Whether somebody parsed it before. @internal */
export function isParsed(value: unknown): boolean {
  return typeof value !== 'string' && !ArrayBuffer.isView(value)
}

/** Throws for the first of these facts that failed, else for one that is not checked. @internal */
export function requireFacts(
  report: { readonly facts: object },
  names: readonly string[],
  open: readonly string[],
  unchecked: Code,
): void {
  const facts = check.record(report.facts, 'report.facts') as Record<string, Fact | undefined>
  const answers = names.map((name) => [name, facts[name] ?? { state: 'unchecked' }] as const)
  for (const [name, fact] of answers)
    if (fact.state === 'failed')
      throw new CountersignError(fact.code as Code, `${name}, at ${fact.at}: ${fact.why}`)
  for (const [name, fact] of answers)
    if (fact.state !== 'ok' && !open.includes(name))
      throw new CountersignError(unchecked, `${name} is not checked`)
}
