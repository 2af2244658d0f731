/**
 * Data Integrity proofs over JCS (W3C VC Data Integrity 1.0), for any JSON document.
 *
 * | Suite | Signer |
 * | --- | --- |
 * | `eddsa-jcs-2022` | Ed25519 |
 * | `ecdsa-jcs-2019` | P-256 |
 *
 * Other signers are refused with `ERR_DATA_INTEGRITY_SUITE`. That includes post-quantum ones, whose suites are
 * only experiments of a community group so far. Use them with a JWS, a card or a receipt.
 *
 * @module
 */

import * as check from './check.js'
import { type JsonObject, print, receive } from './document.js'
import { call } from './engine/slot.js'
import type { Row } from './facts.js'
import { type Fields, optional, printOptions, shape, withDefault } from './shape.js'
import { signJson } from './signing/unsigned.js'
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

/** A proof, as the standard has it. */
export type Proof = JsonObject & {
  readonly type: 'DataIntegrityProof'
  readonly cryptosuite: string
  readonly verificationMethod: string
  readonly proofPurpose: string
  readonly proofValue: string
}

/** A document with its proof, or its list of proofs. */
export type Secured<D extends JsonObject> = D & { readonly proof: Proof | readonly Proof[] }

/**
 * Adds a proof to `document`. Proofs that it has stay; the new one covers those that `previousProof` names.
 *
 * @example
 * ```ts
 * const secured = DataIntegrity.sign(document, signer, { verificationMethod: 'did:web:a.example#1' })
 * ```
 *
 * @returns A new document at once for a local signer, else a promise of it.
 * @throws `ERR_DATA_INTEGRITY_SUITE` for a signer that no suite fits; `ERR_DATA_INTEGRITY_MALFORMED`,
 * `ERR_DATA_INTEGRITY_PREVIOUS` for the options; `ERR_JSON_` codes for the document.
 */
export function sign<S extends Signer, D extends JsonObject>(
  document: D,
  signer: S,
  options: sign.Options,
): Signed<S, Secured<D>> {
  check.record(document, 'document')
  const text = print(document, 'document')
  const config = printOptions(proofOptions(options))
  const { algorithm } = checkSigner(signer)
  return signJson(signer, (engine) => engine.dataIntegrityUnsigned(text, config, algorithm))
}

export declare namespace sign {
  type Options = {
    /** The URL of the verification method whose key signs. */
    readonly verificationMethod: string
    /** Default: `assertionMethod`. */
    readonly purpose?: Purpose
    /** Default: now. */
    readonly created?: Date
    /** First second at which the proof no longer holds. */
    readonly expires?: Date
    /** Whom the proof is for. */
    readonly domain?: string | readonly string[]
    /** The verifier's challenge. */
    readonly challenge?: string
    /** Something unique. */
    readonly nonce?: string
    /** Name of the proof, for a later one to cover it. */
    readonly id?: string
    /** Names of proofs that this one covers. */
    readonly previousProof?: string | readonly string[]
  }
}

/**
 * One proof of a document. `unchecked`: `ERR_DATA_INTEGRITY_KEY`, no trusted key fits; `ERR_DATA_INTEGRITY_SUITE`, of
 * another suite; `ERR_TRUST_CHECKS`, `maxChecks` was used up before.
 */
export type ProofFacts = Row<
  {
    readonly proof: Proof
    /** The key under which it holds. */
    readonly signer: ProvenKey
    /** Members that nobody compared with anything; `@context` if its end is not covered. */
    readonly unchecked: readonly string[]
    /** An ECDSA signature with a high S. Anybody can rewrite it with the low S. */
    readonly highS?: true
  },
  { readonly proof: JsonObject }
>

/** What the proofs of a document proved. */
export type Verified = {
  /** The document without its proofs. */
  readonly document: JsonObject
  /** Each proof; at least one is `ok`. */
  readonly proofs: readonly ProofFacts[]
  /** Whether a parsed object was given: duplicate members could not be seen. */
  readonly parsed: boolean
}

/**
 * Verifies the proofs of a document and gives the document.
 *
 * Costs at most 16 signature checks, over all proofs, unless `maxChecks` says otherwise: one for each whose method is
 * one trusted key.
 * Those that name a key are tried before those that any key may have made.
 *
 * @example
 * ```ts
 * const { document } = DataIntegrity.verify(text, { document: didDocument })
 * ```
 *
 * @throws If no proof holds, the reason of the first: `ERR_DATA_INTEGRITY_SIGNATURE`, `_KEY`, `_SUITE`,
 * `_PURPOSE`, `_EXPIRED`, `_NOT_YET`, `_DOMAIN`, `_CHALLENGE`, `_CONTEXT`, `_PREVIOUS`, `_MALFORMED`, or
 * `ERR_TRUST_CHECKS` if more would have to be tried than `maxChecks` allows; `ERR_JSON_` codes for the text.
 */
export function verify(
  document: string | Uint8Array | object,
  trust: Trust | TrustInput,
  options: verify.Options = {},
): Verified {
  const { text, parsed } = receive(document, 'document')
  const trusted = prepareTrust(trust)
  const policy = printOptions(readVerify(options))
  const report = JSON.parse(
    call((engine) => engine.dataIntegrityVerify(text, trustHandle(trusted), policy)),
  )
  return { document: report.document, proofs: report.proofs, parsed }
}

export declare namespace verify {
  type Options = {
    /** The purpose that a proof must state. Default: `assertionMethod`. */
    readonly purpose?: Purpose
    /** The time. Default: now. */
    readonly now?: Date
    /** How far clocks may differ, in seconds. Default: 60. */
    readonly skew?: number
    /** The domains that a proof must be bound to: all of them, and no other. */
    readonly domain?: string | readonly string[]
    /** The challenge that a proof must answer. */
    readonly challenge?: string
    /** Every proof must hold, not only one. Default: false. */
    readonly all?: boolean
    /** How many signature checks the call may make, over all proofs, 1 to 4096. Default: 16. */
    readonly maxChecks?: number
  }
}

const purpose = withDefault(
  (value: unknown, name: string) => check.oneOf(value, name, purposes),
  'assertionMethod',
)

const readSign = shape({
  verificationMethod: check.text,
  purpose,
  created: check.timestampOrNow,
  expires: optional(check.timestamp),
  domain: optional(texts),
  challenge: optional(check.text),
  nonce: optional(check.text),
  id: optional(check.text),
  previousProof: optional(texts),
} satisfies Fields<sign.Options>)

function proofOptions(options: sign.Options): JsonObject {
  const { purpose: proofPurpose, ...rest } = readSign(options)
  return { proofPurpose, ...rest }
}

const readVerify = shape({
  purpose,
  now: check.secondsOrNow,
  skew: optional(check.safeInteger),
  domain: optional((value, name) => [texts(value, name)].flat()),
  challenge: optional(check.text),
  all: withDefault(check.boolean, false),
  maxChecks,
} satisfies Fields<verify.Options>)

function texts(value: unknown, name: string): string | readonly string[] {
  if (typeof value === 'string') return check.text(value, name)
  return check.list(value, name).map((item) => check.text(item, name))
}
