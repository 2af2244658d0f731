/**
 * Keys: make, import, sign, verify, recover, agree.
 *
 * Secrets stay inside the engine, behind a {@link LocalSigner} or {@link LocalAgreement}.
 *
 * | Type | Signs with | Agrees |
 * | --- | --- | --- |
 * | `Ed25519` | `ed25519` | |
 * | `secp256k1` | `ecdsa-secp256k1-sha256` (default), `ecdsa-secp256k1-keccak256` | |
 * | `P-256` | `ecdsa-p256-sha256` | |
 * | `X25519` | | yes |
 *
 * @module
 */

import * as check from './check.js'
import { call } from './engine/slot.js'
import {
  type Algorithm,
  algorithms,
  defaultAlgorithm,
  type KeyType,
  keyBytes,
  type PublicKey,
  parts,
  type SigningKeyType,
} from './key.js'
import {
  handleOf,
  type LocalAgreement,
  type LocalSigner,
  localAgreement,
  localSigner,
  type Open,
} from './signing.js'

export {
  type Algorithm,
  type KeyType,
  type PublicKey,
  publicKey,
  type SigningKeyType,
} from './key.js'
export * from './keyFormats.js'
export {
  fromCryptoKey,
  type LocalAgreement,
  type LocalSigner,
  type Signed,
  type Signer,
} from './signing.js'

/** Length in bytes of a secret or seed. */
export const secretLength = 32

/** Length in bytes of a signature, `R ‖ S` or `r ‖ s`. */
export const signatureLength = 64

const usable = ['Ed25519', 'secp256k1', 'P-256', 'X25519'] as const
const algorithmsOf: Readonly<Record<SigningKeyType, readonly Algorithm[]>> = {
  Ed25519: ['ed25519'],
  secp256k1: ['ecdsa-secp256k1-sha256', 'ecdsa-secp256k1-keccak256'],
  'P-256': ['ecdsa-p256-sha256'],
}

/** How a key signs. */
export type KeyOptions = {
  /** Curve and hash. Needed only for secp256k1 over Keccak-256. */
  readonly algorithm?: Algorithm
}

/** A type whose keys can be made. */
export type UsableKeyType = SigningKeyType | 'X25519'

/** The local key of a type. */
export type LocalKey<T extends UsableKeyType> = T extends 'X25519' ? LocalAgreement : LocalSigner

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
export function generate<T extends UsableKeyType>(type: T, options: KeyOptions = {}): LocalKey<T> {
  check.oneOf(type, 'type', usable)
  return local(type, options, (engine) => engine.signerGenerate(type))
}

/**
 * Imports a secret: an Ed25519 seed, a scalar of secp256k1 or P-256 (big-endian), or an X25519 secret.
 * The bytes are copied; wipe your own.
 *
 * @example
 * ```ts
 * const signer = Keys.fromSecret('secp256k1', secret, { algorithm: 'ecdsa-secp256k1-keccak256' })
 * secret.fill(0)
 * ```
 *
 * @throws `ERR_BYTES_LENGTH` unless 32 bytes; `ERR_KEY_SCALAR_RANGE` for zero or a scalar that is
 * not below the order; as {@link generate}.
 */
export function fromSecret<T extends UsableKeyType>(
  type: T,
  secret: Uint8Array,
  options: KeyOptions = {},
): LocalKey<T> {
  check.oneOf(type, 'type', usable)
  const bytes = check.bytes(secret, 'secret')
  return local(type, options, (engine) => engine.signerImport(type, bytes))
}

/**
 * Gives the secret of a local key out. Dangerous: whoever has it is that identity, and JavaScript
 * cannot wipe every copy of it. Encrypt it at once, and wipe it.
 *
 * @throws `ERR_HANDLE_CLOSED`, `ERR_HANDLE_LOST`.
 */
export function dangerouslyExportSecret(key: LocalSigner | LocalAgreement): Uint8Array {
  return handleOf(key).use((engine, id) => engine.signerExport(id))
}

/**
 * Signs `message` with a local key; the same as `signer.sign(message)`.
 *
 * @throws `ERR_HANDLE_CLOSED`, `ERR_HANDLE_LOST`.
 */
export function sign(signer: LocalSigner, message: Uint8Array): Uint8Array {
  const bytes = check.bytes(message, 'message')
  const { algorithm } = signer
  return handleOf(signer).use((engine, id) => engine.signerSign(id, algorithm, bytes))
}

/**
 * Tells whether `signature` is by `publicKey` over `message`.
 *
 * Ed25519 is strict: canonical encodings, S below the order, no key or R of small order.
 *
 * @example
 * ```ts
 * Keys.verify({ publicKey: signer.publicKey, message, signature }) // true
 * ```
 *
 * @returns `false` for whatever does not hold: a wrong length, a refused key, another algorithm's key.
 * @throws `ERR_ARGUMENT` only, for values of the wrong type.
 */
export function verify(claim: verify.Options): boolean {
  const { algorithm, key, message, signature, highS } = claimed(claim)
  return call((engine) => engine.keysVerify(algorithm, key, message, signature, highS))
}

export declare namespace verify {
  type Options = {
    /** The key said to have signed. */
    readonly publicKey: PublicKey
    /** Curve and hash. Default: the key type's own; SHA-256 for secp256k1. */
    readonly algorithm?: Algorithm
    /** What was signed. */
    readonly message: Uint8Array
    /** 64 bytes. */
    readonly signature: Uint8Array
    /** Whether ECDSA accepts an S above half the order. Default: `'refuse'`. */
    readonly highS?: HighS
  }
}

/** What ECDSA does with an S above half the order: with `'accept'` anybody can change a signature. */
export type HighS = 'refuse' | 'accept'

/**
 * The verdict of {@link verify} for each claim, in order. One call of the engine for all.
 *
 * @throws `ERR_ARGUMENT` for values of the wrong type, and for a claim with a `highS` of its own;
 * `ERR_LIMIT_EXCEEDED` above 64 MB in all.
 */
export function verifyBatch(
  claims: readonly verifyBatch.Claim[],
  options: verifyBatch.Options = {},
): boolean[] {
  const highS = accepts(check.record(options, 'options')['highS'])
  const packed = pack(check.list(claims, 'claims').map(claimedOfBatch))
  return Array.from(
    call((engine) => engine.keysVerifyBatch(packed, highS)),
    (verdict) => verdict === 1,
  )
}

export declare namespace verifyBatch {
  /** As of {@link verify}; what happens with a high S is said once, for all. */
  type Claim = Omit<verify.Options, 'highS'>
  type Options = {
    /** For all claims. Default: `'refuse'`. */
    readonly highS?: HighS
  }
}

/**
 * The secp256k1 key that made a signature of 65 bytes, `r ‖ s ‖ v`, over `message`. `v` is 0 or 1:
 * subtract 27 from Ethereum's.
 *
 * Any well-formed signature recovers to some key. It proves nothing until that key, or its address,
 * is the one expected.
 *
 * @throws `ERR_BYTES_LENGTH`, `ERR_SIGNATURE_MALFORMED`, `ERR_SIGNATURE_UNRECOVERABLE`,
 * `ERR_KEY_ALGORITHM` for an algorithm of another curve.
 */
export function recover(options: recover.Options): PublicKey {
  const fields = check.record(options, 'options')
  const algorithm = check.oneOf(fields['algorithm'], 'algorithm', algorithms)
  const message = check.bytes(fields['message'], 'message')
  const signature = check.bytes(fields['signature'], 'signature')
  const highS = accepts(fields['highS'])
  const bytes = call((engine) => engine.keysRecover(algorithm, message, signature, highS))
  return { type: 'secp256k1', bytes }
}

export declare namespace recover {
  type Options = {
    /** The hash must be named. */
    readonly algorithm: 'ecdsa-secp256k1-sha256' | 'ecdsa-secp256k1-keccak256'
    /** What was signed. */
    readonly message: Uint8Array
    /** 65 bytes. */
    readonly signature: Uint8Array
    /** Default: `'refuse'`. */
    readonly highS?: HighS
  }
}

/**
 * The secret that a local X25519 key shares with `other`; the same as `agreement.sharedSecret(other)`.
 *
 * @throws `ERR_KEY_TYPE_MISMATCH`, `ERR_KEY_SMALL_ORDER`, `ERR_KEY_AGREEMENT_ZERO`.
 */
export function sharedSecret(agreement: LocalAgreement, other: PublicKey): Uint8Array {
  const key = keyBytes(other, 'other')
  return handleOf(agreement).use((engine, id) => engine.signerAgree(id, key))
}

/** `04 ‖ x ‖ y` of a secp256k1 or P-256 key. Throws `ERR_KEY_ALGORITHM` for others. */
export function uncompressed(publicKey: PublicKey): Uint8Array {
  const key = keyBytes(publicKey)
  return call((engine) => engine.keysUncompressed(key))
}

/**
 * Reads a DER signature into `r ‖ s`. Strict: minimal lengths and integers, nothing after.
 *
 * @throws `ERR_SIGNATURE_MALFORMED`; `ERR_KEY_ALGORITHM` for a type without ECDSA.
 */
export function signatureFromDer(type: KeyType, der: Uint8Array): Uint8Array {
  check.oneOf(type, 'type', usable)
  const bytes = check.bytes(der, 'der')
  return call((engine) => engine.keysSignatureFromDer(type, bytes))
}

/**
 * Writes `r ‖ s` as DER.
 *
 * @throws `ERR_SIGNATURE_MALFORMED`; `ERR_KEY_ALGORITHM` for a type without ECDSA.
 */
export function signatureToDer(type: KeyType, signature: Uint8Array): Uint8Array {
  check.oneOf(type, 'type', usable)
  const bytes = check.bytes(signature, 'signature')
  return call((engine) => engine.keysSignatureToDer(type, bytes))
}

function local<T extends UsableKeyType>(type: T, options: KeyOptions, open: Open): LocalKey<T> {
  const algorithm = check.record(options, 'options')['algorithm']
  if (type === 'X25519') {
    if (algorithm !== undefined) throw check.wrong('algorithm', 'absent for X25519', algorithm)
    return localAgreement(open) as LocalKey<T>
  }
  const allowed = algorithmsOf[type as SigningKeyType]
  const chosen = algorithm === undefined ? undefined : check.oneOf(algorithm, 'algorithm', allowed)
  return localSigner(type as SigningKeyType, chosen, open) as LocalKey<T>
}

type Claimed = {
  readonly algorithm: Algorithm
  readonly key: Uint8Array
  readonly message: Uint8Array
  readonly signature: Uint8Array
  readonly highS: boolean
}

function claimed(claim: verify.Options): Claimed {
  const fields = check.record(claim, 'claim')
  const key = parts(fields['publicKey'])
  const named = fields['algorithm']
  return {
    algorithm:
      named === undefined
        ? defaultAlgorithm(key.type)
        : check.oneOf(named, 'algorithm', algorithms),
    key: keyBytes(key),
    message: check.bytes(fields['message'], 'message'),
    signature: check.bytes(fields['signature'], 'signature'),
    highS: accepts(fields['highS']),
  }
}

/** A choice of its own that is passed over could turn a refusal into an acceptance. */
function claimedOfBatch(claim: unknown): Claimed {
  const { highS } = check.record(claim, 'claim')
  if (highS !== undefined) throw check.wrong('highS', 'an option of the whole batch', highS)
  return claimed(claim as verifyBatch.Claim)
}

function accepts(highS: unknown): boolean {
  return highS !== undefined && check.oneOf(highS, 'highS', ['refuse', 'accept']) === 'accept'
}

/** The packed batch of `core/src/keys/batch.rs`. */
function pack(claims: readonly Claimed[]): Uint8Array {
  const sizes = claims.map(
    ({ key, message, signature }) => 9 + key.length + message.length + signature.length,
  )
  const size = sizes.reduce((sum, size) => sum + size, 0)
  check.limit(size, check.maxBytes, 'claims')
  const packed = new Uint8Array(size)
  const view = new DataView(packed.buffer)
  let at = 0
  const put = (bytes: Uint8Array): void => {
    packed.set(bytes, at)
    at += bytes.length
  }
  // No key and no signature is longer than its field can say: cut, it is refused as well.
  const putShort = (bytes: Uint8Array): void => {
    const cut = bytes.subarray(0, 0xffff)
    view.setUint16(at, cut.length, true)
    at += 2
    put(cut)
  }
  for (const { algorithm, key, message, signature } of claims) {
    packed[at] = algorithms.indexOf(algorithm) + 1
    at += 1
    putShort(key)
    putShort(signature)
    view.setUint32(at, message.length, true)
    at += 4
    put(message)
  }
  return packed.subarray(0, at)
}
