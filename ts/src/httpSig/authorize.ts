/**
 * Grants in HTTP requests: the signature, the chain that it covers, and the action under it, in one step.
 *
 * The client sends its chain in the field `Countersign-Grant` and signs the request (RFC 9421) with the last key of the
 * chain. Tag and components are those that `Grant` names; the signature also covers a body.
 *
 * @module
 */

import * as check from '../check.js'
import { coreError } from '../errors.js'
import { grantMalformed } from '../generated/messages.js'
import type { Authorization, authorize as act } from '../grant/authorize.js'
import { authorizeMarked } from '../grant/authorizeOnce.js'
import { fromHeader, headerName, signatureComponents, signatureTag } from '../grant/header.js'
import type { StatusStore, UseCounter } from '../grant/stores.js'
import type { Grant } from '../grant/types.js'
import type { HostRequest } from '../host.js'
import { fromMultikey } from '../keyFormats/multikey.js'
import { anything, type Fields, optional, shape } from '../shape.js'
import { prepareTrust, type Trust, type TrustInput } from '../trust.js'
import { type Verified, type verifyAs, verifyUnmarked } from './accept.js'
import { headerLines, type PlainRequest } from './message.js'
import { verifyDefaults, verifyFields } from './options.js'

/** What was found out about a request: its signature, the chain and the action. */
export type AuthorizedRequest = {
  /** What the signature proved: that the holder of the last key made this request. */
  readonly signature: Verified
  /** Facts, for `requireFacts`. */
  readonly authorization: Authorization
}

/**
 * May whoever signed this request do this? Verifies that the last key of the chain signed method, address, chain and
 * body, and then verifies the chain and the action.
 *
 * Costs at most 273 signature checks: 1 for the request, and those of `Grant.verifyChain`.
 *
 * @example
 * ```ts
 * const { authorization, signature } = await HttpSig.authorize(request, { key: human.publicKey }, {
 *   capability: 'read:docs/a',
 *   origin: 'https://api.example',
 *   store,
 *   replay,
 * })
 * requireFacts(authorization)
 * ```
 *
 * With `replay` the signature counts once: it is marked when it holds and no fact has a code. A stranger's chain marks
 * nothing, so strangers cannot fill the store.
 *
 * @param trust - Whose first issuer is trusted, as for `Grant.authorize`.
 * @throws `ERR_GRANT_MALFORMED` without one such field; as {@link verify} for the signature, and as
 * `Grant.fromHeader` and `Grant.authorizeOnce`. What is wrong with the chain is a fact.
 */
export async function authorize(
  request: HostRequest | PlainRequest,
  trust: Trust | TrustInput,
  options: authorize.Options,
): Promise<AuthorizedRequest> {
  const trusted = prepareTrust(trust)
  const { origin, maxAge, replay, bodyLimit, ...action } = readOptions(
    check.record(options, 'options'),
  )
  const { now, skew } = action
  const { chain } = fromHeader(fieldOf(request))
  const last = chain.at(-1) as Partial<Grant> | undefined
  const holder = fromMultikey(check.text(last?.subjectKey, 'subjectKey of the last grant'))
  const expectations = {
    ...verifyDefaults,
    tag: signatureTag,
    required: signatureComponents,
    origin,
    maxAge,
    replay,
    bodyLimit,
    now: now === undefined ? undefined : check.seconds(now, 'now'),
    skew,
  }
  const signed = await verifyUnmarked('rfc9421', request, { key: holder }, expectations)
  const asked = { ...action, holder } as unknown as act.Options
  const authorization = await authorizeMarked(chain, trusted, asked, signed.mark)
  return { signature: signed.verified, authorization }
}

/** What `Grant.authorize` reads for itself is passed on. */
const readOptions = shape({
  now: optional(anything),
  skew: optional(check.safeInteger),
  purpose: anything,
  maxLinks: anything,
  revocations: anything,
  lists: anything,
  capability: anything,
  audience: anything,
  address: anything,
  custom: anything,
  store: anything,
  uses: anything,
  origin: verifyFields.origin,
  maxAge: verifyFields.maxAge,
  replay: verifyFields.replay,
  bodyLimit: verifyFields.bodyLimit,
} satisfies Fields<authorize.Options>)

export declare namespace authorize {
  type Options = Omit<act.Options, 'presentation' | 'nonce' | 'request' | 'holder'> &
    Pick<verifyAs.Options, 'origin' | 'maxAge' | 'replay' | 'bodyLimit'> & {
      /** Where revocations are looked up. */
      readonly store?: StatusStore
      /** Counts the uses of grants that say how often they may be used. */
      readonly uses?: UseCounter
    }
}

/** The one field that holds a chain. */
function fieldOf(request: HostRequest | PlainRequest): string {
  const name = headerName.toLowerCase()
  const found = headerLines(request).filter(([field]) => field?.toLowerCase() === name)
  const value = found[0]?.[1]
  if (found.length === 1 && value !== undefined) return value
  const reason = 'the request must have this field once'
  throw coreError(grantMalformed, { member: headerName, reason })
}
