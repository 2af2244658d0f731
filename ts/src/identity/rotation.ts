/**
 * Rotation: an identifier that stays, and a history of its keys that anybody can verify.
 *
 * The format is in `rust/core/src/identity/rotation.rs`. Each change is signed by the old key and by the
 * new one. An event may commit to the key after it: then a stolen key cannot put another in its place.
 *
 * @module
 */

import * as check from '../check.js'
import { receive } from '../document.js'
import { call } from '../engine/slot.js'
import { type Algorithm, keyBytes, type PublicKey } from '../key.js'
import { type Field, type Fields, members, optional, shape, withDefault } from '../shape.js'
import { signByTwo, signText } from '../signing/unsigned.js'
import { checkSigner, type Signed, type Signer } from '../signing.js'
import { skew } from '../skew.js'
import { fromMultikey } from './info.js'

/** Why a key was replaced. */
export type Reason = 'scheduled' | 'compromised' | 'device-lost' | 'policy' | 'manual'

/** One key and its time. */
export type KeyPeriod = {
  readonly key: PublicKey
  readonly algorithm: Algorithm
  /** First moment at which it holds. */
  readonly from: Date
  /** First moment at which it no longer holds. */
  readonly until?: Date
  /** Why it was replaced. */
  readonly reason?: Reason
  /** From when on its signatures are not believed. */
  readonly compromisedSince?: Date
}

/** What a verified history proves. */
export type History = {
  /** The identifier: a `did:peer:4` in the short form. */
  readonly id: string
  /** The long form, which carries the document of the first key. */
  readonly longId: string
  /** The place of the last event. */
  readonly sequence: number
  /** The hash of the last event, base64url. Remember it: {@link verifyHistory} finds a fork by it. */
  readonly tip: string
  /** Whether the last event commits to the next key. */
  readonly committed: boolean
  /** The keys, oldest first. */
  readonly keys: readonly KeyPeriod[]
  /** The key that holds at the time asked for, if there is one. */
  readonly valid?: KeyPeriod
  /** Whether a parsed object was given: duplicate members could not be seen. */
  readonly parsed: boolean
}

/** How one history relates to another of the same identifier. */
export type Relation =
  | { readonly relation: 'same' | 'ahead' | 'behind' }
  /** They differ from the event at `at` on: the owner, or a thief, signed twice. */
  | { readonly relation: 'fork'; readonly at: number }

/** A history as received: its text or bytes, or the parsed object. */
type Input = string | Uint8Array | object

const nothing = new Uint8Array()

/**
 * Starts a history. Gives its text, which the owner keeps and publishes.
 *
 * @example
 * ```ts
 * using next = Keys.generate('Ed25519')
 * const history = Identity.start(signer, { next: next.publicKey })
 * const { id } = Identity.readHistory(history)
 * ```
 *
 * @throws `ERR_HISTORY_COMMITMENT` if the key is committed to itself; `ERR_SIGNER_INVALID`.
 */
export function start<S extends Signer>(signer: S, options: start.Options = {}): Signed<S, string> {
  const { algorithm, publicKey } = checkSigner(signer)
  const key = keyBytes(publicKey)
  const { now: created, next } = readStart(options)
  return signText(signer, (engine) =>
    engine.identityRotationUnsigned(algorithm, key, created, next),
  )
}

const next: Field<Uint8Array> = (value, name) =>
  value === undefined ? nothing : keyBytes(value, name)

const readStart = shape({ next, now: check.secondsOrNow } satisfies Fields<start.Options>)

export declare namespace start {
  type Options = {
    /** The key to come, whose secret is kept elsewhere. Only its hash is published. */
    readonly next?: PublicKey
    /** When the key starts to hold. Default: the clock. */
    readonly now?: Date
  }
}

/**
 * Replaces the current key. Gives the text of the longer history.
 *
 * @example
 * ```ts
 * const longer = Identity.rotate(history, oldSigner, newSigner)
 * ```
 *
 * @param signer - The current key.
 * @param successor - The key that takes over.
 * @throws `ERR_HISTORY_COMMITMENT` for another key than was committed to; `ERR_HISTORY_KEY` for one that was
 * used before; `ERR_HISTORY_TIME` unless the time is later than that of the last event;
 * `ERR_HISTORY_SIGNATURE` if `signer` is not the current key; as {@link readHistory}.
 */
export function rotate<From extends Signer, To extends Signer>(
  history: Input,
  signer: From,
  successor: To,
  options: rotate.Options = {},
): Signed<From | To, string> {
  const { text } = receive(history, 'history')
  checkSigner(signer)
  const { algorithm, publicKey } = checkSigner(successor, 'successor')
  const key = keyBytes(publicKey, 'successor.publicKey')
  const { now, reason, compromisedSince: since = -1, next } = readRotation(options)
  const plan = [text, algorithm, key, now, reason, since, next] as const
  return signByTwo(signer, successor, (engine) => engine.identityRotationNextUnsigned(...plan))
}

const readRotation = shape({
  reason: withDefault(check.text, 'scheduled'),
  compromisedSince: optional(check.seconds),
  next,
  now: check.secondsOrNow,
} satisfies Fields<rotate.Options>)

export declare namespace rotate {
  type Options = {
    /** Default: `scheduled`. */
    readonly reason?: Reason
    /** Needed with the reason `compromised`, and only there: from when on the old key is not believed. */
    readonly compromisedSince?: Date
    /** The key to come after it, whose secret is kept elsewhere. */
    readonly next?: PublicKey
    /** When it takes over. Default: the clock. */
    readonly now?: Date
  }
}

/**
 * Verifies a history: every event, every signature, every link.
 *
 * Costs at most 2047 signature checks: 1 for the first event, and 2 for each of 1023 later ones.
 *
 * @example
 * ```ts
 * const { valid, tip, sequence } = Identity.verifyHistory(text, id, { known })
 * ```
 *
 * @param id - What is trusted: the identifier, known from elsewhere than the history.
 * @throws `ERR_HISTORY_MALFORMED`, `ERR_HISTORY_VERSION`, `ERR_LIMIT_EXCEEDED`; `ERR_HISTORY_ID` if it is of
 * another identity; `ERR_HISTORY_SEQUENCE`, `ERR_HISTORY_PREVIOUS`, `ERR_HISTORY_TIME`, `ERR_HISTORY_KEY`,
 * `ERR_HISTORY_COMMITMENT`, `ERR_HISTORY_SIGNATURE` for an event; `ERR_HISTORY_FORK`,
 * `ERR_HISTORY_TRUNCATED` if it does not go on from `known`.
 */
export function verifyHistory(
  history: Input,
  id: string,
  options: verifyHistory.Options = {},
): History {
  const { text, parsed } = receive(history, 'history')
  const expected = check.text(id, 'id')
  const { known, now, at = now, skew } = readExpectation(options)
  const [sequence, tip] = known
  const facts = call((engine) =>
    engine.identityRotationVerify(text, expected, sequence, tip, at, now, skew),
  )
  return historyOf(facts, parsed)
}

const readExpectation = shape({
  known: knownTip,
  at: optional(check.seconds),
  now: check.secondsOrNow,
  skew,
} satisfies Fields<verifyHistory.Options>)

export declare namespace verifyHistory {
  type Options = {
    /** `sequence` and `tip` of the last history that was seen, to find forks and missing ends. */
    readonly known?: Pick<History, 'sequence' | 'tip'>
    /** The time that `valid` is asked for. Default: `now`. */
    readonly at?: Date
    /** Default: the clock. */
    readonly now?: Date
    /** Allowed difference of the clocks, in seconds, at most a day. Default: 60. */
    readonly skew?: number
  }
}

/**
 * Reads the caller's own history, where nobody else named the identifier. As {@link verifyHistory}, but the identifier
 * is compared with nothing.
 *
 * Costs at most 2047 signature checks, as {@link verifyHistory}.
 *
 * @throws As {@link verifyHistory}, for the history alone.
 */
export function readHistory(history: Input, options: readHistory.Options = {}): History {
  const { text, parsed } = receive(history, 'history')
  const { at } = readMoment(options)
  return historyOf(
    call((engine) => engine.identityRotationRead(text, at)),
    parsed,
  )
}

const readMoment = shape({ at: check.secondsOrNow } satisfies Fields<readHistory.Options>)

export declare namespace readHistory {
  type Options = Pick<verifyHistory.Options, 'at'>
}

/**
 * How the first history relates to the second.
 *
 * Costs at most 4094 signature checks: both histories are verified.
 *
 * @throws `ERR_HISTORY_ID` if they are of two identities; as {@link readHistory}.
 */
export function compareHistories(first: Input, second: Input): Relation {
  const [left, right] = [receive(first, 'first').text, receive(second, 'second').text]
  return JSON.parse(call((engine) => engine.identityRotationCompare(left, right))) as Relation
}

/** `sequence` and `tip` as they cross. There may be more beside them: it may be a whole history. */
function knownTip(value: unknown, name: string): readonly [number, Uint8Array] {
  if (value === undefined) return [-1, nothing]
  const read = members(value, name, ['sequence', 'tip'])
  const sequence = check.integer(read.sequence, `${name}.sequence`)
  const tip = check.text(read.tip, `${name}.tip`)
  const bytes = call((engine) => engine.encodingBase64urlDecode(tip))
  if (bytes.length === 0) throw check.wrong(`${name}.tip`, 'the hash of an event', tip)
  return [sequence, bytes]
}

/** A {@link KeyPeriod} as the engine gives it. */
type Row = {
  readonly key: string
  readonly algorithm: Algorithm
  readonly from: number
  readonly until?: number
  readonly reason?: Reason
  readonly compromisedSince?: number
}

type Facts = Omit<History, 'valid' | 'keys' | 'parsed'> & {
  readonly valid?: number
  readonly keys: readonly Row[]
}

function historyOf(text: string, parsed: boolean): History {
  const facts = JSON.parse(text) as Facts
  const { valid, keys, ...rest } = facts
  const periods = keys.map(period)
  const current = Object.hasOwn(facts, 'valid') ? periods[valid as number] : undefined
  return { ...rest, keys: periods, ...(current && { valid: current }), parsed }
}

function period(row: Row): KeyPeriod {
  const { key, from, until, compromisedSince, ...rest } = row
  const date = (seconds: number | undefined) => new Date((seconds as number) * 1000)
  return {
    ...rest,
    key: fromMultikey(key),
    from: date(from),
    ...(Object.hasOwn(row, 'until') && { until: date(until) }),
    ...(Object.hasOwn(row, 'compromisedSince') && { compromisedSince: date(compromisedSince) }),
  }
}
