/**
 * What a verification found: facts, not a green light.
 *
 * A report has `facts`: each question and its answer, in the order in which they were asked. A question that nobody
 * asked is not there: a report on a chain of receipts has no `witnesses` unless a number of them was wanted. One that
 * was asked, and for which nothing was given, is `unchecked`. What was given and cannot be checked, because no key is
 * trusted, no check is left, or the algorithm is not allowed, is `unchecked` with a code; a row about one signature,
 * proof or witness has the same states. So {@link requireFacts} has one rule for every report: no fact may have a code,
 * and none may be unchecked but those that the caller names.
 *
 * What a verifier must know is asked in any case, and stays `unchecked` where it was given nothing: whether a grant is
 * revoked, whether a chain of receipts is complete, whose DID a key is, how long an identity may be silent.
 *
 * @module
 */

import * as check from './check.js'
import {
  type Code,
  CountersignError,
  coreError,
  dataNames,
  dataOf,
  type ErrorData,
  type HostCode,
} from './errors.js'
import { factUnchecked } from './generated/messages.js'
import { type Fields, members, shape, withDefault } from './shape.js'

/** Why something does not hold: what a {@link CountersignError} says, as a member of a result. */
export type Failure = {
  readonly code: Code | HostCode
  /** In words, for people. */
  readonly why: string
  /** What the failure has of them. */
  readonly data?: ErrorData
}

/** What does not count, as a fact or as a row about one signature, proof or witness. */
export type Refused = {
  /**
   * `failed`: it does not hold, is malformed, or is not what was asked for. `unchecked`: nobody can say with what was
   * given, because no key is trusted, no check is left, or the algorithm is not supported or not allowed.
   */
  readonly state: 'failed' | 'unchecked'
} & Failure

/** What became of one signature, proof, witness, record or message: `Proven` if it holds, `About` in any case. */
export type Row<Proven = unknown, About = unknown> = About &
  (({ readonly state: 'ok' } & Proven) | Refused)

/** As {@link Row}, of something that an object may lack. Then it is `unchecked` without a code. */
export type Finding<Proven = unknown, About = unknown> =
  | Row<Proven, About>
  | (About & { readonly state: 'unchecked' })

/** Of something that an object may lack, where what does not hold is refused as a whole. */
export type Present = { readonly state: 'ok' | 'unchecked' }

/** The answer to one question. */
export type Fact =
  /** It holds. */
  | { readonly state: 'ok' }
  /** Nothing was given to check. */
  | { readonly state: 'unchecked' }
  | ({
      /** The first place at which it is refused, from 0: a link, a receipt, a generation. */
      readonly at: number
    } & Refused)

/** Answers by name. Those to `Asked` are there only if somebody asked. */
export type Facts<Name extends string, Asked extends string = never> = {
  readonly [One in Name]: Fact
} & { readonly [One in Asked]?: Fact }

/** What has facts, by name. */
export type Report<Name extends string = string> = {
  readonly facts: { readonly [One in Name]?: Fact }
}

/**
 * Refuses a report unless every fact in it holds.
 *
 * @example
 * ```ts
 * const report = requireFacts(Receipt.verifyChain(receipts, trust), { unchecked: ['completeness'] })
 * ```
 *
 * @param report - Of any verifier that gives facts.
 * @returns The report.
 * @throws The code and the data of the first fact that has a code; else `ERR_FACT_UNCHECKED` for the first that is
 * unchecked and not named. To name a fact lets nothing pass that was given and could not be checked. The message
 * names the fact, the place and the reason; `at` is the place, unless the data have one of their own.
 */
export function requireFacts<R extends Report>(
  report: R,
  options: requireFacts.Options<keyof R['facts'] & string> = {},
): R {
  const { unchecked } = readOptions(options)
  const facts = factsOf(report)
  for (const [name, fact] of facts) if (isRefused(fact)) throw failureOf(name, fact)
  for (const [name, { state }] of facts)
    if (state === 'unchecked' && !unchecked.includes(name))
      throw coreError(factUnchecked, { member: name })
  return report
}

const readOptions = shape({
  unchecked: withDefault(
    (value, name) => check.list(value, name).map((item) => check.text(item, name)),
    [],
  ),
} satisfies Fields<requireFacts.Options<string>>)

export declare namespace requireFacts {
  type Options<Name extends string> = {
    /** Facts that may stay unchecked, as `completeness` of a chain that goes on. Default: none. */
    readonly unchecked?: readonly Name[]
  }
}

/** An error as a member of a result. @internal */
export function explain(error: CountersignError): Failure {
  const data = dataOf(error)
  const { code, message: why } = error
  return Object.keys(data).length === 0 ? { code, why } : { code, why, data }
}

const answerMembers = ['state', 'at', 'code', 'why', 'data'] as const

type Answer = { readonly [Member in (typeof answerMembers)[number]]: unknown }

/** Whether a fact is about something that was given and does not count. @internal */
export function isRefused({ state, code }: { state: unknown; code?: unknown }): boolean {
  return state === 'failed' || (state === 'unchecked' && code !== undefined)
}

/** The error of a fact that is refused. */
function failureOf(name: string, { at, code, why, data }: Answer): CountersignError {
  const own = data === undefined ? {} : members(data, `report.facts.${name}.data`, dataNames)
  const place = typeof at === 'number' ? { at } : {}
  return new CountersignError(code as Code, `${name}, at ${at}: ${why}`, {
    ...place,
    ...dataOf(own as ErrorData),
  })
}

/** The facts of a report, of whatever made it, each read once. */
function factsOf(report: unknown): (readonly [string, Answer])[] {
  const facts = check.record(members(report, 'report', ['facts']).facts, 'report.facts')
  const names = check.readable('report.facts', () => Object.getOwnPropertyNames(facts))
  if (names.length === 0)
    throw new CountersignError(
      'ERR_FACT_UNCHECKED',
      'the report has no facts: pass the report of a verifier',
      { member: 'facts' },
    )
  const read = members(facts, 'report.facts', names)
  return names.map((name) => [name, answerOf(read[name], `report.facts.${name}`)])
}

/** A missing answer counts as unchecked. */
function answerOf(value: unknown, name: string): Answer {
  const stated = value === undefined ? { state: 'unchecked' } : value
  const answer = members(stated, name, answerMembers)
  check.oneOf(answer.state, `${name}.state`, ['ok', 'unchecked', 'failed'])
  if (isRefused(answer)) check.text(answer.code, `${name}.code`)
  return answer
}
