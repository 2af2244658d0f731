/**
 * Key forms of SAGE: bytes, key ids, and its JWK and PEM on import.
 *
 * The importers fill up the leading zero bytes that SAGE drops, and read its PEM of secp256k1 keys. They
 * check all else as strictly as the others do: points, widths, and the public half beside a secret.
 *
 * @module
 */

import * as check from '../check.js'
import { receive } from '../document.js'
import { call } from '../engine/slot.js'
import { sageKeyTypes } from '../generated/keys.js'
import { fromKeyBytes, keyBytes, type PublicKey } from '../key.js'
import { adoptAgreement, adoptSigner } from '../keyFormats/adopt.js'
import type { JwkInput } from '../keyFormats/jwk.js'
import { type Claim, readBareClaim } from '../keys/claim.js'
import { signUnsigned } from '../signing/unsigned.js'
import {
  checkSigner,
  type LocalAgreement,
  type LocalSigner,
  type Signed,
  type Signer,
} from '../signing.js'

export * from './keyStore.js'

/** SAGE's names of key types. */
export type TypeName = (typeof sageKeyTypes)[number]

/**
 * Writes a public key as SAGE does: 32 bytes, or `x ‖ y` of secp256k1, or 65 bytes of P-256.
 *
 * @example
 * ```ts
 * Sage.Keys.marshal(signer.publicKey)
 * ```
 *
 * @throws `ERR_KEY_UNSUPPORTED` for ML-DSA.
 */
export function marshal(key: PublicKey): Uint8Array {
  const bytes = keyBytes(key)
  return call((engine) => engine.sageMarshal(bytes))
}

/**
 * Reads a public key that SAGE wrote: 32 bytes; 33, 64 or 65 bytes of secp256k1; SubjectPublicKeyInfo,
 * DER or PEM, of P-256.
 *
 * @throws `ERR_BYTES_LENGTH`, `ERR_DER_MALFORMED`; as `Keys.publicKey`, where SAGE checks nothing.
 */
export function unmarshal(bytes: Uint8Array, type: TypeName): PublicKey {
  check.oneOf(type, 'type', sageKeyTypes)
  const checked = check.bytes(bytes, 'bytes')
  return fromKeyBytes(call((engine) => engine.sageUnmarshal(type, checked)))
}

/**
 * SAGE's id of a key: 16 hex digits. Too short to name a key alone.
 *
 * @example
 * ```ts
 * Sage.Keys.keyId(signer.publicKey) // '21fe31dfa154a261'
 * ```
 *
 * @throws `ERR_KEY_UNSUPPORTED` for ML-DSA.
 */
export function keyId(key: PublicKey): string {
  const bytes = keyBytes(key)
  return call((engine) => engine.sageKeyId(bytes))
}

/** Reads a public key from SAGE's JWK. Throws as `Keys.publicKeyFromJwk`. */
export function publicKeyFromJwk(jwk: JwkInput): PublicKey {
  const { text } = receive(jwk, 'jwk')
  return fromKeyBytes(call((engine) => engine.sagePublicFromJwk(text)))
}

/** Imports a signing key from SAGE's JWK. Throws as `Keys.signerFromJwk`. */
export function signerFromJwk(jwk: JwkInput, options: signerFromJwk.Options = {}): LocalSigner {
  const { text } = receive(jwk, 'jwk')
  return adoptSigner(options, (engine) => engine.sageSecretFromJwk(text))
}

export declare namespace signerFromJwk {
  type Options = adoptSigner.Options
}

/** Imports an X25519 key from SAGE's JWK. Throws as `Keys.agreementFromJwk`. */
export function agreementFromJwk(jwk: JwkInput): LocalAgreement {
  const { text } = receive(jwk, 'jwk')
  return adoptAgreement((engine) => engine.sageSecretFromJwk(text))
}

/** Reads a public key from SAGE's PEM, or the standard one. Throws as `Keys.publicKeyFromPem`. */
export function publicKeyFromPem(text: string): PublicKey {
  const checked = check.text(text, 'text')
  return fromKeyBytes(call((engine) => engine.sagePublicFromPem(checked)))
}

/** Imports a signing key from SAGE's PEM, or the standard one. Throws as `Keys.signerFromPem`. */
export function signerFromPem(text: string, options: signerFromPem.Options = {}): LocalSigner {
  const checked = check.text(text, 'text')
  return adoptSigner(options, (engine) => engine.sageSecretFromPem(checked))
}

export declare namespace signerFromPem {
  type Options = adoptSigner.Options
}

/**
 * Signs `message` as SAGE's key pairs do: secp256k1 over Keccak-256, with the recovery byte. At once for
 * a local signer.
 *
 * @example
 * ```ts
 * const signer = Keys.generate('secp256k1', { algorithm: 'ecdsa-secp256k1-keccak256' })
 * const signature = Sage.Keys.sign(message, signer) // 65 bytes, r ‖ s ‖ v
 * ```
 *
 * @returns 64 bytes; secp256k1: 65.
 * @throws `ERR_KEY_ALGORITHM` for a key type that SAGE does not sign with; `ERR_ARGUMENT` for a signer
 * with another hash.
 */
export function sign<S extends Signer>(message: Uint8Array, signer: S): Signed<S, Uint8Array> {
  const { algorithm, publicKey } = checkSigner(signer)
  const bytes = check.bytes(message, 'message')
  const { type } = publicKey
  const want = call((engine) => engine.sageAlgorithm(type))
  if (algorithm !== want) throw check.wrong('signer.algorithm', want, algorithm)
  const key = keyBytes(publicKey)
  return signUnsigned(signer, (engine) => engine.sageUnsigned(key, bytes))
}

/**
 * Tells whether `signature` is by the key over `message`, as SAGE's key pairs sign.
 *
 * secp256k1 takes 64 or 65 bytes; unlike in SAGE, `v` must fit. Both curves of ECDSA take a high S, as SAGE does, so
 * do not identify a signature by its bytes.
 *
 * Costs at most 1 signature check.
 *
 * @example
 * ```ts
 * Sage.Keys.verify({ publicKey, message, signature })
 * ```
 */
export function verify(claim: Claim): boolean {
  const { publicKey, message, signature } = readBareClaim(check.record(claim, 'claim'), 'claim')
  return call((engine) => engine.sageVerify(publicKey, message, signature))
}
