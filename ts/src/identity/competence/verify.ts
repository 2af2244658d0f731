/**
 * Counts attempts, for whoever asks.
 *
 * @module
 */

import * as check from '../../check.js'
import type { Engine } from '../../generated/contract.js'
import { disposable, Handle } from '../../handle.js'
import { chainFields, type verifyChain } from '../../receipt/chain.js'
import { milliseconds } from '../../receipt/common.js'
import { checkIterable, feed, feedAll } from '../../receipt/feed.js'
import type { Input } from '../../receipt/types.js'
import { type Field, type Fields, optional, printOptions, shape, withDefault } from '../../shape.js'
import { prepareTrust, type Trust, type TrustInput, trustHandle } from '../../trust.js'
import type { Minimum, Proof, Report } from './types.js'

const count: Field<number | undefined> = optional(check.integer)

const readMinimum = shape({
  attempts: count,
  rate: optional(check.safeInteger),
  validated: count,
  validatedRate: optional(check.safeInteger),
  streak: count,
} satisfies Fields<Minimum>)

const readOptions = shape({
  ...chainFields,
  domain: check.text,
  from: optional(milliseconds),
  until: optional(milliseconds),
  quorum: optional(check.safeInteger),
  minimum: (value, name) => readMinimum(value, name),
} satisfies Fields<verify.Options>)

/** Says that the class is made by functions of this package only. */
const door: unique symbol = Symbol('countersign')
let make: (create: (engine: Engine) => number) => CompetenceVerifier

/** Counts attempts as receipts come. Made by {@link verifier}. */
export class CompetenceVerifier {
  readonly #handle: Handle
  #parsed = false
  declare readonly [Symbol.dispose]: () => void

  static {
    make = (create) => new CompetenceVerifier(door, create)
  }

  private constructor(key: typeof door, create: (engine: Engine) => number) {
    if (key !== door) throw check.wrong('key', 'made by `Identity.competence`', key)
    this.#handle = new Handle(create, (engine, id) => engine.competenceClose(id))
  }

  /**
   * Takes validations. They come before the attempts that they are about.
   *
   * Costs at most 80 signature checks a validation, which is a receipt too.
   */
  validations(...validations: readonly Input[]): void {
    this.#feed(true, validations, 'validations')
  }

  /**
   * Takes the next receipts of the chain, from the oldest on. What is wrong with them becomes a fact.
   *
   * Costs at most 80 signature checks a receipt: 16 for the receipt, or `maxChecks`, and 1 for each of its first 64
   * witnesses.
   */
  push(...receipts: readonly Input[]): void {
    this.#feed(false, receipts, 'receipts')
  }

  /** The facts so far; the last receipt is taken for the last. */
  report(): Report {
    const text = this.#handle.use((engine, id) => engine.competenceReport(id))
    return { ...JSON.parse(text), parsed: this.#parsed } as Report
  }

  /** Forgets the chain. Later calls throw `ERR_HANDLE_CLOSED`. */
  close(): void {
    this.#handle.close()
  }

  #feed(validations: boolean, receipts: readonly Input[], name: string): void {
    const send = (list: Uint8Array) =>
      this.#handle.use((engine, id) => engine.competencePush(id, validations, list))
    this.#parsed = feed(receipts, name, send) || this.#parsed
  }
}
disposable(CompetenceVerifier)

/**
 * A verifier that takes validations, then receipts as they come.
 *
 * @param trust - As of {@link verify}.
 * @throws `ERR_CAPABILITY_MALFORMED` for a domain that is no pattern; `ERR_RECEIPT_MALFORMED` for an id
 * in another form; `ERR_POLICY_MALFORMED`; a code of the trust input.
 */
export function verifier(trust: Trust | TrustInput, options: verifier.Options): CompetenceVerifier {
  const trusted = prepareTrust(trust)
  const { minimum, ...asked } = readOptions(options)
  const policy = printOptions({ ...asked, ...minimum })
  return make((engine) => engine.competenceCreate(trustHandle(trusted), policy))
}

export declare namespace verifier {
  type Options = verify.Options
}

/**
 * Counts the attempts of a chain anew. Never throws for what the receipts hold.
 *
 * Costs at most 80 signature checks a receipt and 80 a validation: 16 for the receipt, or `maxChecks`, and 1 for each
 * of its first 64 witnesses.
 *
 * @example
 * ```ts
 * const report = Identity.competence.verify({ receipts, validations }, trust, {
 *   domain: 'deploy:**',
 *   minimum: { validated: 10, validatedRate: 900_000 },
 * })
 * requireFacts(report, { unchecked: ['window'] })
 * ```
 *
 * @param trust - The keys of the agent and of its validators.
 * @throws As {@link verifier}.
 */
export function verify(proof: Proof, trust: Trust | TrustInput, options: verify.Options): Report {
  const { receipts, validations } = readProof(check.record(proof, 'proof'), 'proof')
  const counter = verifier(trust, options)
  try {
    for (const validation of validations) counter.validations(validation)
  } catch (error) {
    counter.close()
    throw error
  }
  return feedAll(receipts, counter)
}

export declare namespace verify {
  /** What a verifier asks. */
  type Options = Omit<verifyChain.Options, 'witnesses'> & {
    /** Which attempts count: a pattern in the grammar of `Grant`, as `deploy:**`. */
    readonly domain: string
    /** The first moment of the window. Default: the start of the chain. */
    readonly from?: Date
    /** The first moment after it. Default: the end of the chain. */
    readonly until?: Date
    /** How many others must have judged an attempt for it to count as validated. Default: 1. */
    readonly quorum?: number
    /** What the counts must reach. */
    readonly minimum?: Minimum
  }
}

const readProof = shape({
  receipts: iterable,
  validations: withDefault(iterable, []),
} satisfies Fields<Proof>)

function iterable(value: unknown, name: string): Iterable<Input> {
  checkIterable(value, name, Symbol.iterator, 'an array or other iterable')
  return value as Iterable<Input>
}
