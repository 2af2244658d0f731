/**
 * Key certificates: an identity key vouches for a derived key, for one purpose and time.
 *
 * The format is in `rust/core/src/identity/certificate.rs`. A certified key that can sign also signs, so that nobody
 * certifies somebody else's key. For an X25519 key, the certificate proves only that the issuer claims it.
 *
 * @module
 */

import * as check from '../check.js'
import { receive } from '../document.js'
import { call } from '../engine/slot.js'
import { type Algorithm, defaultAlgorithm, keyBytes, type PublicKey } from '../key.js'
import { type Fields, members, optional, printOptions, shape } from '../shape.js'
import { signJson } from '../signing/unsigned.js'
import {
  agreementHandle,
  checkSigner,
  handleOf,
  type LocalAgreement,
  type LocalSigner,
  type Signed,
  type Signer,
} from '../signing.js'
import { skew } from '../skew.js'
import { type ProvenKey, prepareTrust, type Trust, type TrustInput, trustHandle } from '../trust.js'
import { fromMultikey } from './info.js'
import type { Purpose } from './vault.js'

/** A certificate. Proves nothing before it is verified. Keys are Multikeys, times Unix seconds. */
export type Certificate = {
  readonly type: 'countersign/key-certificate/v1'
  readonly identity: string
  readonly issuer: string
  readonly algorithm: Algorithm
  readonly purpose: Purpose
  readonly context: string
  readonly key: string
  readonly notBefore: number
  readonly notAfter: number
  /** Of keys that sign. */
  readonly possession?: string
  readonly signature: string
}

/** What a verified certificate proves. */
export type VerifiedCertificate = {
  readonly identity: string
  /** Whether the trust input says that the issuer's key is of this identity. */
  readonly identityBound: boolean
  /** The issuer's key, which signed. */
  readonly signer: ProvenKey
  readonly purpose: Purpose
  readonly context: string
  /** The key that is certified. */
  readonly key: PublicKey
  readonly notBefore: Date
  readonly notAfter: Date
  /** Whether the key signed too. Never of X25519. */
  readonly possession: boolean
  /** Whether a parsed object was given: duplicate members could not be seen. */
  readonly parsed: boolean
}

/**
 * Certifies a key. At once if the identity key is a local signer.
 *
 * @example
 * ```ts
 * using key = identity.derive({ purpose: 'device', context: 'laptop' })
 * const certificate = Identity.certify(key, signer, {
 *   identity: did, purpose: 'device', context: 'laptop', notAfter,
 * })
 * ```
 *
 * @param key - A local one, because it signs too if it can.
 * @param signer - The identity key.
 * @throws `ERR_DERIVATION_PURPOSE`, `ERR_DERIVATION_CONTEXT`; `ERR_CERTIFICATE_MALFORMED` for times in the
 * wrong order; `ERR_SIGNER_INVALID`.
 */
export function certify<S extends Signer>(
  key: LocalSigner | LocalAgreement,
  signer: S,
  options: certify.Options,
): Signed<S, Certificate> {
  handleOf(key)
  const { algorithm, publicKey } = checkSigner(signer)
  const statement = statementOf(readStatement(options), key, publicKey, algorithm)
  const possession = possess(key, statement)
  return signJson(signer, (engine) => engine.identityCertificateUnsigned(statement, possession))
}

const readStatement = shape({
  identity: check.text,
  purpose: check.text,
  context: check.text,
  notBefore: check.secondsOrNow,
  notAfter: check.seconds,
} satisfies Fields<certify.Options>)

export declare namespace certify {
  type Options = {
    /** Whose key it is: the identifier of the identity. */
    readonly identity: string
    readonly purpose: Purpose
    /** As it was derived for: text of 1 to 1024 bytes. */
    readonly context: string
    /** Default: the clock. */
    readonly notBefore?: Date
    /** First moment at which it no longer holds. */
    readonly notAfter: Date
  }
}

/**
 * Verifies a certificate.
 *
 * Costs at most 2 signature checks: of the issuer, and of the certified key.
 *
 * @example
 * ```ts
 * const { key } = Identity.verifyCertificate(text, trust, { purpose: 'device' })
 * ```
 *
 * @param trust - The identity keys, for `assertionMethod`. The certified key needs no entry. If it has one, it must
 * hold as the entry says, or is refused (`ERR_CERTIFICATE_SUBJECT`).
 * @throws `ERR_CERTIFICATE_MALFORMED`, `ERR_CERTIFICATE_VERSION`; `ERR_CERTIFICATE_PURPOSE`,
 * `ERR_CERTIFICATE_SUBJECT`; `ERR_CERTIFICATE_NOT_YET`, `ERR_CERTIFICATE_EXPIRED`;
 * `ERR_CERTIFICATE_ISSUER`, `ERR_CERTIFICATE_IDENTITY`; `ERR_CERTIFICATE_SIGNATURE`.
 */
export function verifyCertificate(
  certificate: string | Uint8Array | object,
  trust: Trust | TrustInput,
  options: verifyCertificate.Options,
): VerifiedCertificate {
  const { text, parsed } = receive(certificate, 'certificate')
  const trusted = prepareTrust(trust)
  const { purpose, key = new Uint8Array(), context = '', now, skew } = readPolicy(options)
  const proven = call((engine) =>
    engine.identityCertificateVerify(text, trustHandle(trusted), purpose, key, context, now, skew),
  )
  return provenOf(proven, parsed)
}

const readPolicy = shape({
  purpose: check.text,
  key: optional(keyBytes),
  context: optional((value, name) => {
    if (value === '') throw check.wrong(name, 'text, or absent for any', value)
    return check.text(value, name)
  }),
  now: check.secondsOrNow,
  skew,
} satisfies Fields<verifyCertificate.Options>)

export declare namespace verifyCertificate {
  type Options = {
    /** What the key must be for. */
    readonly purpose: Purpose
    /** The key in question. Default: the one of the certificate. */
    readonly key?: PublicKey
    /** What exactly it must be for. Default: any. */
    readonly context?: string
    /** Default: the clock. */
    readonly now?: Date
    /** Allowed difference of the clocks, in seconds, at most a day. Default: 60. */
    readonly skew?: number
  }
}

function provenOf(text: string, parsed: boolean): VerifiedCertificate {
  const facts = JSON.parse(text)
  return {
    ...facts,
    key: fromMultikey(facts.key),
    notBefore: new Date(facts.notBefore * 1000),
    notAfter: new Date(facts.notAfter * 1000),
    parsed,
  }
}

function statementOf(
  content: object,
  key: LocalSigner | LocalAgreement,
  issuer: PublicKey,
  algorithm: Algorithm,
): string {
  const multikey = (key: unknown, name: string) => {
    const bytes = keyBytes(key, name)
    return call((engine) => engine.multikeyEncode(bytes))
  }
  return printOptions({
    ...content,
    type: 'countersign/key-certificate/v1',
    issuer: multikey(issuer, 'signer.publicKey'),
    algorithm,
    key: multikey(members(key, 'key', ['publicKey']).publicKey, 'key.publicKey'),
  })
}

/** The signature of the key itself, with the algorithm of its type; none of a key that agrees. */
function possess(key: LocalSigner | LocalAgreement, statement: string): Uint8Array {
  const message = call((engine) => engine.identityCertificatePossession(statement))
  if (agreementHandle(key)) return new Uint8Array()
  const algorithm = defaultAlgorithm(key.publicKey.type)
  return handleOf(key).use((engine, id) => engine.signerSign(id, algorithm, message))
}
