/**
 * JSON Web Signatures (RFC 7515, RFC 7797).
 *
 * Keys come from the trust input, never from the object; the algorithm is bound
 * to the key. Forms: compact, flattened and general JSON, each also detached.
 *
 * | Algorithm | Key |
 * | --- | --- |
 * | `EdDSA`; `Ed25519` (RFC 9864) where `algorithms` lists it | Ed25519 |
 * | `ES256` | P-256, S high or low |
 * | `ES256K` | secp256k1, S high or low |
 * | `ML-DSA-44`, `ML-DSA-65`, `ML-DSA-87` (RFC 9964) | of that name |
 * | `ML-DSA-65-Ed25519` (draft-ietf-jose-pq-composite-sigs-05) | Ed25519+ML-DSA-65 |
 *
 * @module
 */

import * as check from './check.js'
import { type JsonObject, receive } from './document.js'
import { call } from './engine/slot.js'
import type { Row } from './facts.js'
import { readFrames } from './frames.js'
import { jwsAlgorithms as algorithms } from './generated/keys.js'
import { type Form, writtenFields } from './jws/form.js'
import { type Fields, optional, printOptions, shape } from './shape.js'
import { signText, textOf } from './signing/unsigned.js'
import { checkSigner, type Signed, type Signer } from './signing.js'
import {
  maxChecks,
  type ProvenKey,
  type Purpose,
  prepareTrust,
  purposes,
  type Trust,
  type TrustInput,
  trustHandle,
} from './trust.js'

export { algorithms }

/** An algorithm by its JOSE name. */
export type Algorithm = (typeof algorithms)[number]

export { type Form, forms } from './jws/form.js'

/**
 * Signs `payload` and returns the JWS as text.
 *
 * @example
 * ```ts
 * const jws = Jws.sign(payload, signer, { header: { kid: 'did:web:a.example#1' } })
 * ```
 *
 * @returns The text at once for a local signer, else a promise of it.
 * @throws `ERR_JWS_ALGORITHM` if the signer's algorithm has no JOSE name, or the header names another;
 * `ERR_JWS_HEADER`, `ERR_JWS_CRIT`, `ERR_JWS_PAYLOAD` for what {@link verify} would refuse.
 */
export function sign<S extends Signer>(
  payload: Uint8Array,
  signer: S,
  options: sign.Options = {},
): Signed<S, string> {
  const { algorithm } = checkSigner(signer)
  const { header, form, detached, unprotected } = readSign(options)
  // Last: what is read before it is code of the caller, which could take the memory away.
  const bytes = check.bytes(payload, 'payload')
  return signText(
    signer,
    (engine) => engine.jwsUnsigned(header, algorithm, bytes, form, detached, unprotected),
    (text) => text,
  )
}

const readSign = shape(writtenFields satisfies Fields<sign.Options>)

export declare namespace sign {
  type Options = {
    /** Members of the protected header, for example `kid`. `alg` is set from the signer. */
    readonly header?: JsonObject
    /** Members that are not signed; not in the compact form. */
    readonly unprotected?: JsonObject
    /** Default: compact. */
    readonly form?: Form
    /** Leave the payload out (RFC 7515, appendix F). Default: false. */
    readonly detached?: boolean
  }
}

/**
 * One signature of a JWS. `failed`: `ERR_JWS_SIGNATURE`. `unchecked`: `ERR_JWS_KEY`, no trusted key fits, for the `reason`
 * in its data; `ERR_JWS_ALGORITHM`, of another algorithm; `ERR_TRUST_CHECKS`, `maxChecks` was used up before.
 */
export type SignatureFacts = Row<
  {
    /** The key under which it holds. */
    readonly signer: ProvenKey
    /** An ECDSA signature with a high S. Anybody can rewrite it with the low S, so do not identify a JWS by its bytes. */
    readonly highS?: true
  },
  {
    /** The protected header. */
    readonly header: JsonObject
    /** Members that the signature does not cover. */
    readonly unprotected: JsonObject
  }
>

/** What a JWS proved. */
export type Verified = {
  /** What was signed. */
  readonly payload: Uint8Array
  /** Each signature; at least one is `ok`. */
  readonly signatures: readonly SignatureFacts[]
  /** Whether a parsed object was given: duplicate members could not be seen. */
  readonly parsed: boolean
}

/**
 * Verifies a JWS of any form and gives its payload.
 *
 * Costs at most 16 signature checks, over all signatures and all keys that may be meant, unless `maxChecks` says
 * otherwise: one for each signature whose `kid` names one trusted key. Those with a `kid` are tried first.
 *
 * @example
 * ```ts
 * const { payload } = Jws.verify(text, { key: publicKey })
 * ```
 *
 * @throws `ERR_JWS_SIGNATURE`, `ERR_JWS_KEY` or `ERR_JWS_ALGORITHM` if no signature holds under a trusted key;
 * `ERR_TRUST_CHECKS` if more would have to be tried than `maxChecks` allows; `ERR_JWS_MALFORMED`, `ERR_JWS_HEADER`,
 * `ERR_JWS_CRIT`, `ERR_JWS_PAYLOAD`, `ERR_JWS_TYP`; `ERR_JSON_` and `ERR_JWK_` codes.
 */
export function verify(
  jws: string | Uint8Array | object,
  trust: Trust | TrustInput,
  options: verify.Options = {},
): Verified {
  const { text, parsed } = receive(jws, 'jws')
  const trusted = prepareTrust(trust)
  const { payload, ...rest } = readVerify(options)
  const policy = printOptions(rest)
  const answer = call((engine) =>
    engine.jwsVerify(
      text,
      payload !== undefined,
      payload ?? new Uint8Array(),
      trustHandle(trusted),
      policy,
    ),
  )
  const [facts, read] = readFrames(answer) as [Uint8Array, Uint8Array]
  const { signatures } = JSON.parse(textOf(facts))
  return { payload: read.slice(), signatures, parsed }
}

export declare namespace verify {
  type Options = {
    /** The payload of a detached JWS. */
    readonly payload?: Uint8Array
    /** Default: all but `Ed25519`. */
    readonly algorithms?: readonly Algorithm[]
    /** What the key must be trusted for. Default: `assertionMethod`. */
    readonly purpose?: Purpose
    /** The `typ` that the protected header must have, as `dpop+jwt`. */
    readonly typ?: string
    /** The time, for keys that expire. Default: now. */
    readonly now?: Date
    /** How many signature checks the call may make, over all signatures, 1 to 4096. Default: 16. */
    readonly maxChecks?: number
  }
}

const readVerify = shape({
  algorithms: optional(algorithmNames),
  purpose: optional((value, name) => check.oneOf(value, name, purposes)),
  typ: optional(check.text),
  now: check.secondsOrNow,
  maxChecks,
  // Last: what is read before it is code of the caller, which could take the memory away.
  payload: optional((value, name) => check.bytes(value, name)),
} satisfies Fields<verify.Options>)

function algorithmNames(value: unknown, name: string): readonly Algorithm[] {
  return check.list(value, name).map((item) => check.oneOf(item, name, algorithms))
}
