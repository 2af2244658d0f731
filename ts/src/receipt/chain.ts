/**
 * Chains of receipts, with each fact by itself.
 *
 * @module
 */

import * as check from '../check.js'
import type { Facts } from '../facts.js'
import type { Engine } from '../generated/contract.js'
import { disposable, Handle } from '../handle.js'
import type { Algorithm } from '../key.js'
import { type Field, type Fields, optional, printOptions, shape } from '../shape.js'
import { skew } from '../skew.js'
import {
  maxChecks,
  type ProvenKey,
  prepareTrust,
  type Trust,
  type TrustInput,
  trustHandle,
} from '../trust.js'
import { milliseconds, witnesses } from './common.js'
import { feed, feedAll, feedStream } from './feed.js'
import type { Input } from './types.js'

/** Questions about a chain. No fact stands for another: linkage cannot see a cut tail. */
export type ChainFact =
  /** Every receipt could be read. */
  | 'format'
  /** Every receipt names the receipt before it; none comes twice, forks off, or follows the final one. */
  | 'linkage'
  /** The sequence numbers have no gap. */
  | 'sequence'
  /** One actor made them all. */
  | 'actors'
  /** Every signature holds under a trusted key of the actor, or one that a rotation named. */
  | 'signatures'
  /** Every key is bound to the DID of the actor. Unchecked if a key was pinned without a controller. */
  | 'identities'
  /** Time runs forward, and not into the future. */
  | 'time'
  /** The chain starts at its start and ends at its end. */
  | 'completeness'

/** What a chain proved, beside its facts. */
export type ChainSummary = {
  /** How many receipts were seen. */
  readonly count: number
  /** The actor expected, or that of the first receipt. */
  readonly actor: string | null
  /** The id of the last receipt that could be read. */
  readonly tip: string | null
  /** Key rotations that were followed, at most 64. */
  readonly rotations: readonly {
    readonly index: number
    readonly keyId: string
    readonly algorithm: Algorithm
    readonly key: string
  }[]
  /** The key of the last receipt whose signature held; null if none did. After a rotation it is the new key. */
  readonly signer: ProvenKey | null
  /** Who vouches for all keys that signed: where they differ, the weaker answer. Null if no signature held. */
  readonly trust: 'trusted' | 'self-asserted' | null
}

/** What was found out about a chain: facts, not a green light. */
export type ChainReport = ChainSummary & {
  /** Each question and its answer; `witnesses`, if some were asked for: every receipt has as many. */
  readonly facts: Facts<ChainFact, 'witnesses'>
  /** Whether a parsed object was among the receipts. */
  readonly parsed: boolean
}

/** Says that the class is made by functions of this package only. */
const door: unique symbol = Symbol('countersign')
let make: (create: (engine: Engine) => number) => ChainVerifier

/** Verifies a chain as it comes, in bounded memory. Made by {@link chainVerifier}. */
export class ChainVerifier {
  readonly #handle: Handle
  #parsed = false
  declare readonly [Symbol.dispose]: () => void

  static {
    make = (create) => new ChainVerifier(door, create)
  }

  private constructor(key: typeof door, create: (engine: Engine) => number) {
    if (key !== door) throw check.wrong('key', 'made by `Receipt`', key)
    this.#handle = new Handle(create, (engine, id) => engine.receiptChainClose(id))
  }

  /**
   * Takes the next receipts, from the oldest on. What is wrong with them becomes a fact.
   *
   * Costs at most 80 signature checks a receipt: as `Receipt.verify`.
   */
  push(...receipts: readonly Input[]): void {
    const send = (list: Uint8Array) =>
      this.#handle.use((engine, id) => engine.receiptChainPush(id, list))
    this.#parsed = feed(receipts, 'receipts', send) || this.#parsed
  }

  /** The facts so far; `completeness` takes the last receipt for the end. */
  report(): ChainReport {
    const text = this.#handle.use((engine, id) => engine.receiptChainReport(id))
    return { ...JSON.parse(text), parsed: this.#parsed } as ChainReport
  }

  /** Forgets the chain. Later calls throw `ERR_HANDLE_CLOSED`. */
  close(): void {
    this.#handle.close()
  }
}
disposable(ChainVerifier)

/**
 * A verifier that takes receipts as they come.
 *
 * @example
 * ```ts
 * using verifier = Receipt.chainVerifier(trust, { tip })
 * for await (const line of lines) verifier.push(line)
 * requireFacts(verifier.report())
 * ```
 *
 * @param trust - As of `Receipt.verify`.
 * @throws `ERR_RECEIPT_MALFORMED` for an id in another form; a code of the trust input.
 */
export function chainVerifier(
  trust: Trust | TrustInput,
  options: chainVerifier.Options = {},
): ChainVerifier {
  const policy = readPolicy(options)
  const trusted = prepareTrust(trust)
  return make((engine) => engine.receiptChainCreate(trustHandle(trusted), policy))
}

export declare namespace chainVerifier {
  type Options = verifyChain.Options
}

/**
 * Verifies a chain, from the oldest receipt on. Never throws for what the receipts hold.
 *
 * Costs at most 80 signature checks a receipt: as `Receipt.verify`.
 *
 * @example
 * ```ts
 * const report = Receipt.verifyChain(receipts, trust, { tip })
 * requireFacts(report)
 * ```
 *
 * @param receipts - An array or other iterable.
 * @param trust - As of `Receipt.verify`.
 * @throws as {@link chainVerifier}; `ERR_ARGUMENT` for what cannot be iterated over at once.
 */
export function verifyChain(
  receipts: Iterable<Input>,
  trust: Trust | TrustInput,
  options: verifyChain.Options = {},
): ChainReport {
  return feedAll(receipts, chainVerifier(trust, options))
}

export declare namespace verifyChain {
  /** What the verifier knows about the chain from elsewhere. */
  type Options = {
    /** Default: the clock. */
    readonly now?: Date
    /** Allowed difference of the clocks, in seconds, at most a day. Default: 60. */
    readonly skew?: number
    /** Who made the chain. Default: the actor of the first receipt. */
    readonly actor?: string
    /** The id of the receipt before the first, for a part of a chain. */
    readonly after?: string
    /** The id of the last receipt. */
    readonly tip?: string
    /** How many receipts there are. */
    readonly count?: number
    /** How many witnesses each receipt must have. Default: 0. */
    readonly witnesses?: number
    /** How many signature checks each receipt may cost, 1 to 4096, and one more for each witness. Default: 16. */
    readonly maxChecks?: number
  }
}

/**
 * As {@link verifyChain}, for receipts that come one after the other, as from a file or a network.
 *
 * Costs at most 80 signature checks a receipt: as `Receipt.verify`.
 *
 * @example
 * ```ts
 * const report = await Receipt.verifyStream(stream, trust, { tip })
 * requireFacts(report)
 * ```
 *
 * @param receipts - An asynchronous iterable. For an array or another iterable, call `verifyChain`.
 * @param trust - As of `Receipt.verify`.
 * @throws as {@link chainVerifier}, and what the iterable throws; all of it rejects the promise.
 */
export async function verifyStream(
  receipts: AsyncIterable<Input>,
  trust: Trust | TrustInput,
  options: verifyStream.Options = {},
): Promise<ChainReport> {
  return feedStream(receipts, chainVerifier(trust, options))
}

export declare namespace verifyStream {
  type Options = verifyChain.Options
}

/** The options of a chain without its trust input and its witnesses. @internal */
export const chainFields: {
  readonly now: Field<number>
  readonly skew: Field<number>
  readonly actor: Field<string | undefined>
  readonly after: Field<string | undefined>
  readonly tip: Field<string | undefined>
  readonly count: Field<number | undefined>
  readonly maxChecks: Field<number>
} = {
  now: milliseconds,
  skew,
  actor: optional(check.text),
  after: optional(check.text),
  tip: optional(check.text),
  count: optional(check.integer),
  maxChecks,
} satisfies Fields<Omit<verifyChain.Options, 'witnesses'>>

const readChain = shape({ ...chainFields, witnesses } satisfies Fields<verifyChain.Options>)

/** What the verifier knows of a chain, as it crosses. @internal */
export function readPolicy(options: verifyChain.Options): string {
  return printOptions(readChain(options))
}
