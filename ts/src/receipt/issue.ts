/**
 * Making receipts: issue, witness, rotate.
 *
 * @module
 */

import * as check from '../check.js'
import { type JsonValue, print, receive } from '../document.js'
import { call } from '../engine/slot.js'
import { keyBytes } from '../key.js'
import {
  anything,
  type Fields,
  optional,
  printOptions,
  type Read,
  shape,
  withDefault,
} from '../shape.js'
import { keyIdOfSigner } from '../signing/named.js'
import { signJson, signJsonByTwo } from '../signing/unsigned.js'
import { checkSigner, type Signed, type Signer } from '../signing.js'
import { prepareTrust, type Trust, type TrustInput } from '../trust.js'
import { expectationFields, hashOf, milliseconds, prepareExpected } from './common.js'
import type { Expectation, Input, Receipt } from './types.js'
import { verifyText } from './verify.js'

/** What was done: the content, or only its hash. */
export type Action = {
  /** What kind of action: 1 to 128 of `A-Z a-z 0-9 . _ : / -`, as `tool.call`. */
  readonly action: string
  /** Texts that point to more, at most 64. */
  readonly references?: readonly string[]
  /** In which context, as the id of a session or task. */
  readonly context?: string
  /** The id of the grant under which it was done. */
  readonly grant?: string
  /** Whether this is the last receipt of its chain: whoever has the last one notices if the end is missing. */
  readonly final?: true
} & (
  | { readonly content: JsonValue; readonly contentHash?: never }
  | { readonly contentHash: string; readonly content?: never }
)

/** Which key takes over. */
export type Rotation = {
  /** Its id: a DID URL under the actor. */
  readonly nextKeyId: string
  /** Why the key is replaced. Default: null. */
  readonly content?: JsonValue
}

/** Who acts, and which receipt came before. */
export type Place = {
  /** Default: the `did:key` of the signer; the `did:jwk` of a hybrid one. */
  readonly actor?: string
  /** The DID URL of the key, under `actor`. Needed with `actor`. */
  readonly keyId?: string
  /** The receipt before, of the same actor. Without one a chain starts. */
  readonly previous?: Input
  /** Default: the clock. */
  readonly now?: Date
}

const placeFields = {
  actor: optional(check.text),
  keyId: optional(check.text),
  previous: (value: unknown, name: string): string =>
    value === undefined ? '' : receive(value, name).text,
  now: milliseconds,
} satisfies Fields<Place>

const readPlace = shape(placeFields)

const readAction = shape({
  action: check.text,
  references: anything,
  context: anything,
  grant: anything,
  final: anything,
  content: anything,
  contentHash: anything,
} satisfies Fields<Action>)

const readRotation = shape({
  nextKeyId: check.text,
  content: withDefault(anything, null),
} satisfies Fields<Rotation>)

/**
 * Issues a receipt. At once for a local signer.
 *
 * @example
 * ```ts
 * const first = Receipt.issue({ action: 'tool.call', content: { tool: 'search' } }, signer)
 * const next = Receipt.issue({ action: 'tool.call', content: 7 }, signer, { previous: first })
 * ```
 *
 * @throws `ERR_RECEIPT_MALFORMED` for members outside the format; `ERR_RECEIPT_ACTOR`, `ERR_RECEIPT_FINAL`,
 * `ERR_RECEIPT_TIME` for a receipt that cannot follow `previous`; an `ERR_JSON_` code; `ERR_SIGNER_INVALID`.
 */
export function issue<S extends Signer>(
  action: Action,
  signer: S,
  options: issue.Options = {},
): Signed<S, Receipt> {
  const place = readPlace(options)
  const { draft, previous } = placeAction(readAction(action), signer, place)
  return signJson(signer, (engine) => engine.receiptUnsigned(draft, previous))
}

export declare namespace issue {
  type Options = Place
}

/**
 * Hands the chain over to `successor`, a new key, which signs the receipt too. From the next receipt on only it
 * signs.
 *
 * @example
 * ```ts
 * const rotation = { nextKeyId: `${actor}#key-2` }
 * const receipt = Receipt.rotate(rotation, oldSigner, newSigner, { actor, keyId, previous })
 * ```
 *
 * @returns At once if both signers are local.
 * @throws `ERR_RECEIPT_ROTATION`; else as {@link issue}.
 */
export function rotate<A extends Signer, B extends Signer>(
  rotation: Rotation,
  signer: A,
  successor: B,
  options: rotate.Options = {},
): Signed<A | B, Receipt> {
  const { nextKeyId: name, content } = readRotation(rotation, 'rotation')
  const { publicKey, algorithm } = checkSigner(successor, 'successor')
  const key = keyBytes(publicKey)
  const { draft, previous } = placeAction({ content }, signer, readPlace(options))
  return signJsonByTwo(successor, signer, (engine) =>
    engine.receiptRotationUnsigned(draft, name, algorithm, key, previous),
  )
}

export declare namespace rotate {
  type Options = Place
}

/**
 * Verifies a receipt and signs that it was seen. The receipt keeps its id.
 *
 * Costs at most 80 signature checks: 16 for the receipt, or `maxChecks`, and 1 for each of its first 64 witnesses.
 *
 * @example
 * ```ts
 * const witnessed = Receipt.countersign(text, notary, { document })
 * ```
 *
 * @param trust - Whom to trust for the receipt, as of `verify`.
 * @throws as `verify`; `ERR_LIMIT_EXCEEDED` for a receipt with 64 witnesses; `ERR_SIGNER_INVALID`.
 */
export function countersign<S extends Signer>(
  receipt: Input,
  signer: S,
  trust: Trust | TrustInput,
  options: countersign.Options = {},
): Signed<S, Receipt> {
  const { text } = receive(receipt, 'receipt')
  const { publicKey, algorithm } = checkSigner(signer)
  const trusted = prepareTrust(trust)
  const { witness: did, keyId: key, ...expectation } = readCountersign(options)
  verifyText(text, false, prepareExpected(trusted, expectation))
  const own = () => keyIdOfSigner(signer, publicKey)
  const [witness, keyId] = nameActor(did, key, own, 'witness')
  const statement = printOptions({ witness, keyId, algorithm, time: expectation.now })
  return signJson(signer, (engine) => engine.receiptWitnessUnsigned(text, statement))
}

const readCountersign = shape({
  ...expectationFields,
  witness: optional(check.text),
  keyId: optional(check.text),
} satisfies Fields<countersign.Options>)

export declare namespace countersign {
  type Options = Expectation & {
    /** Who witnesses. Default: as the actor of {@link issue}. */
    readonly witness?: string
    /** The DID URL of the key, under `witness`. Needed with `witness`. */
    readonly keyId?: string
  }
}

/** The id of a receipt: computed, never read. It proves nothing. */
export function id(receipt: Input): string {
  const { text } = receive(receipt, 'receipt')
  return call((engine) => engine.receiptId(text))
}

/** The hash that may stand in a receipt instead of `content`. */
export function contentHash(content: JsonValue): string {
  return hashOf(content)
}

/** A draft and the receipt before it, as they cross. */
function placeAction(action: object, signer: Signer, place: Read<typeof placeFields>) {
  const { publicKey, algorithm } = checkSigner(signer)
  const { now: time, previous } = place
  const own = () => keyIdOfSigner(signer, publicKey)
  const [actor, keyId] = nameActor(place.actor, place.keyId, own, 'actor')
  return { draft: print({ ...action, actor, keyId, algorithm, time }, 'action'), previous }
}

/** Who speaks and under which key: as given, or the key under the name that it has by itself. @internal */
export function nameActor(
  did: string | undefined,
  keyId: string | undefined,
  ownKeyId: () => string,
  name: string,
): readonly [did: string, keyId: string] {
  if (did !== undefined || keyId !== undefined)
    return [check.text(did, name), check.text(keyId, 'keyId')]
  const own = ownKeyId()
  return [own.slice(0, own.indexOf('#')), own]
}
