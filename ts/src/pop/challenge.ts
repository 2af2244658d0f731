/**
 * What a verifier asks.
 *
 * @module
 */

import * as check from '../check.js'
import { call } from '../engine/slot.js'
import { freshBytes } from '../fresh.js'
import { keyBytes, type PublicKey } from '../key.js'
import { type Fields, optional, shape, withDefault } from '../shape.js'
import type { Challenge } from './types.js'

/** How long a challenge can be answered by default, in seconds. */
export const defaultLifetime = 300

const readOptions = shape({
  audience: check.text,
  lifetime: withDefault(check.integer, defaultLifetime),
  now: check.secondsOrNow,
  nonce: optional(check.bytes),
  ephemeral: optional(keyBytes),
} satisfies Fields<challenge.Options>)

/**
 * Makes a challenge. Keep it until the answer is there: {@link verify} compares with it.
 *
 * @example
 * ```ts
 * const challenge = Pop.challenge({ audience: 'https://registry.example' })
 * ```
 *
 * @throws `ERR_POP_MALFORMED` for an audience over 8192 bytes, a nonce outside 16 to 64 bytes, or a
 * lifetime over a day; `ERR_ARGUMENT` for a lifetime of zero.
 */
export function challenge(options: challenge.Options): Challenge {
  const { audience, lifetime, now, nonce, ephemeral } = readOptions(options)
  const bytes = nonce ?? freshBytes(32)
  const key = ephemeral ?? new Uint8Array()
  return JSON.parse(
    call((engine) => engine.popChallenge(audience, bytes, now, lifetime, key)),
  ) as Challenge
}

export declare namespace challenge {
  type Options = {
    /** Who asks, for example the origin of a registry. */
    readonly audience: string
    /** Seconds until it expires. Default: {@link defaultLifetime}. */
    readonly lifetime?: number
    /** Default: the clock. */
    readonly now?: Date
    /** Default: 32 random bytes. */
    readonly nonce?: Uint8Array
    /** A fresh X25519 key of the verifier, to ask for the proof of an X25519 key. */
    readonly ephemeral?: PublicKey
  }
}
