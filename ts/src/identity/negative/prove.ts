/**
 * What signed chains exclude, recomputed.
 *
 * @module
 */

import * as check from '../../check.js'
import { texts } from '../../document.js'
import { call } from '../../engine/slot.js'
import type { Facts } from '../../facts.js'
import { writeFrames } from '../../frames.js'
import { chainText } from '../../grant/common.js'
import type { ChainInput } from '../../grant/types.js'
import { type ChainSummary, chainFields, type verifyChain } from '../../receipt/chain.js'
import { witnesses } from '../../receipt/common.js'
import { type Fields, optional, printOptions, shape, withDefault } from '../../shape.js'
import {
  type ProvenKey,
  prepareTrust,
  type Trust,
  type TrustInput,
  trustHandle,
} from '../../trust.js'
import { lineageText } from '../spawn/issue.js'
import type { Input, LineageInput } from '../spawn/types.js'
import { boundFields, isParsed, lineageOptions, type verifyLineage } from '../spawn/verify.js'

const readCeiling = shape({
  ...boundFields,
  capability: check.text,
} satisfies Fields<excludeByGrants.Options>)

/** Questions about a ceiling. `identities`: each DID is that of its key. */
export type CeilingFact =
  | 'form'
  | 'root'
  | 'identities'
  | 'signatures'
  | 'linkage'
  | 'narrowing'
  | 'exclusion'

/** What was found out about a ceiling: facts, not a green light. */
export type CeilingProof = {
  readonly evidence: 'ceiling'
  /** What the ceilings are those of. */
  readonly basis: 'lineage' | 'grants'
  /** What was asked. */
  readonly capability: string
  /** The identity that is bounded, and its key as a Multikey. */
  readonly identity: string | null
  readonly key: string | null
  /** The key of the first issuer or parent; `null` if it is not trusted. */
  readonly signer: ProvenKey | null
  /** Each question and its answer; `exclusion` is the last one. */
  readonly facts: Facts<CeilingFact>
  /** The first ceiling that lets nothing of it through, and from when on, in Unix seconds. */
  readonly excludedBy: {
    readonly at: number
    readonly ceiling: readonly string[]
    readonly from: number
  } | null
  /** What this leaves open. */
  readonly unproven: readonly string[]
  /** Whether a parsed object was given: duplicate members could not be seen. */
  readonly parsed: boolean
}

/**
 * Shows whether a lineage excludes that its last identity is granted any part of a capability. A ceiling that covers a
 * part of the capability does not exclude it.
 *
 * Costs at most 16 signature checks: 1 a generation.
 *
 * @example
 * ```ts
 * const proof = Identity.negative.excludeByLineage(lineage, trust, { capability: 'delete:**' })
 * requireFacts(proof)
 * ```
 *
 * @param trust - As of `Identity.spawn.verifyLineage`.
 * @throws `ERR_CAPABILITY_MALFORMED`; `ERR_TRUST_MALFORMED`.
 */
export function excludeByLineage(
  lineage: LineageInput,
  trust: Trust | TrustInput,
  options: excludeByLineage.Options,
): CeilingProof {
  const text = lineageText(lineage)
  const trusted = prepareTrust(trust)
  const { capability, ...bounds } = readCeiling(options)
  const policy = lineageOptions(bounds)
  const proof = call((engine) =>
    engine.negativeExcludeByLineage(capability, text, trustHandle(trusted), policy),
  )
  return { ...(JSON.parse(proof) as Omit<CeilingProof, 'parsed'>), parsed: isParsed(lineage) }
}

export declare namespace excludeByLineage {
  type Options = excludeByGrants.Options
}

/**
 * Shows whether a chain of grants lets its last subject do no part of a capability. There may be other grants.
 *
 * Costs at most 16 signature checks: 1 a link.
 *
 * @example
 * ```ts
 * const proof = Identity.negative.excludeByGrants(chain, trust, { capability: 'write:docs/a' })
 * ```
 *
 * @throws As {@link excludeByLineage}.
 */
export function excludeByGrants(
  chain: ChainInput,
  trust: Trust | TrustInput,
  options: excludeByGrants.Options,
): CeilingProof {
  const { text, parsed } = chainText(chain)
  const trusted = prepareTrust(trust)
  const { capability, ...bounds } = readCeiling(options)
  const policy = lineageOptions(bounds)
  const proof = call((engine) =>
    engine.negativeExcludeByGrants(capability, text, trustHandle(trusted), policy),
  )
  return { ...(JSON.parse(proof) as Omit<CeilingProof, 'parsed'>), parsed }
}

export declare namespace excludeByGrants {
  /** What is asked of a ceiling, and how it is judged. */
  type Options = Pick<verifyLineage.Options, 'now' | 'skew' | 'purpose'> & {
    /** What must be excluded, as `delete:**`. */
    readonly capability: string
  }
}

/** What was found out about a range of receipts: facts, not a green light. */
export type AbsenceProof = {
  readonly evidence: 'absence'
  /** Who made the chain. */
  readonly identity: string | null
  readonly actions: readonly string[]
  readonly from: number
  readonly to: number | null
  /** As of `Receipt.verifyChain`. */
  readonly signer: ChainSummary['signer']
  readonly trust: ChainSummary['trust']
  /** The id of the last receipt, and how many there are. */
  readonly tip: string | null
  readonly count: number
  /**
   * `chain`: linked, numbered, signed, of one actor. `range`: it reaches from the one end to the other, or
   * is complete. `absence`: nothing was found; `at` is the receipt that was.
   */
  readonly facts: Facts<'chain' | 'range' | 'absence'>
  /** What this leaves open. */
  readonly unproven: readonly string[]
  /** Whether a parsed object was given: duplicate members could not be seen. */
  readonly parsed: boolean
}

/**
 * Looks for actions in the receipts of one chain, oldest first; at most 65,536.
 *
 * Costs at most 80 signature checks a receipt: as `Receipt.verifyChain`.
 *
 * @example
 * ```ts
 * const proof = Identity.negative.proveAbsence(receipts, trust, { actions: ['deploy:*'], tip })
 * requireFacts(proof)
 * ```
 *
 * @param trust - The keys of the actor of the chain, and of the witnesses that are to count.
 * @throws `ERR_POLICY_MALFORMED` for a query that asks for nothing; `ERR_LIMIT_EXCEEDED`.
 */
export function proveAbsence(
  receipts: readonly Input[],
  trust: Trust | TrustInput,
  options: proveAbsence.Options,
): AbsenceProof {
  const inputs = check.list(receipts, 'receipts')
  const list = writeFrames(texts(inputs, 'receipts'), 'receipts')
  const trusted = prepareTrust(trust)
  const { actions, from, to, ...chain } = readQuery(options)
  const [known, asked] = [printOptions(chain), printOptions({ actions, from, to })]
  const proof = call((engine) => engine.negativeAbsence(list, trustHandle(trusted), known, asked))
  return { ...(JSON.parse(proof) as Omit<AbsenceProof, 'parsed'>), parsed: inputs.some(isParsed) }
}

export declare namespace proveAbsence {
  /**
   * What must not be there, and in which range, both ends included; and what the verifier knows about the chain from
   * elsewhere.
   */
  type Options = verifyChain.Options & {
    /** Actions of receipts, 1 to 64. One that ends in `*` means all actions that start like it. */
    readonly actions: readonly string[]
    /** First sequence number. Default: 0. */
    readonly from?: number
    /** Last sequence number. Without it the chain must be complete. */
    readonly to?: number
  }
}

const readQuery = shape({
  ...chainFields,
  witnesses,
  actions: (value, name) => check.list(value, name).map((item) => check.text(item, name)),
  from: withDefault(check.integer, 0),
  to: optional(check.integer),
} satisfies Fields<proveAbsence.Options>)
