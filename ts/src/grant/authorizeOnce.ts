/**
 * Authorizing with the stores of the verifier: a nonce is taken once, and a use of a limited grant is counted.
 *
 * @module
 */

import * as check from '../check.js'
import type { Received } from '../document.js'
import { CountersignError } from '../errors.js'
import { explain, type Fact, isRefused } from '../facts.js'
import { checkStore, markOnce, type ReplayMark, type ReplayStore } from '../replay.js'
import { type Field, type Fields, members, optional, shape } from '../shape.js'
import { prepareTrust, type Trust, type TrustInput } from '../trust.js'
import { type Authorization, askedFields, type authorize, checkNonce, judge } from './authorize.js'
import { chainText } from './common.js'
import { type Lookup, lookUp, statusStore } from './status.js'
import type { UseCounter } from './stores.js'
import type { ActionFact, ChainInput } from './types.js'

/** What an authorization counts in. */
export type Counting = {
  /** Remembers the nonces of presentations. */
  readonly replay: ReplayStore
  /** Counts the uses of grants that say how often they may be used. */
  readonly uses: UseCounter
}

const useCounter: Field<UseCounter> = (value, name) => {
  check.callable(members(value, name, ['take']).take, `${name}.take`)
  return value as UseCounter
}

const readOptions = shape({
  ...askedFields,
  store: optional(statusStore),
  replay: optional(checkStore),
  uses: optional(useCounter),
} satisfies Fields<authorize.Options & Lookup & Counting>)

/**
 * As {@link authorize}, once: marks the nonce in `replay`, counts a use in `uses`, and asks `store` what is revoked. At
 * least one of the three is needed; one that is left out is not asked.
 *
 * If no fact has a code, the nonce is marked, and then the use is counted. A fact that stays `unchecked` stops neither,
 * because the caller may accept that. With `replay`, a presentation makes `holder` `ok` only once its nonce is marked.
 *
 * Costs at most 273 signature checks: 1 for each of 16 links, 1 for each of 256 status records, and 1 for the
 * presentation.
 *
 * @example
 * ```ts
 * const report = await Grant.authorizeOnce(chain, { key: human.publicKey }, {
 *   capability: 'read:docs/public/a',
 *   audience: 'https://api.example',
 *   presentation,
 *   replay,
 *   store,
 *   uses,
 * })
 * requireFacts(report)
 * ```
 *
 * @throws as {@link authorize}, but that `replay` stands in for `nonce`; `ERR_GRANT_STATUS_MISSING` if `store`
 * fails; whatever `replay` and `uses` throw.
 */
export async function authorizeOnce(
  chain: ChainInput,
  trust: Trust | TrustInput,
  options: authorizeOnce.Options,
): Promise<Authorization> {
  const shown = chainText(chain)
  const trusted = prepareTrust(trust)
  const read = readOptions(options)
  if (read.store === undefined && read.replay === undefined && read.uses === undefined)
    throw new CountersignError(
      'ERR_ARGUMENT',
      'authorizeOnce needs store, uses or replay; without them, call authorize',
      { member: 'options' },
    )
  return run(shown, trusted, read)
}

/**
 * As {@link authorizeOnce}, with its stores or without. `mark` is called unless a fact is refused, before a use is counted.
 *
 * @internal
 */
export async function authorizeMarked(
  chain: ChainInput,
  trust: Trust,
  options: authorize.Options,
  mark: () => Promise<void>,
): Promise<Authorization> {
  return run(chainText(chain), trust, readOptions(options), mark)
}

async function run(
  shown: Received,
  trusted: Trust,
  { store, replay, uses, ...asked }: ReturnType<typeof readOptions>,
  mark?: () => Promise<void>,
): Promise<Authorization> {
  if (replay === undefined) checkNonce(asked)
  const full = store === undefined ? asked : await lookUp(shown.text, asked, store)
  const judged = judge(shown, trusted, full)
  const found = await markPresentation(judged.found, judged.mark, replay)
  if (!fails(found)) await mark?.()
  return count(found, uses)
}

export declare namespace authorizeOnce {
  type Options = authorize.Options &
    (Lookup | Pick<Counting, 'replay'> | Pick<Counting, 'uses'>) &
    Partial<Lookup & Counting>
}

/** Marks a presentation as used unless a fact is refused; an unmarked one proves no holder. */
async function markPresentation(
  found: Authorization,
  mark: ReplayMark | undefined,
  replay: ReplayStore | undefined,
): Promise<Authorization> {
  if (replay === undefined || mark === undefined) return found
  if (fails(found)) return answer(found, 'holder', { state: 'unchecked' })
  try {
    await markOnce(replay, mark.mark, mark.until, mark.sender)
    return found
  } catch (error) {
    if (!(error instanceof CountersignError) || error.code !== 'ERR_REPLAY') throw error
    return fail(found, 'holder', error)
  }
}

/** Counts a use of each link that limits them, unless a fact is refused. */
async function count(found: Authorization, uses: UseCounter | undefined): Promise<Authorization> {
  if (uses === undefined || found.counted.length === 0 || fails(found)) return found
  const taken: unknown = await uses.take(found.counted)
  if (taken === true) return answer(found, 'uses', { state: 'ok' })
  const limit = Math.min(...found.counted.map((use) => use.limit))
  const message = `the grant is used up: it may be used ${limit} times`
  return fail(found, 'uses', new CountersignError('ERR_GRANT_USES', message, { limit }))
}

function fails(found: Authorization): boolean {
  return Object.values<Fact>(found.facts).some(isRefused)
}

function answer(found: Authorization, name: ActionFact, fact: Fact): Authorization {
  return { ...found, facts: { ...found.facts, [name]: fact } }
}

function fail(found: Authorization, name: ActionFact, error: CountersignError): Authorization {
  return answer(found, name, {
    state: 'failed',
    at: found.links.length - 1,
    ...explain(error),
  })
}
