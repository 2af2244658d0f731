/**
 * Spawned identities of AgenticIdentity: records, lineage, bounds, and their end.
 *
 * @module
 */

import * as check from '../../check.js'
import { print, receive } from '../../document.js'
import { call } from '../../engine/slot.js'
import type { Facts, Present } from '../../facts.js'
import { type Fields, shape } from '../../shape.js'
import type { ProvenKey } from '../../trust.js'
import {
  aidHandle,
  documents,
  draftText,
  type Input,
  maybeDocuments,
  type Now,
  nowFields,
  prepareAidTrust,
  resultOf,
  type TrustSource,
} from '../common.js'

/** What a record of a spawn proved. */
export type VerifiedSpawn = {
  /** The record, as AgenticIdentity writes it. */
  readonly record: string
  readonly id: string
  readonly parent: string
  readonly child: string
  readonly type: string
  readonly granted: readonly string[]
  readonly ceiling: readonly string[]
  /** Whether the child has signed it too. A record with a bad signature of the child is refused. */
  readonly acknowledgment: Present
  /**
   * Proven only by the parent's receipt: no signature of the record covers the authority. The receipt
   * covers what is granted, but no conditions of it, and of a lifetime only its kind.
   */
  readonly authority: Present
  /** The parent's key. */
  readonly signer: ProvenKey
  readonly idInput: string
  readonly message: string
  readonly acknowledgmentMessage: string
  readonly uncovered: readonly string[]
  readonly unproven: readonly string[]
}

/**
 * Verifies a record, and that the parent's receipt, if given, says the same.
 *
 * Costs at most 67 signature checks: of both sides, of the receipt, and of its first 64 witnesses.
 *
 * @throws `ERR_AID_EVIDENCE` for a receipt that says something else; `ERR_AID_ID`, `ERR_AID_IDENTITY`,
 * `ERR_AID_SIGNATURE`, `ERR_AID_UNTRUSTED`, `ERR_AID_AMBIGUOUS`, `ERR_AID_KEY`, `ERR_AID_MALFORMED`.
 */
export function verifySpawn(
  record: Input,
  trust: TrustSource,
  options: verifySpawn.Options = {},
): VerifiedSpawn {
  const { text } = receive(record, 'record')
  const trusted = prepareAidTrust(trust)
  const { now, receipt } = readVerify(options)
  return resultOf(
    call((engine) => engine.identityAidSpawnVerify(text, receipt, ...aidHandle(trusted), now)),
  )
}

const readVerify = shape({
  ...nowFields,
  receipt: (value, name) => (value === undefined ? '' : receive(value, name).text),
} satisfies Fields<verifySpawn.Options>)

export declare namespace verifySpawn {
  type Options = Now & {
    /** The parent's receipt of the spawn. */
    readonly receipt?: Input
  }
}

/** Questions about where an identity comes from. */
export type LineageFact =
  | 'signatures'
  /** The line begins at one of `roots`. */
  | 'anchor'
  /**
   * The identity and all above it are neither ended nor expired. Unchecked where a lifetime ends at a time, which
   * nothing signs, or a receipt is missing.
   */
  | 'active'
  /** Each has only what its parent has, and its own ceiling allows. */
  | 'narrowing'
  /**
   * Depth, children and descendants are within what each parent's record allows. Nothing signs what it allows, so this
   * has failed or is unchecked where there is such a parent.
   */
  | 'bounds'
  /** Each parent's receipt of the spawn is there, and says what the record says. */
  | 'receipts'

/** What was found out about where an identity comes from: facts, not a green light. */
export type Lineage = {
  readonly facts: Facts<LineageFact>
  readonly identity: string
  readonly root: string
  readonly depth: number
  readonly ancestors: readonly string[]
  readonly children: readonly string[]
  readonly descendants: readonly string[]
  /** What was granted to it, as the receipts prove; nothing if a fact failed or a receipt is missing. */
  readonly authority: readonly string[]
  /** What was granted to it, as the records say and nothing signs; nothing if a fact failed. */
  readonly claimed: readonly string[]
  readonly uncovered: readonly string[]
  readonly unproven: readonly string[]
}

/**
 * The facts about an identity, from the records and receipts that the caller has.
 *
 * Costs at most 65 signature checks a receipt and 2 a record.
 *
 * @param trust - The roots: identities that may do everything, by their names or their keys.
 * @throws `ERR_AID_LINK` for a cycle, and for two records of one child; `ERR_AID_MALFORMED`; the code of a
 * receipt that does not hold.
 */
export function lineage(
  records: readonly Input[],
  trust: TrustSource,
  options: lineage.Options,
): Lineage {
  const list = documents(records, 'records')
  const roots = prepareAidTrust(trust)
  const { identity, now, receipts } = readLineage(options)
  return resultOf(
    call((engine) =>
      engine.identityAidSpawnLineage(identity, list, receipts, ...aidHandle(roots), now),
    ),
  )
}

const readLineage = shape({
  ...nowFields,
  identity: check.text,
  receipts: maybeDocuments,
} satisfies Fields<lineage.Options>)

export declare namespace lineage {
  type Options = Now & {
    /** Whose line it is. */
    readonly identity: string
    /** The parents' receipts: of spawns, and of spawns that they ended. */
    readonly receipts?: readonly Input[]
  }
}

/** What a record allows its identity, in the members of the format. */
export type SpawnConstraints = {
  readonly max_spawn_depth: number | null
  readonly max_children: number | null
  readonly max_descendants: number | null
  readonly can_spawn: boolean
  /** AgenticIdentity does not define it, so a spawn with one is refused. */
  readonly authority_decay: number | null
}

/** A spawn that somebody is about to make. */
export type SpawnPlan = {
  readonly granted: readonly string[]
  readonly ceiling: readonly string[]
  readonly parentGranted: readonly string[]
  readonly parentCeiling: readonly string[]
  /** Of the parent. */
  readonly constraints: SpawnConstraints
  /** Of the parent; 0 for a root. */
  readonly depth: number
  /** How many the parent has. */
  readonly children: number
  readonly descendants: number
}

/** Refuses a spawn that is out of bounds: `ERR_AID_SPAWN`, `ERR_AID_WIDENED`. */
export function checkSpawn(plan: SpawnPlan): void {
  const text = print(check.record(plan, 'plan'), 'plan')
  call((engine) => engine.identityAidSpawnCheck(text))
}

/** What the end of a spawn left. */
export type Termination = {
  /** The records after, in order. */
  readonly records: readonly string[]
  /** Ids of the spawns that ended. */
  readonly terminated: readonly string[]
  /** The draft of the parent's receipt, for `Aid.Receipt.issue`. */
  readonly receipt: string
}

/** Which spawn ends, when and why. */
export type SpawnEnd = {
  readonly spawn_id: string
  readonly parent: string
  readonly at: bigint
  readonly reason: string
  readonly cascade?: boolean
}

/**
 * Ends a spawn, and all below it if `cascade`. The parent signs the receipt.
 *
 * @throws `ERR_AID_SPAWN` for another parent, an unknown or an ended spawn.
 */
export function terminateSpawn(records: readonly Input[], end: SpawnEnd): Termination {
  const [list, text] = [documents(records, 'records'), draftText(end, 'end', ['at'])]
  return JSON.parse(call((engine) => engine.identityAidSpawnTerminate(list, text))) as Termination
}
