/**
 * Many claims in one call.
 *
 * @module
 */

import * as check from '../check.js'
import { call } from '../engine/slot.js'
import { writeFrames } from '../frames.js'
import { type Algorithm, algorithms, keyBytes, parts } from '../key.js'
import { type Fields, shape } from '../shape.js'
import { accepts, algorithmOf, claim, type HighS, type Members } from './claim.js'
import type { verify } from './verify.js'

/**
 * The verdict of {@link verify} for each claim, in order. One call of the engine for all.
 *
 * Costs at most 1 signature check a claim.
 *
 * @throws `ERR_ARGUMENT` for values of the wrong type, and for a claim with a `highS` of its own;
 * `ERR_LIMIT_EXCEEDED` above 64 MB in all.
 */
export function verifyBatch(
  claims: readonly verifyBatch.Claim[],
  options: verifyBatch.Options = {},
): boolean[] {
  const { highS } = readBatchOptions(options)
  const packed = pack(check.list(claims, 'claims').map(membersOfBatch).map(readClaim))
  return Array.from(
    call((engine) => engine.keysVerifyBatch(packed, highS)),
    (verdict) => verdict === 1,
  )
}

const readBatchOptions = shape({ highS: accepts } satisfies Fields<verifyBatch.Options>)

export declare namespace verifyBatch {
  /** As in {@link verify}, but what happens with a high S is an option for all claims. */
  type Claim = Omit<verify.Options, 'highS' | 'context'>
  type Options = {
    /** For all claims. Default: `'refuse'`. */
    readonly highS?: HighS
  }
}

type ReadClaim = {
  readonly algorithm: Algorithm
  readonly key: Uint8Array
  readonly message: Uint8Array
  readonly signature: Uint8Array
}

/** To ignore a claim's own choice could turn a refusal into an acceptance. */
function membersOfBatch(value: unknown): Members {
  const read = claim(value)
  if (read.highS !== undefined)
    throw check.wrong('highS', 'an option of the whole batch', read.highS)
  if (read.context !== undefined)
    throw check.wrong('context', 'an option of `verify` alone', read.context)
  return read
}

function readClaim(read: Members): ReadClaim {
  const key = parts(read.publicKey)
  return {
    algorithm: algorithmOf(read.algorithm, key.type),
    key: keyBytes(key),
    message: check.bytes(read.message, 'message'),
    signature: check.bytes(read.signature, 'signature'),
  }
}

/** The packed batch of `rust/core/src/keys/batch.rs`. */
function pack(claims: readonly ReadClaim[]): Uint8Array {
  const fields = claims.flatMap(({ algorithm, key, message, signature }) => [
    Uint8Array.of(algorithms.indexOf(algorithm) + 1),
    key,
    signature,
    message,
  ])
  return writeFrames(fields, 'claims')
}
