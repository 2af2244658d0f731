/**
 * What a verifier expects, and how a challenge is used up.
 *
 * @internal
 * @module
 */

import * as check from '../check.js'
import { receive } from '../document.js'
import { call } from '../engine/slot.js'
import { fromKeyBytes, type PublicKey } from '../key.js'
import { checkStore, markOnce, type ReplayMark, type ReplayStore } from '../replay.js'
import type { Field, Fields } from '../shape.js'
import { defaultSkew, skew } from '../skew.js'
import type { Input } from './types.js'

export { defaultSkew }

/** What the verifier knows from other sources than the proof. */
export type Expectation = {
  /** Whose proof it is. */
  readonly did: string
  /** The challenge that the verifier made. */
  readonly challenge: Input
  /** Default: the clock. */
  readonly now?: Date
  /** Allowed difference of the clocks, in seconds, at most a day. Default: {@link defaultSkew}. */
  readonly skew?: number
}

/**
 * What a verification that counts once also needs.
 *
 * The mark stands for the challenge, the audience and the DID: a DID answers a challenge once, and does not use it up
 * for others.
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
} = {
  did: check.text,
  challenge: (value, name) => receive(value, name).text,
  now: check.secondsOrNow,
  skew,
} satisfies Fields<Expectation>

/** As {@link expectedFields}, with the store. @internal */
export const onceFields: typeof expectedFields & { readonly replay: Field<ReplayStore> } = {
  ...expectedFields,
  replay: checkStore,
} satisfies Fields<Expectation & Once>

/** Marks a challenge as answered. @internal */
export function markAnswered(replay: ReplayStore, mark: ReplayMark): Promise<void> {
  return markOnce(replay, mark.mark, mark.until, mark.sender)
}

/** A key of the engine's answer. @internal */
export function publicKeyOf(multikey: string): PublicKey {
  return fromKeyBytes(call((engine) => engine.multikeyDecode(multikey)))
}
