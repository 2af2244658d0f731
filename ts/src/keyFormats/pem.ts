/**
 * PEM and DER of keys: SubjectPublicKeyInfo, PKCS#8 and SEC 1 (RFC 5958, 5480, 5915, 7468, 8410).
 *
 * Strict: one block, lines of 64 characters, no headers, named curves only. A public key that a secret
 * carries must belong to it. Encrypted keys are not read.
 *
 * @module
 */

import * as check from '../check.js'
import { call } from '../engine/slot.js'
import { fromKeyBytes, keyBytes, type PublicKey } from '../key.js'
import { type Fields, shape, withDefault } from '../shape.js'
import { handleOf, type LocalAgreement, type LocalSigner } from '../signing.js'
import { adoptAgreement, adoptAs, adoptSigner, readImport } from './adopt.js'

/**
 * Writes a public key as PEM, `PUBLIC KEY`.
 *
 * @example
 * ```ts
 * await writeFile('key.pub.pem', Keys.toPem(signer.publicKey))
 * ```
 *
 * @throws `ERR_ARGUMENT`.
 */
export function toPem(key: PublicKey): string {
  const bytes = keyBytes(key)
  return call((engine) => engine.pemPublicToPem(bytes))
}

/**
 * Writes a public key as DER, SubjectPublicKeyInfo.
 *
 * @throws `ERR_ARGUMENT`.
 */
export function toDer(key: PublicKey): Uint8Array {
  const bytes = keyBytes(key)
  return call((engine) => engine.derPublicToDer(bytes))
}

/**
 * Reads a public key from PEM, `PUBLIC KEY`.
 *
 * @example
 * ```ts
 * const key = Keys.publicKeyFromPem(await readFile('key.pub.pem', 'utf8'))
 * ```
 *
 * @throws `ERR_PEM_MALFORMED`, `ERR_PEM_LABEL` for another block, `ERR_DER_MALFORMED`,
 * `ERR_DER_ALGORITHM` for an algorithm or curve that is not read; as `Keys.publicKey`.
 */
export function publicKeyFromPem(text: string): PublicKey {
  const checked = check.text(text, 'text')
  return fromKeyBytes(call((engine) => engine.pemPublicFromPem(checked)))
}

/**
 * Reads a public key from DER, SubjectPublicKeyInfo.
 *
 * @throws As {@link publicKeyFromPem}.
 */
export function publicKeyFromDer(bytes: Uint8Array): PublicKey {
  const checked = check.bytes(bytes, 'bytes')
  return fromKeyBytes(call((engine) => engine.derPublicFromDer(checked)))
}

/**
 * Imports a signing key from PEM: PKCS#8 (`PRIVATE KEY`) or SEC 1 (`EC PRIVATE KEY`).
 *
 * @example
 * ```ts
 * using signer = Keys.signerFromPem(await readFile('key.pem', 'utf8'))
 * ```
 *
 * @throws `ERR_KEY_PAIR_MISMATCH`, `ERR_KEY_SCALAR_RANGE`, `ERR_KEY_ALGORITHM` for a key that does not
 * sign; as {@link publicKeyFromPem}.
 */
export function signerFromPem(text: string, options: signerFromPem.Options = {}): LocalSigner {
  const checked = check.text(text, 'text')
  return adoptSigner(options, (engine) => engine.pemSecretFromPem(checked))
}

export declare namespace signerFromPem {
  type Options = adoptSigner.Options
}

/**
 * Imports a signing key from DER, PKCS#8.
 *
 * @throws As {@link signerFromPem}.
 */
export function signerFromDer(bytes: Uint8Array, options: signerFromDer.Options = {}): LocalSigner {
  const { algorithm } = readImport(options)
  // Last: what is read before it is code of the caller, which could take the memory away.
  const checked = check.bytes(bytes, 'bytes')
  return adoptAs(algorithm, (engine) => engine.derSecretFromDer(checked))
}

export declare namespace signerFromDer {
  type Options = adoptSigner.Options
}

/**
 * Imports an X25519 key from PEM, PKCS#8.
 *
 * @throws `ERR_KEY_ALGORITHM` for a key of another type; as {@link signerFromPem}.
 */
export function agreementFromPem(text: string): LocalAgreement {
  const checked = check.text(text, 'text')
  return adoptAgreement((engine) => engine.pemSecretFromPem(checked))
}

/**
 * Exports the secret of a local key as PEM. Dangerous: whoever has it is that identity, and JavaScript cannot wipe it.
 *
 * @throws `ERR_KEY_ALGORITHM` for SEC 1 of a key that is not of secp256k1 or P-256;
 * `ERR_HANDLE_CLOSED`, `ERR_HANDLE_LOST`.
 */
export function dangerouslyExportPem(
  key: LocalSigner | LocalAgreement,
  options: dangerouslyExportPem.Options = {},
): string {
  const { format } = readExport(options)
  return handleOf(key).use((engine, id) =>
    format === 'sec1' ? engine.pemSecretToSec1(id) : engine.pemSecretToPem(id),
  )
}

const readExport = shape({
  format: withDefault((value, name) => check.oneOf(value, name, ['pkcs8', 'sec1']), 'pkcs8'),
} satisfies Fields<dangerouslyExportPem.Options>)

export declare namespace dangerouslyExportPem {
  type Options = {
    /** `pkcs8` (default), or `sec1` for secp256k1 and P-256. */
    readonly format?: 'pkcs8' | 'sec1'
  }
}

/**
 * Exports the secret of a local key as DER, PKCS#8. Dangerous, as {@link dangerouslyExportPem}.
 *
 * @throws `ERR_HANDLE_CLOSED`, `ERR_HANDLE_LOST`.
 */
export function dangerouslyExportDer(key: LocalSigner | LocalAgreement): Uint8Array {
  return handleOf(key).use((engine, id) => engine.derSecretToDer(id))
}
