/**
 * Chains of receipts: each fact apart.
 *
 * @module
 */

import * as check from '../check.js'
import { print } from '../document.js'
import { call } from '../engine/slot.js'
import { CountersignError } from '../errors.js'
import type { Engine } from '../generated/contract.js'
import { disposable, Handle } from '../handle.js'
import type { Algorithm } from '../key.js'
import { type Field, type Fields, members, optional, shape, withDefault } from '../shape.js'
import { maxChecks, type Trust, trustOf } from '../trust.js'
import { milliseconds, skew, witnesses } from './common.js'
import { fed, feed, streamed } from './feed.js'
import type { Input } from './types.js'

/** One fact. `unchecked`: nothing could be compared. `index` is the first receipt that fails. */
export type Fact =
  | { readonly outcome: 'ok' | 'unchecked' }
  | { readonly outcome: 'failed'; readonly index: number; readonly code: string }

/** What a chain proved. No fact stands for another: linkage cannot see a cut tail. */
export type ChainFacts = {
  /** How many receipts were seen. */
  readonly count: number
  /** The actor expected, or that of the first receipt. */
  readonly actor: string | null
  /** The id of the last receipt that could be read. */
  readonly tip: string | null
  /** Every receipt could be read. */
  readonly format: Fact
  /** Every receipt names the one before; none comes twice, forks off, or follows the final one. */
  readonly linkage: Fact
  /** Every number is the next. */
  readonly sequence: Fact
  /** One actor made them all. */
  readonly actors: Fact
  /** Every signature holds under a trusted key of the actor, or one that a rotation named. */
  readonly signatures: Fact
  /** Time runs forward, and not into the future. */
  readonly time: Fact
  /** Every receipt has as many witnesses as were asked for. */
  readonly witnesses: Fact
  /** The chain starts at its start and ends at its end. */
  readonly completeness: Fact
  /** Key rotations that were followed, at most 64. */
  readonly rotations: readonly {
    readonly index: number
    readonly keyId: string
    readonly algorithm: Algorithm
    readonly key: string
  }[]
  /** Who vouches for the keys; null if no signature held. */
  readonly trust: 'trusted' | 'self-asserted' | null
  /** `actor`: a key was pinned without saying whose it is. */
  readonly unproven: readonly 'actor'[]
  /** Whether a parsed object was among the receipts. */
  readonly parsed: boolean
}

/** Names of facts that a policy may waive. */
export type FactName =
  | 'format'
  | 'linkage'
  | 'sequence'
  | 'actors'
  | 'signatures'
  | 'time'
  | 'completeness'

/** What the verifier knows of the chain from elsewhere. */
export type ChainOptions = {
  /** Default: the clock. */
  readonly now?: Date
  /** Allowed difference of the clocks, in seconds. Default: 60. */
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

/** Says that the class is made by functions of this package only. */
const door: unique symbol = Symbol('countersign')
let make: (open: (engine: Engine) => number) => ChainVerifier

/** Verifies a chain as it comes, in bounded memory. Made by {@link chainVerifier}. */
export class ChainVerifier {
  readonly #handle: Handle
  #parsed = false
  declare readonly [Symbol.dispose]: () => void

  static {
    make = (open) => new ChainVerifier(door, open)
  }

  private constructor(key: typeof door, open: (engine: Engine) => number) {
    if (key !== door) throw check.wrong('key', 'made by `Receipt`', key)
    this.#handle = new Handle(open, (engine, id) => engine.receiptChainClose(id))
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
  report(): ChainFacts {
    const text = this.#handle.use((engine, id) => engine.receiptChainReport(id))
    return { ...JSON.parse(text), parsed: this.#parsed } as ChainFacts
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
 * Receipt.requireChain(verifier.report())
 * ```
 *
 * @param trust - As of `Receipt.verify`.
 * @throws `ERR_RECEIPT_MALFORMED` for an id that is none; a code of the trust input.
 */
export function chainVerifier(trust: Trust, options: ChainOptions = {}): ChainVerifier {
  const policy = readPolicy(options)
  const [pinned, trusted] = trustOf(trust)
  return make((engine) => engine.receiptChainOpen(pinned, trusted, policy))
}

/**
 * Verifies a chain, from the oldest receipt on. Never throws for what the receipts hold.
 *
 * Costs at most 80 signature checks a receipt: as `Receipt.verify`.
 *
 * @example
 * ```ts
 * const facts = Receipt.verifyChain(receipts, trust, { tip })
 * Receipt.requireChain(facts)
 * ```
 *
 * @param receipts - An array or other iterable.
 * @param trust - As of `Receipt.verify`.
 * @throws as {@link chainVerifier}; `ERR_ARGUMENT` for what cannot be iterated over at once.
 */
export function verifyChain(
  receipts: Iterable<Input>,
  trust: Trust,
  options: ChainOptions = {},
): ChainFacts {
  return fed(receipts, chainVerifier(trust, options))
}

/**
 * As {@link verifyChain}, for receipts that come one after the other, as from a file or a network.
 *
 * Costs at most 80 signature checks a receipt: as `Receipt.verify`.
 *
 * @example
 * ```ts
 * const facts = await Receipt.verifyStream(stream, trust, { tip })
 * Receipt.requireChain(facts)
 * ```
 *
 * @param receipts - An asynchronous iterable. Of an array or another iterable: `verifyChain`.
 * @param trust - As of `Receipt.verify`.
 * @throws as {@link chainVerifier}, and what the iterable throws; all of it rejects the promise.
 */
export async function verifyStream(
  receipts: AsyncIterable<Input>,
  trust: Trust,
  options: ChainOptions = {},
): Promise<ChainFacts> {
  return streamed(receipts, chainVerifier(trust, options))
}

/**
 * Throws unless every fact is `ok`. Facts named in `unchecked` may be unchecked; none may have failed. Whose
 * the chain is may be unproven, as a pinned key is trusted by itself, unless `proven` asks for the actor.
 *
 * @example
 * ```ts
 * Receipt.requireChain(facts, { unchecked: ['completeness'] })
 * ```
 *
 * @throws `ERR_RECEIPT_CHAIN`; the message names the fact, its code and the index, or what is unproven.
 */
export function requireChain(facts: ChainFacts, options: requireChain.Options = {}): void {
  const { unchecked, proven } = readRequire(options)
  const report = print(check.record(facts, 'facts'), 'facts')
  const { unproven: open } = members(facts, 'facts', ['unproven'])
  const unproven = check.list(open, 'facts.unproven')
  const policy = JSON.stringify({ unchecked })
  call((engine) => engine.receiptChainRequire(report, policy))
  const missing = proven.find((one) => unproven.includes(one))
  if (missing)
    throw new CountersignError('ERR_RECEIPT_CHAIN', `the chain does not prove its ${missing}`)
}

const readRequire = shape({
  unchecked: withDefault(
    (value, name) => check.list(value, name).map((one) => check.text(one, name)),
    [],
  ),
  proven: withDefault(
    (value, name) => check.list(value, name).map((one) => check.oneOf(one, name, ['actor'])),
    [],
  ),
} satisfies Fields<requireChain.Options>)

export declare namespace requireChain {
  type Options = {
    /** Facts that may be unchecked, as `completeness` of a chain that goes on. */
    readonly unchecked?: readonly FactName[]
    /** What must not be unproven: `actor`, that the keys are those of the actor's DID. */
    readonly proven?: readonly 'actor'[]
  }
}

/** The options of a chain but its trust input and its witnesses. @internal */
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
} satisfies Fields<Omit<ChainOptions, 'witnesses'>>

const readChain = shape({ ...chainFields, witnesses } satisfies Fields<ChainOptions>)

/** What the verifier knows of a chain, as it crosses. @internal */
export function readPolicy(options: ChainOptions): string {
  return JSON.stringify(readChain(options))
}
