/**
 * May the holder of a chain do this, here and now?
 *
 * @module
 */

import * as check from '../check.js'
import { type JsonValue, type Received, received } from '../document.js'
import { call } from '../engine/slot.js'
import { CountersignError } from '../errors.js'
import type { PublicKey } from '../key.js'
import { markOnce, type ReplayMark, type ReplayStore } from '../replay.js'
import { type Field, type Fields, members, optional, shape } from '../shape.js'
import { chainText, multikey } from './common.js'
import { expectation, expectedFields, type RequestBinding } from './present.js'
import type { UseCounter } from './stores.js'
import type { ActionFact, ChainFact, ChainInput, Custom, Fact, Input, Report } from './types.js'
import {
  crossing,
  describe,
  type Lookup,
  lookUp,
  type Policy,
  policyFields,
  report,
  statusStore,
} from './verify.js'

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
 * Costs at most 273 signature checks: 1 for each of 16 links, 1 for each of 256 status records, and 1 for the
 * presentation.
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
  const shown = chainText(chain)
  const given = readOptions(options)
  const { store, replay, uses } = given
  if (store === undefined && replay === undefined && uses === undefined)
    return judge(shown, given).found
  const ready = store === undefined ? Promise.resolve(given) : lookUp(shown.text, given, store)
  return ready.then(async (full) => {
    const { found, mark } = judge(shown, full)
    return count(await once(found, mark, full), uses)
  })
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

type Handler = (custom: Custom) => unknown
type Handlers = { readonly [name: string]: Handler }

const fields: {
  readonly capability: Field<string>
  readonly address: Field<string | undefined>
  readonly custom: Field<Handlers>
  readonly presentation: Field<Received | undefined>
  readonly holder: Field<string | undefined>
  readonly store: typeof statusStore
  readonly uses: Field<UseCounter | undefined>
} = {
  capability: check.text,
  address: optional(check.text),
  custom: handlers,
  presentation: optional(received),
  holder: optional(multikey),
  store: statusStore,
  uses: optional((value, name) => {
    check.callable(members(value, name, ['take']).take, `${name}.take`)
    return value as UseCounter
  }),
}

const readOptions = shape({
  ...policyFields,
  ...expectedFields,
  ...fields,
  audience: optional(check.text),
} satisfies Fields<authorize.Options & Lookup & Counting>)

type Given = ReturnType<typeof readOptions>
type Judged = { readonly found: Authorization; readonly mark: ReplayMark | undefined }

function judge({ text: chain, parsed }: Received, given: Given): Judged {
  const { capability, audience, address, holder, presentation, request, nonce } = given
  const { trust, now, skew, purpose, maxLinks, revocations, lists } = given
  const policy = { trust, now, skew, purpose, maxLinks, revocations, lists }
  const action = { capability, audience, address, holder, custom: custom(chain, given.custom) }
  const asked = crossing(policy, action)
  if (presentation === undefined)
    return judged(
      call((engine) => engine.grantAuthorize(chain, asked.trust, asked.options, asked.status)),
      parsed,
    )
  const own = check.text(audience, 'audience')
  const expected = expectation({ audience: own, nonce, replay: given.replay, request, now, skew })
  const { text, body } = expected
  const found = call((engine) =>
    engine.grantAuthorizePresented(
      chain,
      asked.trust,
      asked.options,
      asked.status,
      presentation.text,
      text,
      body,
    ),
  )
  return judged(found, parsed || presentation.parsed)
}

function judged(text: string, parsed: boolean): Judged {
  const { replay } = JSON.parse(text) as { replay: ReplayMark | null }
  return { found: report(text, parsed), mark: replay ?? undefined }
}

/** The functions that were given by name. Whoever calls a name that was not gets nothing. */
function handlers(value: unknown, name: string): Handlers {
  const read = Object.create(null) as Record<string, Handler>
  if (value === undefined) return read
  const given = check.record(value, name)
  for (const one of Object.keys(given))
    read[one] = check.callable(given[one], `${name}.${one}`) as Handler
  return read
}

/** What the handlers say of the constraints they know. */
function custom(chain: string, known: Handlers): readonly object[] {
  if (Object.keys(known).length === 0) return []
  return describe(chain).flatMap((link, at) =>
    Object.entries<JsonValue>(link.custom)
      .filter(([name]) => known[name] !== undefined)
      .map(([name, value]) => ({
        link: at,
        name,
        holds: known[name]?.({ value, link: at }) === true,
      })),
  )
}

/** Marks a presentation as used unless something failed; an unmarked one proves no holder. */
async function once(
  found: Authorization,
  mark: ReplayMark | undefined,
  { replay }: Given,
): Promise<Authorization> {
  if (replay === undefined || mark === undefined) return found
  if (fails(found)) return answer(found, 'holder', { state: 'unchecked' })
  try {
    await markOnce(replay, mark.mark, mark.until, mark.sender)
    return found
  } catch (error) {
    if (!(error instanceof CountersignError) || error.code !== 'ERR_REPLAY') throw error
    return failed(found, 'holder', error)
  }
}

/** Counts a use of each link that limits them, unless something failed. */
async function count(found: Authorization, uses: UseCounter | undefined): Promise<Authorization> {
  if (uses === undefined || found.counted.length === 0 || fails(found)) return found
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
