/**
 * Refusing a report unless its facts hold.
 *
 * @internal
 * @module
 */

import * as check from '../check.js'
import { CountersignError } from '../errors.js'
import type { Code } from '../generated/codes.js'
import { type Field, members } from '../shape.js'

/** Which facts of a report must hold, and what is thrown for one that nobody checked. */
type Rule = {
  readonly names: readonly string[]
  readonly mayBeUnchecked: readonly unknown[]
  readonly unchecked: Code
  /** What `at` counts: `link`, `at`. */
  readonly place: string
}

/** Throws for the first of the named facts that failed, else for one that is not checked. */
export function requireFacts(facts: object, rule: Rule): void {
  const read = members(facts, 'report.facts', rule.names)
  const answers = rule.names.map((name) => [name, factOf(read[name], name)] as const)
  for (const [name, fact] of answers)
    if (fact.state === 'failed')
      throw new CountersignError(
        fact.code as Code,
        `${name}, ${rule.place} ${fact.at}: ${fact.why}`,
      )
  for (const [name, fact] of answers)
    if (fact.state !== 'ok' && !rule.mayBeUnchecked.includes(name))
      throw new CountersignError(rule.unchecked, `${name} is not checked`)
}

/** The facts of a report, of whatever made it. */
export function factsOf(report: unknown): object {
  return check.record(members(report, 'report', ['facts']).facts, 'report.facts')
}

/** Names of facts that may stay unchecked; `usual` where none are named. */
export function mayBeUnchecked(usual: readonly string[]): Field<readonly unknown[]> {
  return (value, name) => (value === undefined ? usual : check.list(value, name))
}

/** An answer, read once. That there is none is as good as one that nobody gave. */
function factOf(value: unknown, name: string): Record<'state' | 'at' | 'code' | 'why', unknown> {
  const given = value === undefined ? { state: 'unchecked' } : value
  return members(given, `report.facts.${name}`, ['state', 'at', 'code', 'why'])
}
