/**
 * Taking grants back: single revocations, and signed lists.
 *
 * @module
 */

import * as check from '../check.js'
import { print, received } from '../document.js'
import { call } from '../engine/slot.js'
import { type Fields, optional, shape } from '../shape.js'
import type { Signed, Signer } from '../signing.js'
import { type Purpose, type Trust, trustText } from '../trust.js'
import { chainText, purpose, signerOf, signRecord, skewSeconds } from './common.js'
import type { ChainInput, Input, Revocation, StatusList } from './types.js'

/**
 * Revokes a grant, for ever, and with it all that hangs on it.
 *
 * It counts if `signer` issued the grant, or one above it in its chain.
 *
 * @example
 * ```ts
 * const revocation = Grant.revoke(human, { revoker: did, grant: Grant.id(grant), reason: 'task done' })
 * ```
 *
 * @throws `ERR_GRANT_MALFORMED`; `ERR_SIGNER_INVALID`.
 */
export function revoke<S extends Signer>(
  signer: S,
  options: revoke.Options,
): Signed<S, Revocation> {
  const { now, effective = now, ...given } = readRevocation(options)
  const record = {
    type: 'countersign/grant-revocation/v1',
    ...signerOf(signer),
    ...given,
    issued: now,
    effective,
  }
  return signRecord(signer, print(record, 'options'))
}

const readRevocation = shape({
  revoker: check.text,
  grant: check.text,
  effective: optional(check.seconds),
  reason: optional(check.text),
  keyId: optional(check.text),
  now: check.secondsOrNow,
} satisfies Fields<revoke.Options>)

export declare namespace revoke {
  type Options = {
    /** DID of who revokes. */
    readonly revoker: string
    /** Id of the grant. */
    readonly grant: string
    /** From when on. Default: now. */
    readonly effective?: Date
    /** For people. */
    readonly reason?: string
    /** Name of the signer's key, for trust inputs that name keys. */
    readonly keyId?: string
    /** Default: the clock. */
    readonly now?: Date
  }
}

/**
 * Signs the list of all grants that the signer has taken back, of its own and of those below.
 *
 * Until `nextUpdate` it also says that no other grant of the signer's own is revoked; of grants below,
 * which others issued, it does not say that. At most 32,768 grants.
 *
 * @example
 * ```ts
 * const list = Grant.revocationList(human, { issuer: did, revoked: [id], lifetime: 3600 })
 * ```
 *
 * @throws `ERR_GRANT_MALFORMED` for a text that is no id; `ERR_LIMIT_EXCEEDED`; `ERR_SIGNER_INVALID`.
 */
export function revocationList<S extends Signer>(
  signer: S,
  options: revocationList.Options,
): Signed<S, StatusList> {
  const { now, lifetime, revoked, ...given } = readList(options)
  const record = {
    type: 'countersign/grant-status-list/v1',
    ...signerOf(signer),
    ...given,
    issued: now,
    nextUpdate: now + lifetime,
    revoked: call((engine) => engine.grantRevoked(revoked)),
  }
  return signRecord(signer, print(record, 'options'))
}

const readList = shape({
  issuer: check.text,
  revoked: (value, name) =>
    check
      .list(value, name)
      .map((id, at) => check.text(id, `${name}[${at}]`))
      .join('\n'),
  lifetime: (value, name) => check.integer(value, name, 1),
  keyId: optional(check.text),
  now: check.secondsOrNow,
} satisfies Fields<revocationList.Options>)

export declare namespace revocationList {
  type Options = {
    /** DID of who revokes. */
    readonly issuer: string
    /** Ids of the grants, in any order. */
    readonly revoked: readonly string[]
    /** Seconds until the list is stale. */
    readonly lifetime: number
    /** Name of the signer's key, for trust inputs that name keys. */
    readonly keyId?: string
    /** Default: the clock. */
    readonly now?: Date
  }
}

/**
 * Verifies that a revocation counts, for a register that takes revocations in.
 *
 * A key that issued a link may end it, and what hangs on it, also when the trust input rules it out by now: to
 * take back only narrows. What it says for a grant, by a list that does not name it, then counts for nothing.
 *
 * Costs at most 1 signature check: the chain is not verified here.
 *
 * @example
 * ```ts
 * const link = Grant.verifyRevocation(received, { chain, trust })
 * ```
 *
 * @returns Index of the link that it ends, from 0 at the root.
 * @throws `ERR_GRANT_PARENT` for a grant that is not of the chain, `ERR_GRANT_REVOKER` for somebody
 * who has no say over it, `ERR_GRANT_SIGNATURE`.
 */
export function verifyRevocation(revocation: Input, options: verifyRevocation.Options): number {
  const { text } = received(revocation, 'revocation')
  const { chain, trust, ...policy } = readPolicy(options)
  const asked = JSON.stringify(policy)
  return call((engine) => engine.grantVerifyRevocation(text, chain, trust, asked))
}

const readPolicy = shape({
  chain: (value) => chainText(value).text,
  trust: (value) => trustText(value as Trust),
  purpose,
  now: check.secondsOrNow,
  skew: skewSeconds,
} satisfies Fields<verifyRevocation.Options>)

export declare namespace verifyRevocation {
  type Options = {
    /** The chain of the grant. */
    readonly chain: ChainInput
    /** Whose first issuer is trusted. */
    readonly trust: Trust
    /** What a key of the first issuer must be trusted for. Default: `capabilityDelegation`. */
    readonly purpose?: Purpose
    /** Default: the clock. */
    readonly now?: Date
    /** Allowed difference of the clocks, in seconds. Default: 60. */
    readonly skew?: number
  }
}
