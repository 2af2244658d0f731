/**
 * Agent cards of SAGE, byte for byte: generate, sign, verify, merge, and to and from A2A.
 *
 * SAGE's own verifier takes the key from the card, so anybody can make a card for any DID. Here a
 * verification starts from a trust input, and the key must be one of the card's DID. The format
 * has no expiry, audience or nonce, and does not sign the members of `proof`: each result says so.
 *
 * @module
 */

import type { AgentCard } from '../card/types.js'
import * as check from '../check.js'
import { receive } from '../document.js'
import { call } from '../engine/slot.js'
import type { Row } from '../facts.js'
import { keyBytes } from '../key.js'
import { anything, type Fields, shape, withDefault } from '../shape.js'
import { signJson } from '../signing/unsigned.js'
import { checkSigner, type Signed, type Signer } from '../signing.js'
import {
  isEmpty,
  isTrust,
  prepareTrust,
  type Trust,
  type TrustInput,
  trustFields,
  trustHandle,
  trustRecord,
} from '../trust.js'
import type { Checked, Input, SageCard, TrustSource, Verified } from './card/types.js'
import type * as Metadata from './metadata.js'

export type * from './card/types.js'

/**
 * The text that is signed: as Go writes the card, without `proof`. Members that are not of the
 * format are not in it.
 *
 * @example
 * ```ts
 * Sage.Card.canonicalize(card) // '{"@context":[…],"id":"did:sage:ethereum:0x…",…'
 * ```
 *
 * @throws `ERR_CARD_SAGE_MALFORMED`; an `ERR_JSON_` code.
 */
export function canonicalize(card: Input): string {
  const { text } = receive(card, 'card')
  return call((engine) => engine.cardSageCanonicalize(text))
}

/**
 * Makes a card, without proof, from metadata of version 4: its `verified` keys, endpoint and
 * capabilities.
 *
 * @throws `ERR_CARD_SAGE_MALFORMED` without a DID, a name, an endpoint or a `verified` key; as
 * `Sage.Metadata.parseV4`.
 */
export function generate(metadata: Input): SageCard {
  const { text } = receive(metadata, 'metadata')
  return JSON.parse(call((engine) => engine.cardSageGenerate(text))) as SageCard
}

/**
 * Signs a card with one of its keys: Ed25519, or secp256k1 over SHA-256. A proof that is there is
 * replaced. At once for a local signer.
 *
 * @example
 * ```ts
 * const signed = Sage.Card.sign(Sage.Card.generate(metadata), signer)
 * ```
 *
 * @throws `ERR_CARD_SAGE_SIGNER` if the key is not in the card; `ERR_CARD_SAGE_UNCOVERED` for a
 * member that would stay unsigned; `ERR_KEY_ALGORITHM`; as {@link validate}.
 */
export function sign<S extends Signer>(
  card: Input,
  signer: S,
  options: sign.Options = {},
): Signed<S, SageCard> {
  const { text } = receive(card, 'card')
  const { publicKey, algorithm } = checkSigner(signer)
  const { created: time } = readSign(options)
  const key = keyBytes(publicKey)
  return signJson(signer, (engine) => engine.cardSageUnsigned(text, key, algorithm, time))
}

const readSign = shape({
  created: check.timestampOrNow,
} satisfies Fields<sign.Options>)

export declare namespace sign {
  type Options = {
    /** `proof.created`, in whole seconds; not signed. Default: the clock. */
    readonly created?: Date
  }
}

/**
 * Verifies the proof of a card against a trust input; gives what was proven.
 *
 * The signing key must be a key of the card, named and controlled by its DID, of the proof's type,
 * and trusted for that DID. Say whose the key is, by `controller`, a DID document or metadata: a
 * key that is trusted by itself can sign a card of any DID, and `unproven` then names `did`.
 *
 * Costs at most 1 signature check: the proof names its key.
 *
 * @example
 * ```ts
 * const { did, card } = Sage.Card.verify(bytes, { metadata })
 * ```
 *
 * @throws `ERR_CARD_SAGE_PROOF` without one; `ERR_CARD_SAGE_PURPOSE`, `ERR_CARD_SAGE_METHOD`,
 * `ERR_CARD_SAGE_CONTROLLER`, `ERR_CARD_SAGE_PROOF_TYPE`; `ERR_CARD_SAGE_UNTRUSTED`;
 * `ERR_CARD_SAGE_SIGNATURE`; as {@link validate}.
 */
export function verify(card: Input, trust: TrustSource, options: verify.Options = {}): Verified {
  const { text, parsed } = receive(card, 'card')
  const { now } = readVerify(options)
  if (isTrust(trust)) return readVerified(verifyByTrust(text, trust, now), parsed)
  const { metadata, ...rest } = readTrust(trustRecord(trust), 'trust')
  if (metadata === undefined)
    return readVerified(verifyByTrust(text, rest as TrustInput, now), parsed)
  if (!isEmpty(rest))
    throw check.wrong('trust', 'metadata alone, or a trust input without it', trust)
  return readVerified(verifyByMetadata(text, metadata, now), parsed)
}

const readTrust = shape({ metadata: anything, ...trustFields })

const readVerify = shape({ now: check.secondsOrNow } satisfies Fields<verify.Options>)

function readVerified(facts: string, parsed: boolean): Verified {
  return { ...(JSON.parse(facts) as Omit<Verified, 'parsed'>), parsed }
}

export declare namespace verify {
  type Options = {
    /** The time, for keys that expire. Default: the clock. */
    readonly now?: Date
  }
}

/**
 * Checks the structure of a card: a DID, a name, endpoints, and every key. Proves nothing.
 *
 * @throws `ERR_CARD_SAGE_MALFORMED`; `ERR_CARD_SAGE_KEY` for a key that is wrong or stands twice;
 * `ERR_LIMIT_EXCEEDED`; an `ERR_JSON_` code.
 */
export function validate(card: Input): Checked {
  const { text, parsed } = receive(card, 'card')
  return readChecked(
    call((engine) => engine.cardSageValidate(text)),
    parsed,
  )
}

/**
 * Checks that a card says what resolved metadata (V4) says: DID, every key `verified` there, the
 * first endpoint, and that the agent is active. The proof is not looked at.
 *
 * @throws `ERR_CARD_SAGE_METADATA` for what differs; as {@link validate} and `Sage.Metadata.parseV4`.
 */
export function validateWithMetadata(card: Input, metadata: Input): Checked {
  const { text, parsed } = receive(card, 'card')
  const { text: record } = receive(metadata, 'metadata')
  return readChecked(
    call((engine) => engine.cardSageCheckMetadata(text, record)),
    parsed,
  )
}

/**
 * Takes name, description, endpoints, capabilities and times from a card into metadata (V4). Keys
 * are never taken. The card must be of the same DID and signed by a `verified` key of the metadata.
 *
 * Costs at most 1 signature check.
 *
 * @throws `ERR_CARD_SAGE_ID` for another DID, and the codes of {@link verify}, unless allowed.
 */
export function merge(card: Input, metadata: Input, options: merge.Options = {}): merge.Result {
  const { text, parsed } = receive(card, 'card')
  const { text: record } = receive(metadata, 'metadata')
  const { now, allowForeignId, allowUnproven } = readMerge(options)
  const facts = call((engine) =>
    engine.cardSageMerge(text, record, allowForeignId, allowUnproven, now),
  )
  return { ...(JSON.parse(facts) as Omit<merge.Result, 'parsed'>), parsed }
}

const readMerge = shape({
  now: check.secondsOrNow,
  allowForeignId: withDefault(check.boolean, false),
  allowUnproven: withDefault(check.boolean, false),
} satisfies Fields<merge.Options>)

export declare namespace merge {
  type Options = verify.Options & {
    /** Take a card of another DID. Default: refuse. */
    readonly allowForeignId?: boolean
    /** Take a card whose proof does not hold. Default: refuse. */
    readonly allowUnproven?: boolean
  }
  type Result = {
    readonly metadata: Metadata.V4
    /** Refused only if that was allowed. */
    readonly proof: Row
    /** Paths of members, of the card or the metadata, that are not of the format. */
    readonly lost: readonly string[]
    /** Whether the card was a parsed object: duplicate members could not be seen. */
    readonly parsed: boolean
  }
}

/**
 * Writes a card as one of A2A 1.0, unsigned. DID, keys, times and proof have no place there.
 *
 * @example
 * ```ts
 * const { card, missing } = Sage.Card.toA2A(sageCard, { version: '1.0.0' })
 * ```
 *
 * @throws as {@link validate}.
 */
export function toA2A(card: Input, options: toA2A.Options): toA2A.Result {
  const { text } = receive(card, 'card')
  const { version, mediaType } = readToA2A(options)
  return JSON.parse(
    call((engine) => engine.cardSageToA2a(text, version, mediaType)),
  ) as toA2A.Result
}

const readToA2A = shape({
  version: check.text,
  mediaType: withDefault(check.text, 'text/plain'),
} satisfies Fields<toA2A.Options>)

export declare namespace toA2A {
  type Options = {
    /** Version of the agent, which a SAGE card does not say. */
    readonly version: string
    /** What it takes in and gives out. Default: `text/plain`. */
    readonly mediaType?: string
  }
  type Result = {
    readonly card: AgentCard
    /** Paths in the SAGE card. */
    readonly lost: readonly string[]
    /** REQUIRED members that the SAGE card leaves empty. */
    readonly missing: readonly string[]
  }
}

/**
 * Writes a card of A2A 1.0 as one of SAGE, without proof. DID, keys and times come from metadata
 * (V4). Signatures of the A2A card are not looked at.
 *
 * @throws `ERR_CARD_SAGE_MALFORMED` with the path in the A2A card; as {@link generate}.
 */
export function fromA2A(card: Input, metadata: Input): fromA2A.Result {
  const { text } = receive(card, 'card')
  const { text: record } = receive(metadata, 'metadata')
  return JSON.parse(call((engine) => engine.cardSageFromA2a(text, record))) as fromA2A.Result
}

export declare namespace fromA2A {
  type Result = {
    readonly card: SageCard
    /** Paths in the A2A card. */
    readonly lost: readonly string[]
  }
}

function verifyByTrust(text: string, trust: Trust | TrustInput, now: number): string {
  const trusted = prepareTrust(trust)
  return call((engine) => engine.cardSageVerify(text, trustHandle(trusted), now))
}

function verifyByMetadata(text: string, metadata: unknown, now: number): string {
  const { text: record } = receive(metadata, 'trust.metadata')
  return call((engine) => engine.cardSageVerifyByMetadata(text, record, now))
}

function readChecked(text: string, parsed: boolean): Checked {
  const { card, unknown } = JSON.parse(text) as Omit<Checked, 'parsed'>
  return { card, unknown, parsed }
}
