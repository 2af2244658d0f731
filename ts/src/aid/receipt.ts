/**
 * Receipts of AgenticIdentity, byte for byte: issue, witness, verify, chains, forks, queries.
 *
 * AgenticIdentity's own verifier recomputes no hash and takes any key for any actor. Here hash and id
 * are recomputed, the actor is the identity of its key, and a verification starts from a trust input.
 * The format has no sequence, its time is the actor's word, and a signature over a bare hash could be
 * that of another kind of object: each result says so.
 *
 * @module
 */

import * as check from '../check.js'
import { type JsonValue, receive } from '../document.js'
import { call } from '../engine/slot.js'
import type { Facts } from '../facts.js'
import { type Fields, optional, printOptions, shape } from '../shape.js'
import { signText } from '../signing/unsigned.js'
import type { Signed, Signer } from '../signing.js'
import type { ProvenKey } from '../trust.js'
import {
  aidHandle,
  documents,
  draftText,
  type Input,
  micros,
  type Now,
  nowFields,
  nowText,
  prepareAidTrust,
  resultOf,
  resultWith,
  signerKey,
  type TrustSource,
  type WitnessFact,
} from './common.js'

export type { Input, Now, TrustSource, WitnessFact } from './common.js'

/** What was done. */
export type ActionType =
  | 'Decision'
  | 'Observation'
  | 'Mutation'
  | 'Delegation'
  | 'Revocation'
  | 'IdentityOperation'
  | { readonly Custom: string }

/** What the actor says; the rest follows from it. Text is taken as it is, so numbers in it keep their spelling. */
export type Draft =
  | string
  | {
      readonly action_type: ActionType
      readonly action: {
        readonly description: string
        readonly data?: JsonValue
        readonly references: readonly string[]
      }
      /** Microseconds. */
      readonly timestamp: bigint
      readonly context_hash?: string | null
      readonly previous_receipt?: string | null
    }

/** What a receipt proved. */
export type Verified = {
  /** The receipt, as AgenticIdentity writes it. */
  readonly receipt: string
  readonly id: string
  readonly actor: string
  /** The tag: `decision`, `observation`, … */
  readonly type: string
  readonly timestamp: bigint
  readonly previous: string | null
  /** The actor's key. */
  readonly signer: ProvenKey
  /** The first 64, in order. One that does not hold does not spoil the receipt. */
  readonly witnesses: readonly WitnessFact[]
  /** How many more there are, which nobody looked at. */
  readonly omittedWitnesses: number
  /** What was hashed. */
  readonly hashInput: string
  /** Members that the signature does not cover; of those that the format does not know, the first 100. */
  readonly uncovered: readonly string[]
  readonly unproven: readonly string[]
  /** Whether a parsed object was given: duplicate members could not be seen. */
  readonly parsed: boolean
}

/** Questions about a chain. */
export type ChainFact =
  /** Hashes, ids, signatures, identities and trust. */
  | 'signatures'
  /** Each names the one before. */
  | 'linkage'
  /** All are of one actor. */
  | 'actor'
  /** Time never runs backwards. */
  | 'time'
  /** From a first receipt to the expected tip or count; unchecked if neither was expected. */
  | 'completeness'

/** What was found out about a chain: facts, not a green light. */
export type Chain = {
  readonly facts: Facts<ChainFact>
  readonly length: number
  /** Whether the first receipt names none before it. */
  readonly complete: boolean
  readonly tip: string | null
  /** The key of the last receipt whose signature holds; `null` if none does. */
  readonly signer: ProvenKey | null
  /** That of the weakest signature that holds; `null` if none does. */
  readonly trust: 'trusted' | 'self-asserted' | null
  readonly witnesses: readonly (readonly WitnessFact[])[]
  readonly badWitnesses: number
  readonly omittedWitnesses: number
  readonly uncovered: readonly string[]
  readonly unproven: readonly string[]
}

/**
 * Issues a receipt that AgenticIdentity accepts. At once for a local signer.
 *
 * @example
 * ```ts
 * const receipt = Aid.Receipt.issue(
 *   {
 *     action_type: 'Decision',
 *     action: { description: 'Chose PostgreSQL', references: [] },
 *     timestamp: 1735689600000000n,
 *   },
 *   signer,
 * )
 * ```
 *
 * @returns The receipt, as text.
 * @throws `ERR_AID_AMBIGUOUS` where another receipt would have the same hash; `ERR_AID_MALFORMED`;
 * `ERR_KEY_TYPE_MISMATCH` for a signer that is not Ed25519.
 */
export function issue<S extends Signer>(draft: Draft, signer: S): Signed<S, string> {
  const [text, key] = [draftText(draft, 'draft', ['timestamp']), signerKey(signer)]
  return signText(signer, (engine) => engine.receiptAidUnsigned(text, key))
}

/**
 * Adds a witness to a receipt that holds.
 *
 * Costs at most 65 signature checks: those of {@link verify}.
 *
 * @throws `ERR_AID_WITNESS` for the actor itself; as {@link verify}.
 */
export function witness<S extends Signer>(
  receipt: Input,
  signer: S,
  options: witness.Options = {},
): Signed<S, string> {
  const [{ text }, key] = [receive(receipt, 'receipt'), signerKey(signer)]
  const { at } = readWitness(options)
  return signText(signer, (engine) => engine.receiptAidUnsignedWitness(text, key, at))
}

const readWitness = shape({ at: micros } satisfies Fields<witness.Options>)

export declare namespace witness {
  type Options = {
    /** When the receipt was seen. Microseconds since 1970. Default: the clock. */
    readonly at?: bigint
  }
}

/**
 * Verifies a receipt.
 *
 * Costs at most 65 signature checks: 1 for the receipt, and 1 for each of its first 64 witnesses.
 *
 * @example
 * ```ts
 * const { id, type, witnesses } = Aid.Receipt.verify(text, { identities: [actor] })
 * ```
 *
 * @throws `ERR_AID_HASH`, `ERR_AID_ID`, `ERR_AID_IDENTITY`, `ERR_AID_SIGNATURE`, `ERR_AID_UNTRUSTED`,
 * `ERR_AID_KEY`, `ERR_AID_AMBIGUOUS`, `ERR_AID_MALFORMED`; an `ERR_JSON_` code.
 */
export function verify(receipt: Input, trust: TrustSource, options: verify.Options = {}): Verified {
  const [{ text, parsed }, trusted, now] = [
    receive(receipt, 'receipt'),
    prepareAidTrust(trust),
    nowText(options),
  ]
  return {
    ...resultWith<Verified>(
      'receipt',
      call((engine) => engine.receiptAidVerify(text, ...aidHandle(trusted), now)),
    ),
    parsed,
  }
}

export declare namespace verify {
  type Options = Now
}

/**
 * The facts about a chain, oldest first. What a receipt has wrong is a fact; `requireFacts` throws.
 *
 * Costs at most 65 signature checks a receipt: as {@link verify}.
 *
 * @throws `ERR_LIMIT_EXCEEDED` above 65,536 receipts; `ERR_TRUST_MALFORMED`.
 */
export function verifyChain(
  receipts: readonly Input[],
  trust: TrustSource,
  options: verifyChain.Options = {},
): Chain {
  const [list, trusted] = [documents(receipts, 'receipts'), prepareAidTrust(trust)]
  const { now, tip, count } = readChain(options)
  const expected = printOptions({ tip, count })
  return resultOf<Chain>(
    call((engine) => engine.receiptAidVerifyChain(list, ...aidHandle(trusted), now, expected)),
  )
}

const readChain = shape({
  now: micros,
  tip: optional(check.text),
  count: optional(check.integer),
} satisfies Fields<verifyChain.Options>)

export declare namespace verifyChain {
  type Options = Now & {
    /** Id of the last receipt, if it is known from elsewhere. */
    readonly tip?: string
    /** How many there are. */
    readonly count?: number
  }
}

/**
 * Finds receipts of one actor that name the same predecessor, by which the actor tells two stories. Every receipt must
 * hold.
 *
 * Costs at most 65 signature checks a receipt: as {@link verify}.
 */
export function findForks(
  receipts: readonly Input[],
  trust: TrustSource,
  options: findForks.Options = {},
): Fork[] {
  const [list, trusted, now] = [
    documents(receipts, 'receipts'),
    prepareAidTrust(trust),
    nowText(options),
  ]
  return resultOf<Fork[]>(
    call((engine) => engine.receiptAidFindForks(list, ...aidHandle(trusted), now)),
  )
}

export declare namespace findForks {
  type Options = Now
}

/** Ids of receipts that follow one. */
export type Fork = {
  readonly actor: string
  readonly previous: string
  readonly receipts: readonly string[]
}

/**
 * Finds receipts by actor, type and time, and in the whole line after `chain_root`. Every receipt must
 * hold; one that comes twice is found once.
 *
 * Costs at most 65 signature checks a receipt: as {@link verify}.
 *
 * @example
 * ```ts
 * const found = Aid.Receipt.query(receipts, trust, { actor, limit: 10 })
 * ```
 *
 * @returns Indexes and ids, newest first.
 */
export function query(
  receipts: readonly Input[],
  trust: TrustSource,
  options: query.Options = {},
): { readonly index: number; readonly id: string }[] {
  const [list, trusted] = [documents(receipts, 'receipts'), prepareAidTrust(trust)]
  const { now, ...wanted } = readQuery(options)
  const text = printOptions(wanted)
  return JSON.parse(
    call((engine) => engine.receiptAidQuery(list, ...aidHandle(trusted), now, text)),
  )
}

const readQuery = shape({
  ...nowFields,
  actor: optional(check.text),
  action_type: optional(check.text),
  from: optional(micros),
  until: optional(micros),
  chain_root: optional(check.text),
  limit: optional(check.integer),
  oldest_first: optional(check.boolean),
} satisfies Fields<query.Options>)

export declare namespace query {
  /** What is asked for: without a member, everything. Both ends of the time are inclusive. */
  type Options = Now & {
    readonly actor?: string
    readonly action_type?: ActionType
    readonly from?: bigint
    readonly until?: bigint
    /** Id of a receipt: what follows from it. */
    readonly chain_root?: string
    readonly limit?: number
    readonly oldest_first?: boolean
  }
}
