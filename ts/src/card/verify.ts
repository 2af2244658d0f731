/**
 * Verifies the signatures of a card, and says what they proved.
 *
 * @module
 */

import * as check from '../check.js'
import { receive } from '../document.js'
import { call } from '../engine/slot.js'
import type { Row } from '../facts.js'
import { type Fields, optional, printOptions, shape, withDefault } from '../shape.js'
import {
  maxChecks,
  type ProvenKey,
  prepareTrust,
  type Trust,
  type TrustInput,
  trustHandle,
} from '../trust.js'
import { type Answers, type Reading, readReading } from './reading.js'
import type { AgentCard } from './types.js'
import type { Detected, Input, Problem } from './validate.js'

/**
 * What became of one signature, which is a JWS without its payload. `failed`: `ERR_JWS_SIGNATURE`; `ERR_CARD_EXPIRED`,
 * `ERR_CARD_NOT_YET`, by its `iat`, `nbf` or `exp`; codes of a JWS that is malformed, and `ERR_JWS_HEADER` without
 * `kid`. `unchecked`: `ERR_JWS_KEY`, no trusted key fits, for the `reason` in its data; `ERR_JWS_ALGORITHM`, of another
 * algorithm; `ERR_TRUST_CHECKS`, `maxChecks` was used up before.
 */
export type SignatureResult = Row<
  {
    /** The key under which it holds. */
    readonly signer: ProvenKey
    /** An ECDSA signature with the high S. Anybody can write it with the low one, so a card is not known by its bytes. */
    readonly highS?: true
  },
  {
    /** The protected header. */
    readonly header: ProtectedHeader
  }
>

/** Members of a protected header. */
export type ProtectedHeader = {
  readonly alg?: string
  readonly kid?: string
  readonly typ?: string
  readonly jku?: string
  readonly iat?: number
  readonly exp?: number
  readonly [name: string]: unknown
}

/** What a card proved. */
export type Verified = Detected & {
  /** The content that the signature covers, and nothing else. Its shape is checked in `problems`. */
  readonly card: AgentCard
  /** `unspecified` for a card of 0.3 or older. */
  readonly form: 'a2a-1.0' | 'unspecified'
  /** The reading used. */
  readonly reading: Answers
  /** The first key of the trust input that signed; without one, the first that the card carried. */
  readonly signer: ProvenKey
  /** Each signature, in the order of the card. */
  readonly signatures: readonly SignatureResult[]
  /** JSON Pointers of what the received card holds beyond `card`. */
  readonly uncovered: readonly string[]
  /** What {@link validate} says about `card`; it is an {@link AgentCard} if there is nothing. */
  readonly problems: readonly Problem[]
  /** Whether a parsed object was given: duplicate members could not be seen. */
  readonly parsed: boolean
}

/**
 * Verifies the signatures of a card against a trust input; gives what was proven.
 *
 * Give the text or bytes as received: in a parsed object a duplicate member cannot be seen.
 *
 * Costs at most 16 signature checks, over all signatures, unless `maxChecks` says otherwise: one for each whose `kid`
 * names one trusted key.
 * Those that name a key are tried before those that any key may have made.
 *
 * @example
 * ```ts
 * const { card, signer } = Card.verify(bytes, { document })
 * ```
 *
 * @throws `ERR_CARD_UNSIGNED`; `ERR_CARD_SIGNATURE` if a signature was checked and none holds;
 * `ERR_CARD_UNVERIFIABLE` if none could be checked; `ERR_TRUST_CHECKS` if more would have to be tried than `maxChecks`
 * allows; `ERR_CARD_FORM_UNSPECIFIED` for a card of 0.3 or older; and as {@link canonicalize}.
 */
export function verify(
  card: Input,
  trust: Trust | TrustInput,
  options: verify.Options = {},
): Verified {
  const { text, parsed } = receive(card, 'card')
  const passed = printOptions({ ...verifyOptions(options), parsed })
  const trusted = prepareTrust(trust)
  return JSON.parse(
    call((engine) => engine.cardVerify(text, trustHandle(trusted), passed)),
  ) as Verified
}

const verifyOptions = shape({
  reading: optional(readReading),
  now: check.secondsOrNow,
  acceptUnspecifiedForm: withDefault(check.boolean, false),
  maxChecks,
} satisfies Fields<verify.Options>)

export declare namespace verify {
  type Options = {
    /** Default: `'default'`. */
    readonly reading?: Reading
    /** The time, for keys and signatures that expire. Default: the clock. */
    readonly now?: Date
    /** Check signatures of 0.3 and older by the rules of 1.0. Default: refuse them. */
    readonly acceptUnspecifiedForm?: boolean
    /** How many signature checks the call may make, over all signatures, 1 to 4096. Default: 16. */
    readonly maxChecks?: number
  }
}
