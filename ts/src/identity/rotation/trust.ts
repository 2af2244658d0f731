/**
 * What a history of keys is as a trust input.
 *
 * @module
 */

import * as check from '../../check.js'
import { members } from '../../shape.js'
import type { TrustedKey, TrustInput } from '../../trust.js'
import type { History, KeyPeriod } from '../rotation.js'

/**
 * The trust input for what was signed at the time that `Identity.verifyHistory` was asked `at`: the key that
 * held then, as a key of the identity. Without such a key it trusts nothing. For many objects of many times
 * see {@link toTrustOverTime}.
 *
 * Take `at` from a witness, a checkpoint of a log or your own clock. If the signer chose it, a thief of a replaced key
 * could state an old time, and would be believed. The history must be of the identity that is meant:
 * `Identity.verifyHistory` compares that, and `Identity.readHistory` does not.
 *
 * @example
 * ```ts
 * const history = Identity.verifyHistory(text, id, { at: signedAt })
 * Receipt.verify(receipt, Identity.toTrust(history))
 * ```
 */
export function toTrust(history: History): TrustInput {
  const read = members(history, 'history', ['id', 'valid'])
  const [id, valid] = [read.id as string, read.valid as KeyPeriod | undefined]
  if (valid === undefined) return { keys: [] }
  const { key, algorithm } = members(valid, 'history.valid', ['key', 'algorithm']) as KeyPeriod
  return { keys: [{ key, controller: id, algorithm }] }
}

/**
 * The trust input for what states when it was signed, as receipts, witnesses and grants do: every key of the
 * history, each for the time in which it held. A receipt of the old key from before the rotation verifies,
 * one from after it does not; a chain may span rotations.
 *
 * The time is the signer's word. A stolen key can state an earlier one, down to `compromisedSince` if the rotation
 * names it; a witness or a log tells when a receipt really existed. Where the time is known from elsewhere, {@link
 * toTrust} takes the one key that held then.
 *
 * @example
 * ```ts
 * const history = Identity.verifyHistory(text, id)
 * const report = Receipt.verifyChain(receipts, Identity.toTrustOverTime(history))
 * ```
 *
 * At the verification `ERR_LIMIT_EXCEEDED` for a history of more than 256 keys.
 */
export function toTrustOverTime(history: History): TrustInput {
  const { id, keys } = members(history, 'history', ['id', 'keys'])
  const periods = check.list(keys, 'history.keys')
  return { keys: periods.map((period) => trustedKey(id as string, period)) }
}

const periodMembers = ['key', 'algorithm', 'from', 'until', 'compromisedSince'] as const

function trustedKey(controller: string, period: unknown): TrustedKey {
  const read = members(period, 'history.keys', periodMembers) as KeyPeriod
  const { key, algorithm, from, until, compromisedSince } = read
  const ends = [until, compromisedSince].flatMap((end) => (end === undefined ? [] : [+end]))
  const end = ends.length > 0 && { until: new Date(Math.min(...ends)) }
  return { key, controller, algorithm, from, ...end }
}
