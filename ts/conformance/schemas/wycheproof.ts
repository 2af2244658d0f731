/**
 * What all Wycheproof files share (C2SP/wycheproof, `testvectors_v1`).
 *
 * A file is known by the type of its groups. `valid` must succeed with the
 * output given, `invalid` must fail, `acceptable` may do either, and if it
 * succeeds the output must match.
 *
 * @module
 */

import { type Api, type Case, isRecord, type Verdict } from '../case.js'
import { overridden } from '../rules.js'
import { list, type Schema, text } from '../schema.js'

export type Row = Record<string, unknown>

/** Judges one test of a group; `root` is the whole file. */
export type Judge = (api: Api, test: Row, group: Row, root: Row) => void

/** A schema for groups of one type. */
export function wycheproof(
  type: string,
  judge: Judge,
  expectations: readonly string[] = ['result'],
): Schema {
  return {
    name: `Wycheproof ${type}`,
    matches: ({ json }) =>
      isRecord(json) &&
      Array.isArray(json['testGroups']) &&
      types(json).every((kind) => kind === type),
    *cases({ json }): Iterable<Case> {
      for (const group of list(json as Row, 'testGroups'))
        for (const test of list(group, 'tests'))
          yield {
            name: `tcId ${String(test['tcId'])}`,
            run: (api) => judge(api, test, group, json as Row),
          }
    },
    expectations,
  }
}

function types(json: Row): unknown[] {
  return list(json, 'testGroups').map((group) => group['type'])
}

/** The verdict that a test asks for, unless it overrides it. */
export function verdictOf(test: Row): Verdict {
  const ours = overridden(test)
  if (ours) return ours.verdict
  const result = text(test, 'result')
  if (result === 'valid') return 'accept'
  if (result === 'invalid') return 'reject'
  if (result === 'acceptable') return 'either'
  throw new Error(`no verdict "${result}"`)
}

/** Whether a test carries a flag. */
export function flagged(test: Row, flag: string): boolean {
  return Array.isArray(test['flags']) && test['flags'].includes(flag)
}
