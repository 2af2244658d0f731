/**
 * Competence: what an agent tried, and how it went, counted by whoever asks.
 *
 * | Step | Who | Call |
 * | --- | --- | --- |
 * | try | agent | {@link attempt}: a receipt in its chain, so none can be left out unseen |
 * | judge | another party | {@link validate}: a receipt in a chain of its own |
 * | claim | agent | {@link claim}: signed, and true of the attempts before it, or refused |
 * | check | verifier | {@link verify} or {@link verifier}, then {@link requireFacts} |
 *
 * Scores and rates are whole parts per million. What is signed and what each fact means is written in
 * `rust/core/src/identity/competence.rs`.
 *
 * @module
 */

import * as check from '../check.js'
import { print, received } from '../document.js'
import { call } from '../engine/slot.js'
import type { Engine } from '../generated/contract.js'
import { disposable, Handle } from '../handle.js'
import { type ChainFacts, type ChainOptions, chainFields, type Fact } from '../receipt/chain.js'
import { milliseconds } from '../receipt/common.js'
import { fed, feed } from '../receipt/feed.js'
import { type Action, issue, named, type Place } from '../receipt/issue.js'
import type { Expectation, Input, Receipt } from '../receipt/types.js'
import { verify as verifyReceipt } from '../receipt/verify.js'
import { anything, type Field, type Fields, optional, shape, withDefault } from '../shape.js'
import { checkSigner, type Signed, type Signer } from '../signing.js'
import { type Trust, trustOf } from '../trust.js'

/** How an attempt went; `score` in parts per million, 1 to 999,999. */
export type Outcome =
  | { readonly outcome: 'success' | 'failure'; readonly score?: never }
  | { readonly outcome: 'partial'; readonly score: number }

/** What an agent says of something that it tried. */
export type Attempt = Outcome & {
  /** At what: one action on one resource, in the grammar of `Grant`, as `deploy:web/staging`. */
  readonly domain: string
  /** The id of the receipt that records the work. It counts once. */
  readonly work?: string
}

/** What an agent says of its attempts: at least so many, at least so good. */
export type Claim = {
  /** A pattern in the grammar of `Grant`, as `deploy:**`. */
  readonly domain: string
  readonly from?: Date
  readonly until?: Date
  readonly attempts: number
  readonly rate: number
  /** Attempts that others judged. */
  readonly validated?: number
  readonly validatedRate?: number
}

/** What a verifier asks. */
export type Options = Omit<ChainOptions, 'witnesses'> & {
  /** Whom to trust. */
  readonly trust: Trust
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

const moment: Field<number | undefined> = optional(milliseconds as Field<number>)

const whole =
  (most?: number): Field<number | undefined> =>
  (value, name) =>
    value === undefined ? undefined : check.integer(value, name, 0, most)

const readMinimum = shape({
  attempts: whole(),
  rate: whole(1_000_000),
  validated: whole(),
  validatedRate: whole(1_000_000),
  streak: whole(),
} satisfies Fields<Minimum>)

const readOptions = shape({
  trust: anything,
  ...chainFields,
  domain: check.text,
  from: moment,
  until: moment,
  quorum: withDefault((value, name) => check.integer(value, name, 1, 16), 1),
  minimum: (value, name) => readMinimum(value, name),
} satisfies Fields<Options>)

/** What counts must reach; rates in parts per million. */
export type Minimum = {
  readonly attempts?: number
  readonly rate?: number
  readonly validated?: number
  readonly validatedRate?: number
  /** Attempts of 500,000 or more in a row, up to the last. */
  readonly streak?: number
}

/** What was counted. */
export type Tally = {
  readonly attempts: number
  readonly successes: number
  readonly failures: number
  readonly partials: number
  /** The mean score, rounded down; null of no attempts. */
  readonly rate: number | null
  readonly streak: number
  readonly bestStreak: number
}

/** What a chain showed of attempts. */
export type Facts = {
  /** The facts of the chain itself. */
  readonly chain: Omit<ChainFacts, 'parsed'>
  readonly domain: string
  /** The receipts cover the window. */
  readonly window: Fact
  /** Every attempt can be read, and counts once. */
  readonly attempts: Fact
  /** The counts reach the minimum. */
  readonly thresholds: Fact
  /** Every claim about this domain and window is true of the attempts before it. */
  readonly claims: Fact
  readonly claimCount: number
  /** Attempts in other domains, or outside the window. */
  readonly others: number
  /** What the agent says of itself. */
  readonly reported: Tally
  /** What others say, whatever the agent says. */
  readonly validated: Tally
  readonly validations: {
    readonly count: number
    readonly counted: number
    /** Of attempts that were not shown, or do not count. */
    readonly unused: number
    /** Why some do not count, at most 64. */
    readonly refused: readonly { readonly index: number; readonly code: string }[]
    readonly refusals: number
  }
  /** Whether a parsed object was among the receipts. */
  readonly parsed: boolean
}

/** What an agent hands over. */
export type Proof = {
  /** The receipts of its chain that cover the window, oldest first. */
  readonly receipts: Iterable<Input>
  /** What others said of attempts. */
  readonly validations?: Iterable<Input>
}

/** Where an attempt stands, and what it points to. */
export type AttemptPlace = Place & Pick<Action, 'references' | 'context' | 'grant'>

/**
 * Signs what was tried and how it went: a receipt in the agent's chain. At once for a local signer.
 *
 * @example
 * ```ts
 * const done = { domain: 'deploy:web/staging', outcome: 'success', work } as const
 * const receipt = Identity.competence.attempt(done, signer, { previous })
 * ```
 *
 * @throws `ERR_COMPETENCE_MALFORMED`, `ERR_CAPABILITY_MALFORMED`; else as `Receipt.issue`.
 */
export function attempt<S extends Signer>(
  what: Attempt,
  signer: S,
  options: AttemptPlace = {},
): Signed<S, Receipt> {
  const given = print(check.record(what, 'what'), 'what')
  const content = call((engine) => engine.competenceContent('attempt', given))
  const { references, context, grant, ...place } = readAttemptPlace(options)
  const action = { action: 'countersign/attempt', content: JSON.parse(content) }
  const more = Object.entries({ references, context, grant }).filter(([, it]) => it !== undefined)
  return issue({ ...action, ...Object.fromEntries(more) }, signer, place as Place)
}

/** Where a receipt stands; what it must be is for `Receipt.issue` to say. */
const placeFields = { actor: anything, keyId: anything, previous: anything, now: anything } as const

const readAttemptPlace = shape({
  ...placeFields,
  references: anything,
  context: anything,
  grant: anything,
} satisfies Fields<AttemptPlace>)

/**
 * Verifies an attempt and signs how it went, as another party than the agent. The receipt stands in the
 * validator's own chain.
 *
 * @example
 * ```ts
 * const judged = Identity.competence.validate(receipt, { outcome: 'success' }, reviewer, { trust })
 * ```
 *
 * @throws `ERR_COMPETENCE_SELF` for the agent itself; `ERR_COMPETENCE_MALFORMED`; as `Receipt.verify`
 * and `Receipt.issue`.
 */
export function validate<S extends Signer>(
  receipt: Input,
  how: Outcome,
  signer: S,
  options: validate.Options,
): Signed<S, Receipt> {
  const { text } = received(receipt, 'receipt')
  const { trust, skew, ...read } = readValidate(options)
  const place = read as Place
  const { now } = place
  verifyReceipt(text, trust as Trust, {
    ...(skew !== undefined && { skew: skew as number }),
    ...(now !== undefined && { now }),
  })
  const [validator] = named(place.actor, place.keyId, checkSigner(signer).publicKey, 'actor')
  const given = print(check.record(how, 'how'), 'how')
  const content = call((engine) => engine.competenceValidation(text, validator, given))
  const action = { action: 'countersign/attempt-validation', content: JSON.parse(content) }
  return issue(action, signer, place)
}

const readValidate = shape({
  ...placeFields,
  trust: anything,
  skew: anything,
} satisfies Fields<validate.Options>)

export declare namespace validate {
  /** Whom to trust for the attempt; and the validator's place. */
  type Options = Place & Pick<Expectation, 'skew'> & { readonly trust: Trust }
}

/**
 * Signs a claim about the attempts before it, in the agent's chain. A verifier who asks about this domain
 * and window refuses one that says too much.
 *
 * @throws `ERR_COMPETENCE_MALFORMED`, `ERR_CAPABILITY_MALFORMED`; else as `Receipt.issue`.
 */
export function claim<S extends Signer>(
  what: Claim,
  signer: S,
  options: Place = {},
): Signed<S, Receipt> {
  const given = print(readClaim(check.record(what, 'what'), 'what'), 'what')
  const content = call((engine) => engine.competenceContent('claim', given))
  const action = { action: 'countersign/competence-claim', content: JSON.parse(content) }
  return issue(action, signer, options)
}

const readClaim = shape({
  domain: anything,
  from: moment,
  until: moment,
  attempts: anything,
  rate: anything,
  validated: anything,
  validatedRate: anything,
} satisfies Fields<Claim>)

/** Says that the class is made by functions of this package only. */
const door: unique symbol = Symbol('countersign')
let make: (open: (engine: Engine) => number) => CompetenceVerifier

/** Counts attempts as receipts come. Made by {@link verifier}. */
export class CompetenceVerifier {
  readonly #handle: Handle
  #parsed = false
  declare readonly [Symbol.dispose]: () => void

  static {
    make = (open) => new CompetenceVerifier(door, open)
  }

  private constructor(key: typeof door, open: (engine: Engine) => number) {
    if (key !== door) throw check.wrong('key', 'made by `Identity.competence`', key)
    this.#handle = new Handle(open, (engine, id) => engine.competenceClose(id))
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
  report(): Facts {
    const text = this.#handle.use((engine, id) => engine.competenceReport(id))
    return { ...JSON.parse(text), parsed: this.#parsed } as Facts
  }

  /** Forgets the chain. Later calls throw `ERR_HANDLE_CLOSED`. */
  close(): void {
    this.#handle.close()
  }

  #feed(validations: boolean, receipts: readonly Input[], name: string): void {
    const send = (texts: string) =>
      this.#handle.use((engine, id) => engine.competencePush(id, validations, texts))
    this.#parsed = feed(receipts, name, send) || this.#parsed
  }
}
disposable(CompetenceVerifier)

/**
 * A verifier that takes validations, then receipts as they come.
 *
 * @throws `ERR_CAPABILITY_MALFORMED` for a domain that is no pattern; `ERR_RECEIPT_MALFORMED` for an id
 * that is none; `ERR_POLICY_MALFORMED`; a code of the trust input.
 */
export function verifier(options: Options): CompetenceVerifier {
  const { trust: given, minimum, ...asked } = readOptions(check.record(options, 'options'))
  const [pinned, trust] = trustOf(given as Trust)
  const policy = JSON.stringify({ ...asked, ...minimum })
  return make((engine) => engine.competenceOpen(pinned, trust, policy))
}

/**
 * Counts the attempts of a chain anew. Never throws for what the receipts hold. The trust input holds
 * the keys of the agent and of its validators.
 *
 * Costs at most 80 signature checks a receipt and 80 a validation: 16 for the receipt, or `maxChecks`, and 1 for each
 * of its first 64 witnesses.
 *
 * @example
 * ```ts
 * const facts = Identity.competence.verify(
 *   { receipts, validations },
 *   { trust, domain: 'deploy:**', minimum: { validated: 10, validatedRate: 900_000 } },
 * )
 * Identity.competence.requireFacts(facts, { unchecked: ['window'] })
 * ```
 *
 * @throws As {@link verifier}.
 */
export function verify(proof: Proof, options: Options): Facts {
  const { receipts, validations } = readProof(check.record(proof, 'proof'), 'proof')
  const counter = verifier(options)
  try {
    for (const one of validations) counter.validations(one)
  } catch (error) {
    counter.close()
    throw error
  }
  return fed(receipts as Iterable<Input>, counter)
}

const readProof = shape({
  receipts: iterable,
  validations: withDefault(iterable, []),
} satisfies Fields<Proof>)

function iterable(value: unknown, name: string): Iterable<Input> {
  const given = value as Iterable<Input>
  if (typeof given === 'string' || typeof given?.[Symbol.iterator] !== 'function')
    throw check.wrong(name, 'an array or other iterable', value)
  return given
}

/**
 * Throws unless every fact that was asked for is `ok`. `window` and the facts of the chain but
 * `completeness` must be, unless they are named in `unchecked`; none may have failed.
 *
 * @throws `ERR_COMPETENCE_FACT`, `ERR_RECEIPT_CHAIN`; the message names the fact, its code and the index.
 */
export function requireFacts(facts: Facts, options: requireFacts.Options = {}): void {
  const report = print(check.record(facts, 'facts'), 'facts')
  const policy = print(readRequired(options), 'options')
  call((engine) => engine.competenceRequire(report, policy))
}

const readRequired = shape({
  unchecked: withDefault(check.list, []),
} satisfies Fields<requireFacts.Options>)

export declare namespace requireFacts {
  type Options = {
    /** Facts that may be unchecked, as `window` of a chain that goes on. */
    readonly unchecked?: readonly (keyof ChainFacts | 'window')[]
  }
}
