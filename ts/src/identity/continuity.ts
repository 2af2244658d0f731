/**
 * Continuity: shows that one identity kept running, with every silence in view.
 *
 * | Step | Who | Call |
 * | --- | --- | --- |
 * | record | agent | `Receipt.issue`: every receipt is an experience |
 * | beat | agent | {@link heartbeat}; it may answer a challenge and acknowledge anchors |
 * | anchor | witness | `Receipt.countersign`: an outside clock |
 * | check | verifier | {@link verify}, {@link verifyStream} or {@link verifier}, then `requireFacts` |
 *
 * The proof of a range of the chain is these receipts; the last one should be anchored. Times in results are
 * Unix milliseconds, bounds are seconds. What is signed and what each fact means is written in
 * `rust/core/src/identity/continuity.rs`.
 *
 * @module
 */

import * as check from '../check.js'
import { call } from '../engine/slot.js'
import type { Facts } from '../facts.js'
import type { Engine } from '../generated/contract.js'
import { heartbeatStatuses } from '../generated/names.js'
import { disposable, Handle } from '../handle.js'
import {
  type ChainFact,
  type ChainSummary,
  chainFields,
  type verifyChain,
} from '../receipt/chain.js'
import { allOf, milliseconds } from '../receipt/common.js'
import { feed, feedAll, feedStream } from '../receipt/feed.js'
import { issue, type Place } from '../receipt/issue.js'
import type { Input, Receipt } from '../receipt/types.js'
import { type Field, type Fields, optional, printOptions, shape, withDefault } from '../shape.js'
import type { Signed, Signer } from '../signing.js'
import { prepareTrust, type Trust, type TrustInput, trustHandle } from '../trust.js'

/** What an identity says about its state. `suspended` announces a silence, and does not excuse it. */
export type Status = (typeof heartbeatStatuses)[number]

const count: Field<number | undefined> = optional(check.integer)
const readOptions = shape({
  ...chainFields,
  maxSilence: count,
  maxLag: count,
  maxLead: count,
  quorum: optional(check.safeInteger),
  challenge: optional((value, name) => {
    const bytes = check.bytes(value, name)
    return call((engine) => engine.encodingBase64urlEncode(bytes))
  }),
  from: optional(milliseconds),
  until: optional(milliseconds),
  first: count,
  last: count,
} satisfies Fields<verify.Options>)

/** A silence that is too long. */
export type Gap = {
  /** The receipt that ends it, from 0; the last one if the window ends it. */
  readonly index: number
  /** The number of the receipt before it; null if the window begins with it. */
  readonly after: number | null
  readonly from: number
  readonly until: number
  /** The identity said that it would be silent. */
  readonly announced: boolean
}

/** Questions that are asked of each continuity: those about the chain, and whether it was silent for too long. */
export type ContinuityFact = ChainFact | 'silence'

/** Questions that somebody asks, or the chain brings up. */
export type AskedFact =
  /** The receipts are those from `first` to `last`. */
  | 'range'
  /** Every heartbeat can be read. Not there if there is none. */
  | 'heartbeats'
  /** Every receipt was anchored within `maxLag`; no time contradicts an anchor. */
  | 'anchors'
  /** Every receipt follows an acknowledged anchor within `maxLead`. */
  | 'freshness'
  /** A heartbeat answers the challenge. */
  | 'challenge'

/** What a chain showed about continuity: facts, not a green light. */
export type Report = {
  /**
   * Each question and its answer. `silence`: no silence is longer than `maxSilence`, by the clock of the agent;
   * unchecked without it.
   */
  readonly facts: Facts<ContinuityFact, AskedFact>
  /** What was found out about the chain, beside its facts. */
  readonly chain: ChainSummary
  /** The numbers of the first and the last receipt that count, and their times. */
  readonly first: number | null
  readonly last: number | null
  readonly from: number | null
  readonly until: number | null
  readonly heartbeatCount: number
  readonly lastHeartbeat: {
    readonly sequence: number
    readonly time: number
    readonly status: Status
  } | null
  /** The number of the heartbeat that answered. */
  readonly answered: number | null
  /** The silences that are too long, at most 64. */
  readonly gaps: readonly Gap[]
  readonly gapCount: number
  /** In milliseconds. */
  readonly longestSilence: number
  /** How many receipts are anchored themselves. */
  readonly anchored: number
  /** How many witnesses do not hold. */
  readonly anchorsRefused: number
  /** How many of the acknowledged anchors hold. */
  readonly acknowledged: number
  readonly lastAnchor: number | null
  /** The longest time from a receipt to its anchor, in milliseconds. */
  readonly longestLag: number
  /** The last receipt was made after this time, by the clock of a witness. */
  readonly provenAfter: number | null
  /** Whether a parsed object was among the receipts. */
  readonly parsed: boolean
}

/** What a heartbeat says. */
export type Heartbeat = {
  /** Default: `active`. */
  readonly status?: Status
  /** What a verifier chose: 16 to 64 bytes. */
  readonly challenge?: Uint8Array
  /** Witnessed receipts: the heartbeat was made after their witnesses signed. */
  readonly acknowledges?: readonly Input[]
}

/**
 * Issues a heartbeat: a receipt that says that the identity is there.
 *
 * @example
 * ```ts
 * const beat = Identity.continuity.heartbeat({ acknowledges: [witnessed] }, signer, { previous })
 * ```
 *
 * @returns At once for a local signer.
 * @throws `ERR_CONTINUITY_HEARTBEAT` for a challenge of another length, or too many anchors; else as
 * `Receipt.issue`.
 */
export function heartbeat<S extends Signer>(
  beat: Heartbeat,
  signer: S,
  options: heartbeat.Options = {},
): Signed<S, Receipt> {
  const { status, challenge, acknowledges } = readHeartbeat(check.record(beat, 'beat'), 'beat')
  const content = call((engine) => engine.continuityHeartbeat(status, challenge, acknowledges))
  return issue({ action: 'countersign/heartbeat', content: JSON.parse(content) }, signer, options)
}

export declare namespace heartbeat {
  type Options = Place
}

const readHeartbeat = shape({
  status: withDefault((value, name) => check.oneOf(value, name, heartbeatStatuses), 'active'),
  challenge: (value, name) => (value === undefined ? new Uint8Array() : check.bytes(value, name)),
  acknowledges: withDefault(allOf, new Uint8Array()),
} satisfies Fields<Heartbeat>)

/** Says that the class is made by functions of this package only. */
const door: unique symbol = Symbol('countersign')
let make: (create: (engine: Engine) => number) => ContinuityVerifier

/** Verifies continuity as receipts come, in bounded memory. Made by {@link verifier}. */
export class ContinuityVerifier {
  readonly #handle: Handle
  #parsed = false
  declare readonly [Symbol.dispose]: () => void

  static {
    make = (create) => new ContinuityVerifier(door, create)
  }

  private constructor(key: typeof door, create: (engine: Engine) => number) {
    if (key !== door) throw check.wrong('key', 'made by `Identity.continuity`', key)
    this.#handle = new Handle(create, (engine, id) => engine.continuityClose(id))
  }

  /**
   * Takes the next receipts, from the oldest on. What is wrong with them becomes a fact.
   *
   * Costs at most 80 signature checks a receipt: 16 for the receipt, or `maxChecks`, and 1 for each of its first 64
   * witnesses.
   */
  push(...receipts: readonly Input[]): void {
    const send = (list: Uint8Array) =>
      this.#handle.use((engine, id) => engine.continuityPush(id, list))
    this.#parsed = feed(receipts, 'receipts', send) || this.#parsed
  }

  /** The facts so far; the last receipt is taken for the last. */
  report(): Report {
    const text = this.#handle.use((engine, id) => engine.continuityReport(id))
    return { ...JSON.parse(text), parsed: this.#parsed } as Report
  }

  /** Forgets the chain. Later calls throw `ERR_HANDLE_CLOSED`. */
  close(): void {
    this.#handle.close()
  }
}
disposable(ContinuityVerifier)

/**
 * A verifier that takes receipts as they come.
 *
 * @param trust - As of {@link verify}.
 * @throws `ERR_RECEIPT_MALFORMED` for an id in another form; `ERR_POLICY_MALFORMED`; a code of the trust
 * input.
 */
export function verifier(
  trust: Trust | TrustInput,
  options: verifier.Options = {},
): ContinuityVerifier {
  const trusted = prepareTrust(trust)
  const policy = printOptions(readOptions(options))
  return make((engine) => engine.continuityCreate(trustHandle(trusted), policy))
}

export declare namespace verifier {
  type Options = verify.Options
}

/**
 * Verifies continuity, from the oldest receipt on. Never throws for what the receipts hold.
 *
 * Costs at most 80 signature checks a receipt: 16 for the receipt, or `maxChecks`, and 1 for each of its first 64
 * witnesses.
 *
 * @example
 * ```ts
 * const report = Identity.continuity.verify(receipts, trust, { maxSilence: 3600, maxLag: 600 })
 * requireFacts(report, { unchecked: ['completeness'] })
 * ```
 *
 * @param receipts - An array or other iterable.
 * @param trust - The keys of the agent and of its witnesses; `Identity.toTrustOverTime` gives those of a history of
 * keys.
 * @throws As {@link verifier}; `ERR_ARGUMENT` for what cannot be iterated over at once.
 */
export function verify(
  receipts: Iterable<Input>,
  trust: Trust | TrustInput,
  options: verify.Options = {},
): Report {
  return feedAll(receipts, verifier(trust, options))
}

export declare namespace verify {
  /** What a verifier asks. A bound that is not given is not checked. */
  type Options = Omit<verifyChain.Options, 'witnesses'> & {
    /** The longest silence, in seconds. Without it, nothing says whether the identity was silent for too long. */
    readonly maxSilence?: number
    /** The longest time from a receipt to an anchor on it or a later one, in seconds. */
    readonly maxLag?: number
    /** The longest time from an acknowledged anchor to a receipt, in seconds. */
    readonly maxLead?: number
    /** How many witnesses make an anchor. Default: 1. */
    readonly quorum?: number
    /** What a heartbeat must answer: 16 to 64 bytes, fresh and random. */
    readonly challenge?: Uint8Array
    /** When the window begins. Default: with the first receipt. */
    readonly from?: Date
    /** When it ends. Default: now; with the last receipt if the chain has ended, or `last` is given. */
    readonly until?: Date
    /** The number of the first receipt, for a range. */
    readonly first?: number
    /** The number of the last receipt. */
    readonly last?: number
  }
}

/**
 * As {@link verify}, for receipts that come one after the other, as from a file or a network.
 *
 * Costs at most 80 signature checks a receipt: as {@link verify}.
 *
 * @example
 * ```ts
 * const report = await Identity.continuity.verifyStream(stream, trust, { maxSilence: 3600 })
 * ```
 *
 * @param receipts - An asynchronous iterable. Of an array or another iterable: {@link verify}.
 * @param trust - As of {@link verify}.
 * @throws As {@link verifier}, and what the iterable throws; all of it rejects the promise.
 */
export async function verifyStream(
  receipts: AsyncIterable<Input>,
  trust: Trust | TrustInput,
  options: verifyStream.Options = {},
): Promise<Report> {
  return feedStream(receipts, verifier(trust, options))
}

export declare namespace verifyStream {
  type Options = verify.Options
}
