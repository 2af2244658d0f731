/**
 * Takes grants back: single revocations, and signed lists.
 *
 * @module
 */

import * as check from '../check.js'
import { print, receive } from '../document.js'
import { call } from '../engine/slot.js'
import { writeFrames } from '../frames.js'
import { type Fields, optional, printOptions, shape } from '../shape.js'
import { signJson } from '../signing/unsigned.js'
import type { Signed, Signer } from '../signing.js'
import { skew } from '../skew.js'
import {
  type ProvenKey,
  type Purpose,
  prepareTrust,
  type Trust,
  type TrustInput,
  trustHandle,
} from '../trust.js'
import { chainText, purpose, signerOf } from './common.js'
import type { ChainInput, Input, Revocation, StatusList } from './types.js'

/** A revocation to be made. */
export type NewRevocation = {
  /** DID of who revokes. */
  readonly revoker: string
  /** Id of the grant. */
  readonly grant: string
  /** When it takes effect. Default: now. */
  readonly effective?: Date
  /** Why, for people to read. */
  readonly reason?: string
}

/**
 * Revokes a grant for ever, and with it every grant below it.
 *
 * It counts if `signer` issued the grant, or one above it in its chain.
 *
 * @example
 * ```ts
 * const revocation = Grant.revoke({ revoker: did, grant: Grant.id(grant), reason: 'task done' }, human)
 * ```
 *
 * @throws `ERR_GRANT_MALFORMED`; `ERR_SIGNER_INVALID`.
 */
export function revoke<S extends Signer>(
  revocation: NewRevocation,
  signer: S,
  options: revoke.Options = {},
): Signed<S, Revocation> {
  const members = readRevocation(check.record(revocation, 'revocation'), 'revocation')
  const by = signerOf(signer)
  const { now, keyId } = readOptions(options)
  const record = {
    type: 'countersign/grant-revocation/v1',
    ...by,
    keyId,
    ...members,
    issued: now,
    effective: members.effective ?? now,
  }
  const text = print(record, 'revocation')
  return signJson(signer, (engine) => engine.grantUnsigned(text))
}

const readRevocation = shape({
  revoker: check.text,
  grant: check.text,
  effective: optional(check.seconds),
  reason: optional(check.text),
} satisfies Fields<NewRevocation>)

const readOptions = shape({
  keyId: optional(check.text),
  now: check.secondsOrNow,
} satisfies Fields<revoke.Options>)

export declare namespace revoke {
  type Options = {
    /** Name of the signer's key, for trust inputs that name keys. */
    readonly keyId?: string
    /** Default: the clock. */
    readonly now?: Date
  }
}

/** A list of revoked grants, to be made. */
export type NewRevocationList = {
  /** DID of who revokes. */
  readonly issuer: string
  /** Ids of the grants, in any order. */
  readonly revoked: readonly string[]
  /** Seconds until the list is stale. */
  readonly lifetime: number
}

/**
 * Signs the list of all grants that the signer has revoked: its own, and grants below them.
 *
 * Until `nextUpdate`, the list also says that no other grant of the signer is revoked. It does not say so of grants
 * below, which others issued. At most 32,768 grants.
 *
 * @example
 * ```ts
 * const list = Grant.revocationList({ issuer: did, revoked: [id], lifetime: 3600 }, human)
 * ```
 *
 * @throws `ERR_GRANT_MALFORMED` for a text that is no id; `ERR_ARGUMENT` for a lifetime of zero;
 * `ERR_LIMIT_EXCEEDED`; `ERR_SIGNER_INVALID`.
 */
export function revocationList<S extends Signer>(
  list: NewRevocationList,
  signer: S,
  options: revocationList.Options = {},
): Signed<S, StatusList> {
  const { issuer, revoked, lifetime } = readList(check.record(list, 'list'), 'list')
  const by = signerOf(signer)
  const { now, keyId } = readOptions(options)
  const draft = print({ ...by, keyId, issuer, issued: now, lifetime }, 'list')
  const ids = writeFrames(revoked, 'list.revoked')
  return signJson(signer, (engine) => engine.grantUnsigned(engine.grantStatusList(draft, ids)))
}

const readList = shape({
  issuer: check.text,
  revoked: (value, name) =>
    check.list(value, name).map((id, index) => check.text(id, `${name}[${index}]`)),
  lifetime: check.integer,
} satisfies Fields<NewRevocationList>)

export declare namespace revocationList {
  type Options = revoke.Options
}

/** A revocation that counts. */
export type VerifiedRevocation = {
  readonly revocation: Revocation
  /** Index of the link that it ends; the root is 0. */
  readonly link: number
  /** The revoker's key; `self-asserted` where only the chain names it, which is not verified here. */
  readonly signer: ProvenKey
  /** Whether a parsed object was given: duplicate members could not be seen. */
  readonly parsed: boolean
}

/**
 * Verifies that a revocation counts, for a register that takes revocations in.
 *
 * A key that issued a link may end that link and those below it, even if the trust input rules the key out by now: a
 * revocation only takes away. A list of such a key says nothing in favour of the grants that it does not name.
 *
 * The chain must hold down to the grant, and the trust input must name its first issuer, if only as a key that it
 * rules out: a register keeps what it takes, and strangers can make chains of their own.
 *
 * Costs at most 17 signature checks: 1 for each link, and 1 for the revocation.
 *
 * @example
 * ```ts
 * const { link, signer } = Grant.verifyRevocation(received, trust, { chain })
 * ```
 *
 * @param trust - Whose first issuer of the chain is trusted.
 * @throws `ERR_GRANT_PARENT` for a grant that is not of the chain, `ERR_GRANT_REVOKER` for somebody
 * who has no say over it, `ERR_GRANT_SIGNATURE`; `ERR_GRANT_ROOT`, `ERR_GRANT_ISSUER` or `ERR_GRANT_CYCLE` for a chain
 * that does not hold.
 */
export function verifyRevocation(
  revocation: Input,
  trust: Trust | TrustInput,
  options: verifyRevocation.Options,
): VerifiedRevocation {
  const { text, parsed } = receive(revocation, 'revocation')
  const trusted = prepareTrust(trust)
  const { chain, ...policy } = readPolicy(options)
  const asked = printOptions(policy)
  const found = call((engine) =>
    engine.grantVerifyRevocation(text, chain, trustHandle(trusted), asked),
  )
  const { link, signer } = JSON.parse(found) as Pick<VerifiedRevocation, 'link' | 'signer'>
  return { revocation: JSON.parse(text) as Revocation, link, signer, parsed }
}

const readPolicy = shape({
  chain: (value) => chainText(value).text,
  purpose,
  now: check.secondsOrNow,
  skew,
} satisfies Fields<verifyRevocation.Options>)

export declare namespace verifyRevocation {
  type Options = {
    /** The chain of the grant. */
    readonly chain: ChainInput
    /** What a key of the first issuer must be trusted for. Default: `capabilityDelegation`. */
    readonly purpose?: Purpose
    /** Default: the clock. */
    readonly now?: Date
    /** Allowed difference of the clocks, in seconds, at most a day. Default: 60. */
    readonly skew?: number
  }
}
