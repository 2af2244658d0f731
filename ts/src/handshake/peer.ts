/**
 * What both sides of a handshake share: who the other one is, suites, clocks.
 *
 * @module
 */

import * as check from '../check.js'
import { writeFrames } from '../frames.js'
import { suites } from '../generated/names.js'
import type { Algorithm } from '../key.js'
import { type Chosen, optionFields } from '../session/options.js'
import type { Session } from '../session.js'
import { anything, type Field, shape } from '../shape.js'
import { defaultSkew, skew } from '../skew.js'
import type { ProvenKey } from '../trust.js'

export { suites }

/**
 * A key exchange. With ML-KEM-768 the session stays secret even from somebody who will have a quantum computer. It
 * authenticates nobody.
 */
export type Suite = (typeof suites)[number]

/** The other side, proven. */
export type Peer = {
  readonly did: string
  /** The key that signed. It is always one of the trust input. */
  readonly signer: ProvenKey
  readonly algorithm: Algorithm
}

/** What a handshake gives. */
export type Established = {
  readonly session: Session
  readonly peer: Peer
  /** The key exchange that both sides agreed on. */
  readonly suite: Suite
  /** Hash of the whole handshake, in hex: the same on both sides, and in no other handshake. */
  readonly transcript: string
}

export { defaultSkew }

/** What the engine says of a finished handshake. @internal */
export function factsOf(text: string): Omit<Established, 'session'> {
  const { did, signer, algorithm, suite, transcript } = JSON.parse(text) as Peer & {
    suite: Suite
    transcript: string
  }
  return { peer: { did, signer, algorithm }, suite, transcript }
}

/** Names of suites as they cross to the engine. */
function suiteNames(value: unknown, name: string): Uint8Array {
  const names = value === undefined ? suites : check.list(value, name)
  const checked = names.map((suite, index) => check.oneOf(suite, `${name}[${index}]`, suites))
  return writeFrames(checked, name)
}

/** The checked context. @internal */
export function contextOf(value: unknown): Uint8Array {
  return value === undefined ? new Uint8Array() : check.bytes(value, 'context')
}

/** Options that both sides have, as they cross. @internal */
export type Shared = {
  readonly did: string
  /** Bytes: checked by {@link contextOf} when no code of the caller runs any more. */
  readonly context: unknown
  readonly suites: Uint8Array
  readonly skew: number
  readonly session: Chosen
}

/** The fields of {@link Shared}. @internal */
export const sharedFields: { readonly [Name in keyof Shared]: Field<Shared[Name]> } = {
  did: check.text,
  context: anything,
  suites: suiteNames,
  skew,
  session: (value, name) => readSession(value, name),
}

const readSession = shape(optionFields)
