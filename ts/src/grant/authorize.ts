/**
 * May the holder of a chain do this, here and now?
 *
 * @module
 */

import * as check from '../check.js'
import { type JsonValue, type Received, receive } from '../document.js'
import { call } from '../engine/slot.js'
import type { PublicKey } from '../key.js'
import type { ReplayMark } from '../replay.js'
import { type Field, type Fields, optional, type Read, shape } from '../shape.js'
import { multikeyOf } from '../signing/named.js'
import { prepareTrust, type Trust, type TrustInput, trustHandle } from '../trust.js'
import { chainText } from './common.js'
import type { RequestBinding } from './present.js'
import { describe } from './status.js'
import type { ActionFact, ChainFact, ChainInput, Custom, Input, Report } from './types.js'
import { type Policy, policyFields, report, splitPolicy } from './verify.js'
import { expectation, expectedFields } from './verifyPresentation.js'

/** What was found out about a chain, and about an action under it. */
export type Authorization = Report<ChainFact | ActionFact>

/**
 * Verifies a chain, and an action under it. What is wrong is a fact; `requireFacts` throws.
 *
 * No store is asked, and nothing is remembered: uses that a grant limits stay `unchecked`, and the caller must forget a
 * nonce once it was used. {@link authorizeOnce} counts and remembers.
 *
 * Costs at most 273 signature checks: 1 for each of 16 links, 1 for each of 256 status records, and 1 for the
 * presentation.
 *
 * @example
 * ```ts
 * const report = Grant.authorize(chain, { key: human.publicKey }, {
 *   capability: 'read:docs/public/a',
 *   audience: 'https://api.example',
 *   presentation,
 *   nonce,
 *   revocations: [],
 * })
 * requireFacts(report)
 * ```
 *
 * @param trust - As in `Grant.verifyChain`.
 * @throws `ERR_CAPABILITY_WILDCARD` for an action with a wildcard, another `ERR_CAPABILITY_` code for one outside the
 * grammar; `ERR_ARGUMENT` for a presentation without `audience` and `nonce`; as `Grant.verifyChain`.
 */
export function authorize(
  chain: ChainInput,
  trust: Trust | TrustInput,
  options: authorize.Options,
): Authorization {
  const shown = chainText(chain)
  const trusted = prepareTrust(trust)
  const read = readOptions(options)
  checkNonce(read)
  return judge(shown, trusted, read).found
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
  readonly audience: Field<string | undefined>
  readonly address: Field<string | undefined>
  readonly custom: Field<Handlers>
  readonly presentation: Field<Received | undefined>
  readonly holder: Field<string | undefined>
} = {
  capability: check.text,
  audience: optional(check.text),
  address: optional(check.text),
  custom: handlers,
  presentation: optional(receive),
  holder: optional(multikeyOf),
}

/** The fields of what is asked. @internal */
export const askedFields: typeof policyFields &
  Omit<typeof expectedFields, 'audience'> &
  typeof fields = {
  ...policyFields,
  ...expectedFields,
  ...fields,
} satisfies Fields<authorize.Options>

const readOptions = shape(askedFields)

type Judged = { readonly found: Authorization; readonly mark: ReplayMark | undefined }

/**
 * Without a store that remembers nonces, only the nonce that the verifier gave out shows that a presentation is new.
 * @internal
 */
export function checkNonce({ presentation, nonce }: Read<typeof askedFields>): void {
  if (presentation !== undefined && nonce === undefined)
    throw check.wrong(
      'nonce',
      'a Uint8Array, unless `replay` of `Grant.authorizeOnce` remembers nonces',
      nonce,
    )
}

/** What the engine says of a chain and an action, and what is to be marked. @internal */
export function judge(
  { text: chain, parsed }: Received,
  trusted: Trust,
  query: Read<typeof askedFields>,
): Judged {
  const { capability, audience, address, holder, presentation, request, nonce } = query
  const { now, skew, purpose, maxLinks, revocations, lists } = query
  const policy = { now, skew, purpose, maxLinks, revocations, lists }
  const action = { capability, audience, address, holder, custom: custom(chain, query.custom) }
  const asked = splitPolicy(policy, action)
  if (presentation === undefined)
    return readJudgement(
      call((engine) =>
        engine.grantAuthorize(chain, trustHandle(trusted), asked.options, asked.status),
      ),
      parsed,
    )
  const own = check.text(audience, 'audience')
  const { text, body } = expectation({ audience: own, nonce, request, now, skew })
  const found = call((engine) =>
    engine.grantAuthorizePresented(
      chain,
      trustHandle(trusted),
      asked.options,
      asked.status,
      presentation.text,
      text,
      body,
    ),
  )
  return readJudgement(found, parsed || presentation.parsed)
}

function readJudgement(text: string, parsed: boolean): Judged {
  const { replay } = JSON.parse(text) as { replay: ReplayMark | null }
  return { found: report(text, parsed), mark: replay ?? undefined }
}

/** The caller's functions by name. A name without one gives `undefined`, and never a member of `Object.prototype`. */
function handlers(value: unknown, name: string): Handlers {
  const read = Object.create(null) as Record<string, Handler>
  if (value === undefined) return read
  const record = check.record(value, name)
  for (const member of Object.keys(record))
    read[member] = check.callable(record[member], `${name}.${member}`) as Handler
  return read
}

/** What the handlers say of the constraints they know. */
function custom(chain: string, known: Handlers): readonly object[] {
  if (Object.keys(known).length === 0) return []
  return describe(chain).flatMap((link, index) =>
    Object.entries<JsonValue>(link.custom)
      .filter(([name]) => known[name] !== undefined)
      .map(([name, value]) => ({
        link: index,
        name,
        holds: known[name]?.({ value, link: index }) === true,
      })),
  )
}
