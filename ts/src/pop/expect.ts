/**
 * What a verifier expects, and how a challenge is used up.
 *
 * @internal
 * @module
 */

import * as check from '../check.js'
import { call } from '../engine/slot.js'
import { fromKeyBytes, type PublicKey } from '../key.js'
import { markOnce, type ReplayMark, type ReplayStore } from '../replay.js'
import { type Field, type Fields, optional, withDefault } from '../shape.js'
import { answerFields } from './prove.js'
import type { Input } from './types.js'

/** Difference of two clocks that is allowed where no other is given, in seconds. */
export const defaultSkew = 60

/** What the verifier knows from elsewhere than the proof. */
export type Expectation = {
  /** Whose proof it is. */
  readonly did: string
  /** The challenge that the verifier made. */
  readonly challenge: Input
  /** Default: the clock. */
  readonly now?: Date
  /** Allowed difference of the clocks, in seconds. Default: {@link defaultSkew}. */
  readonly skew?: number
}

/**
 * Makes a verification count once.
 *
 * The mark is of the challenge, the audience and the DID: a DID answers one challenge once, and uses up nobody
 * else's.
 */
export type Once = {
  /** Remembers the challenges that were answered. */
  readonly replay: ReplayStore
}

/** What every verification reads. @internal */
export const expectedFields: {
  readonly did: Field<string>
  readonly challenge: Field<string>
  readonly now: Field<number>
  readonly skew: Field<number>
  readonly replay: Field<Record<string, unknown> | undefined>
} = {
  ...answerFields,
  skew: withDefault((value, name) => check.integer(value, name, 0, 86_400), defaultSkew),
  replay: optional(check.record),
} satisfies Fields<Expectation & Once>

/** `facts`, once the store has marked them; at once where there is none. @internal */
export function once<T>(facts: T, mark: ReplayMark, replay: unknown): T | Promise<T> {
  if (replay === undefined) return facts
  return markOnce(replay as ReplayStore, mark.mark, mark.until, mark.sender).then(() => facts)
}

/** A key of the engine's answer. @internal */
export function publicKeyOf(multikey: string): PublicKey {
  return fromKeyBytes(call((engine) => engine.multikeyDecode(multikey)))
}
