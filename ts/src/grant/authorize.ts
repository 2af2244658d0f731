/**
 * May the holder of a chain do this, here and now?
 *
 * @module
 */

import * as check from '../check.js'
import { received } from '../document.js'
import { call } from '../engine/slot.js'
import { CountersignError } from '../errors.js'
import type { PublicKey } from '../key.js'
import { markOnce, type ReplayStore } from '../replay.js'
import { chainText, defaultSkew, multikey } from './common.js'
import { expectation, type RequestBinding } from './present.js'
import type { UseCounter } from './stores.js'
import type { ActionFact, ChainFact, ChainInput, Custom, Fact, Input, Report } from './types.js'
import { describe, given, type Lookup, lookUp, type Policy, report } from './verify.js'

/** What was found of a chain and an action under it. */
export type Authorization = Report<ChainFact | ActionFact>

/** What makes an authorization ask a store. */
export type Counting = {
  /** Remembers the nonces of presentations. */
  readonly replay: ReplayStore
  /** Counts the uses of grants that say how often they may be used. */
  readonly uses: UseCounter
}

/**
 * Verifies a chain, and an action under it. What is wrong is a fact; `Grant.requireChain` throws.
 *
 * With `store`, `uses` or `replay` a promise is given. A nonce is marked, and then a use counted, if
 * nothing failed: a fact that stays `unchecked` stops neither, for the caller may let it stay so. Until
 * its nonce is marked, a presentation does not make `holder` `ok` where there is a `replay`.
 *
 * @example
 * ```ts
 * const report = await Grant.authorize(chain, {
 *   trust: { key: human.publicKey },
 *   capability: 'read:docs/public/a',
 *   audience: 'https://api.example',
 *   presentation,
 *   nonce,
 *   store,
 *   uses,
 * })
 * Grant.requireChain(report)
 * ```
 *
 * @throws `ERR_CAPABILITY_WILDCARD` for an action with a wildcard, another `ERR_CAPABILITY_` code for one outside the grammar; as
 * `Grant.verifyChain`.
 */
export function authorize(
  chain: ChainInput,
  options: authorize.Options & (Lookup | Pick<Counting, 'replay'> | Pick<Counting, 'uses'>),
): Promise<Authorization>
export function authorize(chain: ChainInput, options: authorize.Options): Authorization
export function authorize(
  chain: ChainInput,
  options: authorize.Options & Partial<Lookup & Counting>,
): Authorization | Promise<Authorization> {
  const { text, parsed } = chainText(chain)
  const run = (full: typeof options) => judge(text, parsed, full)
  const { store, replay, uses } = options
  if (store === undefined && replay === undefined && uses === undefined) return run(options)
  const ready = store === undefined ? Promise.resolve(options) : lookUp(text, options, store)
  return ready.then(async (full) => count(await once(run(full), full), full))
}

export declare namespace authorize {
  type Options = Policy & {
    /** One action on one resource: `read:docs/a`. */
    readonly capability: string
    /** The verifier's own name. */
    readonly audience?: string
    /** IP address of the client, as the verifier's own server saw it. */
    readonly address?: string
    /** Says of each custom constraint by its name whether it holds. Others are refused. */
    readonly custom?: Readonly<Record<string, (custom: Custom) => boolean>>
    /** What the client showed. */
    readonly presentation?: Input
    /** The nonce that the verifier gave out. */
    readonly nonce?: Uint8Array
    /** The request that came. */
    readonly request?: RequestBinding
    /** Instead of a presentation: a key that the client is known to hold, as by `HttpSig.verify`. */
    readonly holder?: PublicKey
  }
}

type All = authorize.Options & Partial<Lookup & Counting>

function judge(chain: string, parsed: boolean, options: All): Authorization {
  const { audience, address, holder, presentation } = options
  const {
    trust,
    options: policy,
    status,
  } = given(options, {
    capability: check.text(options.capability, 'capability'),
    ...(audience !== undefined && { audience: check.text(audience, 'audience') }),
    ...(address !== undefined && { address: check.text(address, 'address') }),
    ...(holder !== undefined && { holder: multikey(holder, 'holder') }),
    custom: custom(chain, options.custom),
  })
  if (presentation === undefined)
    return report(
      call((engine) => engine.grantAuthorize(chain, trust, policy, status)),
      parsed,
    )
  const shown = received(presentation, 'presentation')
  const { text, body } = expectation(
    { ...options, audience: check.text(audience, 'audience') },
    options.now,
  )
  const found = call((engine) =>
    engine.grantAuthorizePresented(chain, trust, policy, status, shown.text, text, body),
  )
  return report(found, parsed || shown.parsed)
}

/** What the handlers say of the constraints they know. */
function custom(chain: string, handlers: authorize.Options['custom']): readonly object[] {
  if (handlers === undefined) return []
  const known = check.record(handlers, 'custom')
  return describe(chain).flatMap((link, at) =>
    Object.entries(link.custom)
      .filter(([name]) => Object.hasOwn(known, name))
      .map(([name, value]) => {
        const handler = known[name] as (custom: Custom) => unknown
        check.callable(handler, `custom.${name}`)
        return { link: at, name, holds: handler({ value, link: at }) === true }
      }),
  )
}

/** Marks the nonce of a presentation unless something failed; an unmarked one proves no holder. */
async function once(found: Authorization, options: All): Promise<Authorization> {
  const { replay, presentation, skew } = options
  if (replay === undefined || presentation === undefined) return found
  if (fails(found))
    return found.facts.holder.state === 'ok'
      ? answer(found, 'holder', { state: 'unchecked' })
      : found
  const { nonce, expires } = JSON.parse(received(presentation, 'presentation').text)
  try {
    await markOnce(replay, nonce, expires + (skew ?? defaultSkew))
    return found
  } catch (error) {
    if (!(error instanceof CountersignError) || error.code !== 'ERR_REPLAY') throw error
    return failed(found, 'holder', error)
  }
}

/** Counts a use of each link that limits them, unless something failed. */
async function count(found: Authorization, { uses }: All): Promise<Authorization> {
  if (uses === undefined || found.counted.length === 0 || fails(found)) return found
  check.callable(check.record(uses, 'uses')['take'], 'uses.take')
  const taken: unknown = await uses.take(found.counted)
  if (taken === true) return answer(found, 'uses', { state: 'ok' })
  return failed(found, 'uses', new CountersignError('ERR_GRANT_USES', 'the grant is used up'))
}

function fails(found: Authorization): boolean {
  return Object.values<Fact>(found.facts).some(({ state }) => state === 'failed')
}

function answer(found: Authorization, name: ActionFact, fact: Fact): Authorization {
  return { ...found, facts: { ...found.facts, [name]: fact } }
}

function failed(
  found: Authorization,
  name: ActionFact,
  { code, message }: CountersignError,
): Authorization {
  return answer(found, name, { state: 'failed', at: found.links.length - 1, code, why: message })
}
