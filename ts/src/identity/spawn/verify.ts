/**
 * Verifying a lineage against what the caller trusts.
 *
 * @module
 */

import * as check from '../../check.js'
import { texts } from '../../document.js'
import { call } from '../../engine/slot.js'
import { writeFrames } from '../../frames.js'
import { chainText, purpose } from '../../grant/common.js'
import type { ChainInput } from '../../grant/types.js'
import { type Field, type Fields, optional, printOptions, shape } from '../../shape.js'
import { skew } from '../../skew.js'
import {
  type Purpose,
  prepareTrust,
  type Trust,
  type TrustInput,
  trustHandle,
} from '../../trust.js'
import { lineageText } from './issue.js'
import type { Input, LineageInput, LineageReport } from './types.js'

type Bounds = {
  readonly now: number
  readonly skew: number
  readonly purpose: Purpose | undefined
  readonly maxGenerations?: number | undefined
}

type Lists = { readonly [Name in 'ends' | 'family' | 'revocations']: readonly string[] | undefined }

/** What bounds each kind of verification along a lineage. @internal */
export const boundFields: {
  readonly now: Field<number>
  readonly skew: Field<number>
  readonly purpose: Field<Purpose | undefined>
} = {
  now: check.secondsOrNow,
  skew,
  purpose,
}

const readPolicy = shape({
  ...boundFields,
  maxGenerations: optional(check.safeInteger),
  ends: optional(texts),
  family: optional(texts),
  grants: optional((value) => chainText(value).text),
  revocations: optional(texts),
  lists: optional(texts),
} satisfies Fields<verifyLineage.Options>)

/**
 * Verifies a lineage, and the grants along it. What is wrong is a fact; `requireFacts` throws.
 *
 * Costs at most 5424 signature checks: 2 for each of 16 generations, 1 for each of 1024 ends, 4096 relatives and 256
 * status records, and 1 for each of 16 grants. A record that does not touch the lineage costs none.
 *
 * @example
 * ```ts
 * const report = Identity.spawn.verifyLineage(lineage, { key: parent.publicKey }, { ends: [] })
 * ```
 *
 * @param trust - Whose first parent is trusted; or the first issuer of `grants`. A key further down needs no entry. If
 * it has one, it must hold as the entry says: the last key for `capabilityInvocation`, those before it for `purpose`.
 * @throws `ERR_TRUST_MALFORMED`, `ERR_POLICY_MALFORMED`; `ERR_LIMIT_EXCEEDED` over 1024 ends, 4096 relatives,
 * 256 status records.
 */
export function verifyLineage(
  lineage: LineageInput,
  trust: Trust | TrustInput,
  options: verifyLineage.Options = {},
): LineageReport {
  const text = lineageText(lineage)
  const trusted = prepareTrust(trust)
  const read = readPolicy(options)
  const { grants, revocations, lists } = read
  const status = writeFrames([...(revocations ?? []), ...(lists ?? [])], 'revocations')
  const ended = writeFrames(read.ends ?? [], 'ends')
  const known = writeFrames(read.family ?? [], 'family')
  const passed = lineageOptions(read)
  const report = call((engine) =>
    engine.spawnVerifyLineage(
      text,
      trustHandle(trusted),
      passed,
      ended,
      known,
      grants ?? '',
      status,
    ),
  )
  return { ...(JSON.parse(report) as Omit<LineageReport, 'parsed'>), parsed: isParsed(lineage) }
}

export declare namespace verifyLineage {
  /** How a lineage is judged. */
  type Options = {
    /** Default: the clock. */
    readonly now?: Date
    /** Allowed difference of the clocks, in seconds, at most a day. Default: 60. */
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
}

/** The options as they cross. @internal */
export function lineageOptions(policy: Bounds & Partial<Lists>): string {
  const { now, skew, purpose, maxGenerations, ends, revocations, family } = policy
  return printOptions({
    now,
    skew,
    purpose,
    maxGenerations,
    ends: ends !== undefined,
    revocations: revocations !== undefined,
    family: family !== undefined,
  })
}

/** Whether somebody parsed it before. @internal */
export function isParsed(value: unknown): boolean {
  return typeof value !== 'string' && !ArrayBuffer.isView(value)
}
