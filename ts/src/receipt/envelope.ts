/**
 * Receipts inside the envelopes of other tools: JWS, DSSE, COSE_Sign1.
 *
 * The envelope holds the whole receipt and is signed again, by anybody. Opening checks both signatures.
 *
 * @module
 */

import * as check from '../check.js'
import { receive } from '../document.js'
import { call } from '../engine/slot.js'
import { type Fields, shape, withDefault } from '../shape.js'
import { signUnsigned } from '../signing/unsigned.js'
import { type Create, checkSigner, type Signed, type Signer } from '../signing.js'
import { type ProvenKey, type Trust, type TrustInput, trustHandle } from '../trust.js'
import { prepareExpectation } from './common.js'
import type { Expectation, Facts, Input, Receipt, Verified } from './types.js'

/** The media type of a receipt. */
export const mediaType = 'application/vnd.countersign.receipt+json'

/** A DSSE envelope. */
export type Dsse = {
  /** Base64. */
  readonly payload: string
  readonly payloadType: string
  readonly signatures: readonly { readonly keyid?: string; readonly sig: string }[]
}

/** Whose envelope it is. */
export type Sealed = {
  /** The key under which its signature holds. */
  readonly signer: ProvenKey
  /** An ECDSA signature with a high S. Anybody can rewrite it with the low S; the receipt's id stays the same. */
  readonly highS?: true
}

/** A receipt from its envelope, both of which were verified. */
export type VerifiedEnvelope = Omit<Verified, 'parsed'> & { readonly envelope: Sealed }

/**
 * The receipt in a compact JWS (RFC 7515).
 *
 * @example
 * ```ts
 * const jws = Receipt.toJws(receipt, archive, { keyId: 'did:web:archive.example#key-1' })
 * ```
 *
 * @throws `ERR_JWS_ALGORITHM` if JOSE has no name for the algorithm; else as `Receipt.id`. `ERR_PART_MISSING` in a page
 * without the part `log`, like all functions of envelopes.
 */
export function toJws<S extends Signer>(
  receipt: Input,
  signer: S,
  options: toJws.Options = {},
): Signed<S, string> {
  return seal('jws', receipt, signer, options, text)
}

export declare namespace toJws {
  type Options = {
    /** The name of the key, which chooses among those that a verifier trusts. */
    readonly keyId?: string
  }
}

/**
 * Verifies what {@link toJws} made, and gives the receipt in it.
 *
 * Costs at most 96 signature checks: 16, or `maxChecks`, for the envelope, and those of `Receipt.verify`.
 *
 * @example
 * ```ts
 * const { receipt, envelope } = Receipt.fromJws(jws, trust)
 * ```
 *
 * @param trust - The keys of whoever made the envelope, and those of `Receipt.verify`.
 * @throws a code of a JWS or of `Receipt.verify`.
 */
export function fromJws(
  jws: string,
  trust: Trust | TrustInput,
  options: fromJws.Options = {},
): VerifiedEnvelope {
  return verify('jws', utf8(jws, 'jws'), trust, options)
}

export declare namespace fromJws {
  type Options = Expectation
}

/** The receipt in a DSSE envelope. */
export function toDsse<S extends Signer>(
  receipt: Input,
  signer: S,
  options: toDsse.Options = {},
): Signed<S, Dsse> {
  return seal('dsse', receipt, signer, options, (bytes) => JSON.parse(text(bytes)) as Dsse)
}

export declare namespace toDsse {
  type Options = toJws.Options
}

/**
 * Verifies what {@link toDsse} made, and gives the receipt in it.
 *
 * Costs at most 96 signature checks: 16, or `maxChecks`, for the envelope, and those of `Receipt.verify`.
 *
 * @param trust - As of {@link fromJws}.
 * @throws `ERR_ENVELOPE_MALFORMED`, `ERR_ENVELOPE_TYPE`, `ERR_ENVELOPE_KEY`, `ERR_ENVELOPE_SIGNATURE`; a code
 * of `Receipt.verify`.
 */
export function fromDsse(
  envelope: string | Uint8Array | Dsse,
  trust: Trust | TrustInput,
  options: fromDsse.Options = {},
): VerifiedEnvelope {
  return verify('dsse', utf8(receive(envelope, 'envelope').text, 'envelope'), trust, options)
}

export declare namespace fromDsse {
  type Options = Expectation
}

/**
 * The receipt in a tagged COSE_Sign1 (RFC 9052), deterministic CBOR.
 *
 * @throws `ERR_KEY_ALGORITHM` if COSE has no number for the algorithm.
 */
export function toCose<S extends Signer>(
  receipt: Input,
  signer: S,
  options: toCose.Options = {},
): Signed<S, Uint8Array> {
  return seal('cose', receipt, signer, options, (bytes) => bytes)
}

export declare namespace toCose {
  type Options = toJws.Options
}

/**
 * Verifies what {@link toCose} made, and gives the receipt in it. Throws as {@link fromDsse}.
 *
 * Costs at most 96 signature checks: 16, or `maxChecks`, for the envelope, and those of `Receipt.verify`.
 *
 * @param trust - As of {@link fromJws}.
 */
export function fromCose(
  envelope: Uint8Array,
  trust: Trust | TrustInput,
  options: fromCose.Options = {},
): VerifiedEnvelope {
  return verify('cose', check.bytes(envelope, 'envelope'), trust, options)
}

export declare namespace fromCose {
  type Options = Expectation
}

type Kind = 'jws' | 'dsse' | 'cose'

const readSeal = shape({ keyId: withDefault(check.text, '') } satisfies Fields<toJws.Options>)

function seal<S extends Signer, T>(
  kind: Kind,
  receipt: Input,
  signer: S,
  options: toJws.Options,
  finish: (envelope: Uint8Array) => T,
): Signed<S, T> {
  const { text } = receive(receipt, 'receipt')
  const { algorithm } = checkSigner(signer)
  const { keyId: name } = readSeal(options)
  const make: Create = (engine) => engine.receiptEnvelopeUnsigned(kind, text, algorithm, name)
  return signUnsigned(signer, make, finish)
}

function verify(
  kind: Kind,
  sealed: Uint8Array,
  trusted: Trust | TrustInput,
  options: Expectation,
): VerifiedEnvelope {
  const { trust, now, skew, id, content, witnesses, maxChecks } = prepareExpectation(
    trusted,
    options,
  )
  const verified = JSON.parse(
    call((engine) =>
      engine.receiptEnvelopeVerify(
        kind,
        sealed,
        trustHandle(trust),
        now,
        skew,
        id,
        content,
        witnesses,
        maxChecks,
      ),
    ),
  ) as { facts: Facts; receipt: Receipt; envelope: Sealed }
  return { ...verified.facts, receipt: verified.receipt, envelope: verified.envelope }
}

function utf8(value: unknown, name: string): Uint8Array {
  return new TextEncoder().encode(check.text(value, name))
}

function text(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}
