/**
 * Grants of AgenticIdentity, byte for byte: issue, delegate, acknowledge, revoke, verify.
 *
 * AgenticIdentity's own verifier recomputes no hash, binds no key, believes the depth that a link states, and honours
 * any record as a revocation. Here all of that is checked, capabilities are read strictly, and a constraint does not
 * hold if the caller gave nothing to check it by.
 *
 * @module
 */

import * as check from '../check.js'
import { type JsonValue, print, receive } from '../document.js'
import { call } from '../engine/slot.js'
import { keyBytes, type PublicKey } from '../key.js'
import { isUpstream, type UpstreamReading } from '../reading.js'
import { type Fields, members, optional, shape, withDefault } from '../shape.js'
import { signText } from '../signing/unsigned.js'
import type { Signed, Signer } from '../signing.js'
import {
  aidHandle,
  documents,
  draftText,
  type Input,
  micros,
  type Now,
  nowText,
  prepareAidTrust,
  resultOf,
  resultWith,
  signerKey,
  type TrustSource,
  verifyAlone,
} from './common.js'

import type {
  Chain,
  Draft,
  Request,
  Revocation,
  Verified,
  VerifiedRevocation,
} from './grant/types.js'

export type { Input, Now, TrustSource } from './common.js'
export type * from './grant/types.js'

/**
 * Issues a grant that AgenticIdentity accepts, below `parent` if it is delegated. At once for a local signer.
 *
 * @example
 * ```ts
 * const grant = Aid.Grant.issue(
 *   {
 *     capabilities: [{ uri: 'read:*' }],
 *     constraints: { not_before: now, not_after: now + 3_600_000_000n },
 *     granted_at: now,
 *   },
 *   signer,
 *   { grantee: agent.publicKey },
 * )
 * ```
 *
 * @returns The grant, as text.
 * @throws `ERR_AID_CAPABILITY`; below a parent `ERR_AID_DELEGATION`, `ERR_AID_DEPTH`, `ERR_AID_WIDENED`,
 * `ERR_AID_LINK`; `ERR_AID_MALFORMED`; `ERR_KEY_TYPE_MISMATCH` for keys that are not Ed25519.
 */
export function issue<S extends Signer>(
  draft: Draft,
  signer: S,
  options: issue.Options,
): Signed<S, string> {
  const [text, from] = [printDraft(draft), signerKey(signer)]
  const { grantee: to, parent: above } = readIssue(options)
  return signText(signer, (engine) => engine.grantAidUnsigned(text, from, to, above))
}

const readIssue = shape({
  grantee: keyBytes,
  parent: (value, name) => (value === undefined ? '' : receive(value, name).text),
} satisfies Fields<issue.Options>)

export declare namespace issue {
  type Options = {
    /** The key of who may act. */
    readonly grantee: PublicKey
    /** The grant that this one is delegated from. Default: none. */
    readonly parent?: Input
  }
}

/**
 * Acknowledges a grant that holds, as its grantee. Throws `ERR_AID_IDENTITY` for another.
 *
 * Costs at most 1 signature check.
 */
export function acknowledge<S extends Signer>(grant: Input, signer: S): Signed<S, string> {
  const [{ text }, key] = [receive(grant, 'grant'), signerKey(signer)]
  return signText(signer, (engine) => engine.grantAidUnsignedAcknowledgement(text, key))
}

/** Revokes a grant. The revocation counts for everybody who sees that the signer may revoke the grant. */
export function revoke<S extends Signer>(draft: Revocation, signer: S): Signed<S, string> {
  const [text, key] = [draftText(draft, 'draft', ['revoked_at']), signerKey(signer)]
  return signText(signer, (engine) => engine.grantAidUnsignedRevocation(text, key))
}

/**
 * Verifies a revocation by itself. Throws as {@link verify}.
 *
 * Costs at most 1 signature check.
 */
export function verifyRevocation(
  revocation: Input,
  trust: TrustSource,
  options: verifyRevocation.Options = {},
): VerifiedRevocation {
  return verifyAlone(revocation, 'revocation', trust, options, (engine, ...asked) =>
    engine.grantAidVerifyRevocation(...asked),
  )
}

export declare namespace verifyRevocation {
  type Options = Now
}

/**
 * Verifies a grant for a request. A delegated one needs its chain.
 *
 * Costs at most 2 signature checks and 1 a revocation: of the grant, of its acknowledgement, and of each revocation
 * that names it.
 *
 * @example
 * ```ts
 * Aid.Grant.authorize(text, { identities: [grantor] }, { capability: 'read:calendar', revocations: [] })
 * ```
 *
 * @throws `ERR_AID_HASH`, `ERR_AID_ID`, `ERR_AID_IDENTITY`, `ERR_AID_SIGNATURE`, `ERR_AID_UNTRUSTED`;
 * `ERR_AID_LINK`; `ERR_AID_REVOKED`, `ERR_AID_NOT_YET`, `ERR_AID_EXPIRED`, `ERR_AID_USES`,
 * `ERR_AID_CONSTRAINT`, `ERR_AID_CAPABILITY`; `ERR_AID_MALFORMED`, also for a revocation.
 */
export function authorize(grant: Input, trust: TrustSource, request: authorize.Options): Verified {
  const { text, parsed } = receive(grant, 'grant')
  const [trusted, { now, context, revocations }] = [prepareAidTrust(trust), printRequest(request)]
  const facts = call((engine) =>
    engine.grantAidVerify(text, ...aidHandle(trusted), now, context, revocations),
  )
  return { ...resultWith<Verified>('grant', facts), parsed }
}

export declare namespace authorize {
  type Options = Request
}

/**
 * Verifies the grant itself, without a request: it looks at neither its times nor revocations; `now` decides
 * only about trusted keys that expire.
 *
 * Costs at most 2 signature checks.
 */
export function verify(grant: Input, trust: TrustSource, options: verify.Options = {}): Verified {
  const { text, parsed } = receive(grant, 'grant')
  const [trusted, now] = [prepareAidTrust(trust), nowText(options)]
  return {
    ...resultWith<Verified>(
      'grant',
      call((engine) => engine.grantAidInspect(text, ...aidHandle(trusted), now)),
    ),
    parsed,
  }
}

export declare namespace verify {
  type Options = Now
}

/**
 * The facts about a chain, from the root, for a request. `requireFacts` throws.
 *
 * Costs at most 256 signature checks and 1 a revocation: 1 for each link, and 1 for each revocation that names one.
 *
 * @throws `ERR_AID_MALFORMED` for a revocation; `ERR_LIMIT_EXCEEDED`.
 */
export function verifyChain(
  chain: readonly Input[],
  trust: TrustSource,
  request: verifyChain.Options,
): Chain {
  const [list, trusted] = [documents(chain, 'chain'), prepareAidTrust(trust)]
  const { now, context, revocations } = printRequest(request)
  return resultOf(
    call((engine) =>
      engine.grantAidVerifyChain(list, ...aidHandle(trusted), now, context, revocations),
    ),
  )
}

export declare namespace verifyChain {
  type Options = Request
}

/**
 * Whether the holder of a grant may pass these capabilities on; throws if not.
 *
 * Costs at most 1 signature check.
 *
 * @throws `ERR_AID_DELEGATION`, `ERR_AID_DEPTH`, `ERR_AID_WIDENED`; the codes of {@link verify}.
 */
export function validateDelegation(parent: Input, options: validateDelegation.Options): void {
  const { text } = receive(parent, 'parent')
  const { capabilities } = readDelegation(options)
  call((engine) => engine.grantAidValidateDelegation(text, capabilities))
}

const readDelegation = shape({
  capabilities: (value, name) => print(check.list(value, name), name),
} satisfies Fields<validateDelegation.Options>)

export declare namespace validateDelegation {
  type Options = {
    /** The capabilities to pass on. */
    readonly capabilities: readonly string[]
  }
}

/**
 * Whether a granted capability covers a requested one. Read strictly: empty and dot segments, escapes, other scripts
 * and a stray `*` cover nothing and are covered by nothing. `upstream` is AgenticIdentity's own reading, holes
 * included: `storage/*` covers `storage/../etc`.
 */
export function covers(granted: string, requested: string, options: covers.Options = {}): boolean {
  const [outer, inner] = [check.text(granted, 'granted'), check.text(requested, 'requested')]
  const { reading: upstream } = readCovers(options)
  return call((engine) => engine.grantAidCovers(outer, inner, upstream))
}

const readCovers = shape({ reading: isUpstream } satisfies Fields<covers.Options>)

export declare namespace covers {
  type Options = {
    /** Default: `strict`. */
    readonly reading?: UpstreamReading
  }
}

const readRequest = shape({
  now: micros,
  capability: check.text,
  revocations: documents,
  uses: withDefault(check.record, {}),
  region: optional(check.text),
  ip: optional(check.text),
  customChecked: withDefault(check.list, []),
} satisfies Fields<Request>)

function printRequest(request: Request): { now: string; context: string; revocations: Uint8Array } {
  const { revocations, ...context } = readRequest(check.record(request, 'request'), 'request')
  return { now: context.now, context: print(context, 'request'), revocations }
}

function printDraft(draft: Draft): string {
  if (typeof draft === 'string') return check.text(draft, 'draft')
  const { constraints } = members(draft, 'draft', ['constraints'])
  const times = ['not_before', 'not_after', 'max_uses']
  const inner = JSON.parse(draftText(constraints, 'draft.constraints', times)) as JsonValue
  return draftText({ ...draft, constraints: inner }, 'draft', ['granted_at'])
}
