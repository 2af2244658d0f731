/**
 * Taking grants back: single revocations, and signed lists.
 *
 * @module
 */

import * as check from '../check.js'
import { print, received } from '../document.js'
import { call } from '../engine/slot.js'
import type { Signed, Signer } from '../signing.js'
import { type Purpose, purposes, type Trust, trustText } from '../trust.js'
import { chainText, signerOf, signRecord, time } from './common.js'
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
  const issued = time(options.now)
  const { effective, reason } = options
  const record = {
    type: 'countersign/grant-revocation/v1',
    ...signerOf(signer),
    revoker: check.text(options.revoker, 'revoker'),
    grant: check.text(options.grant, 'grant'),
    issued,
    effective: effective === undefined ? issued : check.seconds(effective, 'effective'),
    ...(reason !== undefined && { reason: check.text(reason, 'reason') }),
    ...keyId(options.keyId),
  }
  return signRecord(signer, print(record, 'options'))
}

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
  const issued = time(options.now)
  const lines = check
    .list(options.revoked, 'revoked')
    .map((id, at) => check.text(id, `revoked[${at}]`))
    .join('\n')
  const record = {
    type: 'countersign/grant-status-list/v1',
    ...signerOf(signer),
    issuer: check.text(options.issuer, 'issuer'),
    issued,
    nextUpdate: issued + check.integer(options.lifetime, 'lifetime', 1),
    revoked: call((engine) => engine.grantRevoked(lines)),
    ...keyId(options.keyId),
  }
  return signRecord(signer, print(record, 'options'))
}

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
  const chain = chainText(options.chain).text
  const trust = trustText(options.trust)
  const { purpose, skew } = options
  const policy = JSON.stringify({
    now: time(options.now),
    ...(skew !== undefined && { skew: check.integer(skew, 'skew', 0, 86_400) }),
    ...(purpose !== undefined && { purpose: check.oneOf(purpose, 'purpose', purposes) }),
  })
  return call((engine) => engine.grantVerifyRevocation(text, chain, trust, policy))
}

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

function keyId(value: string | undefined): { keyId?: string } {
  return value === undefined ? {} : { keyId: check.text(value, 'keyId') }
}
