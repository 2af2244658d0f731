/**
 * Experiences, anchors, heartbeats and claims of AgenticIdentity.
 *
 * @module
 */

import * as check from '../../check.js'
import { receive } from '../../document.js'
import { call } from '../../engine/slot.js'
import type { Facts } from '../../facts.js'
import { type Fields, shape, withDefault } from '../../shape.js'
import type { ProvenKey } from '../../trust.js'
import {
  aidHandle,
  documents,
  type Input,
  maybeDocuments,
  type Now,
  nowFields,
  prepareAidTrust,
  resultOf,
  type TrustSource,
  type WitnessFact,
} from '../common.js'

/** A record by itself. */
export type RecordKind = 'experience' | 'anchor' | 'heartbeat' | 'claim'

/** What a record proved. */
export type VerifiedRecord = {
  /** The record, as AgenticIdentity writes it. */
  readonly record: string
  readonly id: string
  readonly identity: string
  /** What the id is a hash of; `null` for a claim, whose id holds a time that is not in it. */
  readonly idInput: string | null
  readonly hashInput: string | null
  /** What is signed. */
  readonly message: string
  /** The key of the identity: always one of the trust input, as a record carries none. */
  readonly signer: ProvenKey
  /** Of an anchor. */
  readonly witnesses?: readonly WitnessFact[]
  readonly uncovered: readonly string[]
  readonly unproven: readonly string[]
}

/**
 * Verifies one record with the key of its identity.
 *
 * Costs at most 2 signature checks: of the record, and of the witness of an anchor.
 *
 * @throws `ERR_AID_UNTRUSTED` without that key; `ERR_AID_HASH`, `ERR_AID_ID`, `ERR_AID_SIGNATURE`,
 * `ERR_AID_AMBIGUOUS`, `ERR_AID_MALFORMED`; an `ERR_JSON_` code.
 */
export function verifyRecord(
  record: Input,
  trust: TrustSource,
  options: verifyRecord.Options,
): VerifiedRecord {
  const { text } = receive(record, 'record')
  const trusted = prepareAidTrust(trust)
  const { kind, now } = readRecord(options)
  return resultOf(
    call((engine) => engine.identityAidContinuityVerify(kind, text, ...aidHandle(trusted), now)),
  )
}

const readRecord = shape({
  ...nowFields,
  kind: check.text,
} satisfies Fields<verifyRecord.Options>)

export declare namespace verifyRecord {
  type Options = Now & { readonly kind: RecordKind }
}

/** Time without an event, or a broken link, in AgenticIdentity's words. */
export type Gap = {
  readonly start: bigint
  readonly end: bigint
  readonly gap_type: 'Temporal' | 'Sequence' | 'Hash'
  readonly severity: 'Minor' | 'Moderate' | 'Major' | 'Critical'
  readonly impact: string
}

/** What was found out about a chain of experiences: facts, not a green light. */
export type Continuity = {
  /**
   * Each question and its answer. `anchors`: each is of an event of the chain. `claim`: range, count and longest gap
   * are those of the events. They are there if anchors and a claim were given.
   */
  readonly facts: Facts<'signatures' | 'linkage' | 'time', 'anchors' | 'claim'>
  readonly length: number
  readonly gaps: readonly Gap[]
  readonly maxGapSeconds: bigint
  /** `uncertain` where a fact failed, or there is no event. */
  readonly continuity: 'continuous' | 'discontinuous' | 'uncertain'
  /** Whether it begins with the first event. */
  readonly complete: boolean
  readonly uncovered: readonly string[]
  readonly unproven: readonly string[]
}

/**
 * The facts about a chain of experiences, oldest first.
 *
 * Costs at most 1 signature check, 1 an event and 1 an anchor: the first is for the claim.
 *
 * @throws `ERR_AID_MALFORMED` for a record that cannot be read; `ERR_LIMIT_EXCEEDED`.
 */
export function verifyContinuity(
  events: readonly Input[],
  trust: TrustSource,
  options: verifyContinuity.Options = {},
): Continuity {
  const [list, trusted] = [documents(events, 'events'), prepareAidTrust(trust)]
  const { now, anchors: marks, claim: wanted, graceSeconds: grace } = readOptions(options)
  return resultOf(
    call((engine) =>
      engine.identityAidContinuityVerifyChain(
        list,
        marks,
        wanted,
        grace,
        ...aidHandle(trusted),
        now,
      ),
    ),
  )
}

const readOptions = shape({
  ...nowFields,
  anchors: maybeDocuments,
  claim: (value, name) => (value === undefined ? '' : receive(value, name).text),
  graceSeconds: withDefault((value, name) => String(check.integer(value, name)), '0'),
} satisfies Fields<verifyContinuity.Options>)

export declare namespace verifyContinuity {
  type Options = Now & {
    readonly anchors?: readonly Input[]
    readonly claim?: Input
    /** A longer time between two events is a gap. Default: 0. */
    readonly graceSeconds?: number
  }
}
