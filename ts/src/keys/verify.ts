/**
 * Whether a key signed a message.
 *
 * @module
 */

import * as check from '../check.js'
import * as hot from '../engine/hot/sign.js'
import { call } from '../engine/slot.js'
import type { Engine } from '../generated/contract.js'
import { type Algorithm, keyBytes, type PublicKey, sourceParts, tags } from '../key.js'
import { accepts, algorithmOf, claim, context, type Settings } from './claim.js'

/**
 * Tells whether `signature` is by `publicKey` over `message`.
 *
 * Ed25519 is strict: canonical encodings, S below the order, no key or R of small order.
 *
 * Costs at most 1 signature check.
 *
 * @example
 * ```ts
 * Keys.verify({ publicKey: signer.publicKey, message, signature }) // true
 * ```
 *
 * @returns `false` for whatever does not hold: a wrong length, a refused key, another algorithm's key.
 * @throws `ERR_ARGUMENT` only, for values of the wrong type.
 */
export function verify(claim: verify.Options): boolean {
  const { algorithm, key, message, signature, highS, context } = readClaim(claim)
  const plain = context.length === 0 && !highS
  return call(
    (engine) =>
      (plain
        ? hot.verify(engine.hot, algorithm, tags[key.type], key.bytes, message, signature)
        : undefined) ?? verifyCopies(engine, algorithm, key, message, signature, highS, context),
  )
}

/** The ordinary lane: what is shared is copied first. */
function verifyCopies(
  engine: Engine,
  algorithm: Algorithm,
  key: PublicKey,
  message: Uint8Array,
  signature: Uint8Array,
  highS: boolean,
  context: Uint8Array,
): boolean {
  const [tagged, text] = [keyBytes(key), check.bytes(message, 'message')]
  const bytes = check.bytes(signature, 'signature')
  return context.length === 0
    ? engine.keysVerify(algorithm, tagged, text, bytes, highS)
    : engine.keysVerifyIn(algorithm, tagged, text, context, bytes)
}

export declare namespace verify {
  type Options = Settings
}

/** The checked members of a claim. Its bytes are copied at once, and need no plain view. */
function readClaim(options: verify.Options) {
  const read = claim(options)
  const key = sourceParts(read.publicKey)
  return {
    algorithm: algorithmOf(read.algorithm, key.type),
    key,
    message: check.source(read.message, 'message'),
    signature: check.source(read.signature, 'signature'),
    highS: accepts(read.highS, 'highS'),
    context: context(read.context, 'context'),
  }
}
