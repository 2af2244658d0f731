/**
 * Many claims in one call.
 *
 * @module
 */

import * as check from '../check.js'
import { call } from '../engine/slot.js'
import { type Algorithm, algorithms, keyBytes, parts } from '../key.js'
import { type Fields, shape } from '../shape.js'
import { accepts, algorithmOf, claim, type Members } from './claim.js'
import type { HighS, verify } from './verify.js'

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
  const packed = pack(check.list(claims, 'claims').map(membersOfBatch).map(claimed))
  return Array.from(
    call((engine) => engine.keysVerifyBatch(packed, highS)),
    (verdict) => verdict === 1,
  )
}

const readBatchOptions = shape({ highS: accepts } satisfies Fields<verifyBatch.Options>)

export declare namespace verifyBatch {
  /** As of {@link verify}; what happens with a high S is said once, for all. */
  type Claim = Omit<verify.Options, 'highS' | 'context'>
  type Options = {
    /** For all claims. Default: `'refuse'`. */
    readonly highS?: HighS
  }
}

type Claimed = {
  readonly algorithm: Algorithm
  readonly key: Uint8Array
  readonly message: Uint8Array
  readonly signature: Uint8Array
}

/** A choice of its own that is passed over could turn a refusal into an acceptance. */
function membersOfBatch(value: unknown): Members {
  const read = claim(value)
  if (read.highS !== undefined)
    throw check.wrong('highS', 'an option of the whole batch', read.highS)
  if (read.context !== undefined)
    throw check.wrong('context', 'an option of `verify` alone', read.context)
  return read
}

function claimed(read: Members): Claimed {
  const key = parts(read.publicKey)
  return {
    algorithm: algorithmOf(read.algorithm, key.type),
    key: keyBytes(key),
    message: check.bytes(read.message, 'message'),
    signature: check.bytes(read.signature, 'signature'),
  }
}

/** The packed batch of `core/src/keys/batch.rs`. */
function pack(claims: readonly Claimed[]): Uint8Array {
  const sizes = claims.map(
    ({ key, message, signature }) => 9 + key.length + message.length + signature.length,
  )
  const size = sizes.reduce((sum, size) => sum + size, 0)
  check.limit(size, check.maxBytes, 'claims')
  const packed = new Uint8Array(size)
  const view = new DataView(packed.buffer)
  let at = 0
  const put = (bytes: Uint8Array): void => {
    packed.set(bytes, at)
    at += bytes.length
  }
  // No key and no signature is longer than its field can say: cut, it is refused as well.
  const putShort = (bytes: Uint8Array): void => {
    const cut = bytes.subarray(0, 0xffff)
    view.setUint16(at, cut.length, true)
    at += 2
    put(cut)
  }
  for (const { algorithm, key, message, signature } of claims) {
    packed[at] = algorithms.indexOf(algorithm) + 1
    at += 1
    putShort(key)
    putShort(signature)
    view.setUint32(at, message.length, true)
    at += 4
    put(message)
  }
  return packed.subarray(0, at)
}
