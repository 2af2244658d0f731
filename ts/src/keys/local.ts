/**
 * Makes, imports and exports local keys.
 *
 * @module
 */

import * as check from '../check.js'
import {
  type Algorithm,
  algorithmsOf,
  type KeyType,
  keyTypes,
  type SigningKeyType,
  signs,
} from '../key.js'
import { anything, type Fields, shape } from '../shape.js'
import {
  type Create,
  handleOf,
  type LocalAgreement,
  type LocalSigner,
  localAgreement,
  localSigner,
} from '../signing.js'

const readKey = shape({ algorithm: anything } satisfies Fields<generate.Options>)

/** A type whose keys can be made. */
export type UsableKeyType = KeyType

/** The local key of a type. */
export type LocalKey<T extends UsableKeyType> = T extends SigningKeyType
  ? LocalSigner
  : LocalAgreement

/**
 * Makes a fresh key from the system's random source.
 *
 * @example
 * ```ts
 * using signer = Keys.generate('Ed25519')
 * const signature = signer.sign(message)
 * ```
 *
 * @throws `ERR_ARGUMENT` for a type that cannot be made, or an algorithm that does not fit;
 * `ERR_HANDLE_LIMIT` if 65,536 keys are open; `ERR_RANDOM_UNAVAILABLE`.
 */
export function generate<T extends UsableKeyType>(
  type: T,
  options: generate.Options = {},
): LocalKey<T> {
  check.oneOf(type, 'type', keyTypes)
  const { algorithm } = readKey(options)
  return local(type, algorithm, (engine) => engine.signerGenerate(type))
}

export declare namespace generate {
  type Options = {
    /** Curve and hash. Needed only for secp256k1 over Keccak-256. */
    readonly algorithm?: Algorithm
  }
}

/**
 * Imports a secret: an Ed25519 or ML-DSA seed, two seeds (hybrid: ML-DSA, then Ed25519), a scalar of
 * secp256k1 or P-256 (big-endian), an X25519 secret, or an expanded ML-DSA key, all of whose parts must
 * fit together. The bytes are copied; wipe your own.
 *
 * @example
 * ```ts
 * const signer = Keys.fromSecret('secp256k1', secret, { algorithm: 'ecdsa-secp256k1-keccak256' })
 * secret.fill(0)
 * ```
 *
 * @throws `ERR_BYTES_LENGTH` unless 32 bytes (hybrid 64); `ERR_KEY_SCALAR_RANGE` for zero or a scalar
 * that is not below the order; `ERR_KEY_EXPANDED`; as {@link generate}.
 */
export function fromSecret<T extends UsableKeyType>(
  type: T,
  secret: Uint8Array,
  options: fromSecret.Options = {},
): LocalKey<T> {
  check.oneOf(type, 'type', keyTypes)
  const { algorithm } = readKey(options)
  // Last: what is read before it is code of the caller, which could take the memory away.
  const bytes = check.bytes(secret, 'secret')
  return local(type, algorithm, (engine) => engine.signerImport(type, bytes))
}

export declare namespace fromSecret {
  type Options = generate.Options
}

/**
 * Exports the secret of a local key. Dangerous: whoever has it is that identity, and JavaScript cannot wipe every copy
 * of it. Encrypt it at once, and wipe it.
 *
 * @throws `ERR_HANDLE_CLOSED`, `ERR_HANDLE_LOST`.
 */
export function dangerouslyExportSecret(key: LocalSigner | LocalAgreement): Uint8Array {
  return handleOf(key).use((engine, id) => engine.signerExport(id))
}

function local<T extends UsableKeyType>(type: T, algorithm: unknown, create: Create): LocalKey<T> {
  if (!signs(type)) {
    if (algorithm !== undefined) throw check.wrong('algorithm', `absent for ${type}`, algorithm)
    return localAgreement(create) as LocalKey<T>
  }
  const allowed = algorithmsOf[type]
  const chosen = algorithm === undefined ? undefined : check.oneOf(algorithm, 'algorithm', allowed)
  return localSigner(type, chosen, create) as LocalKey<T>
}
