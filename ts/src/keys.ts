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
 * | `ML-DSA-44`, `ML-DSA-65`, `ML-DSA-87` | `ml-dsa-44`, `ml-dsa-65`, `ml-dsa-87` (FIPS 204) | |
 * | `Ed25519+ML-DSA-65` | `ed25519+ml-dsa-65`: both, and both must hold | |
 *
 * The last three rows but one are post-quantum; the last is `MLDSA65-Ed25519-SHA512` of
 * draft-ietf-lamps-pq-composite-sigs-19, so its bytes may change until that is an RFC.
 *
 * The file is long because one list of functions, each with its shapes and errors, is what callers look up.
 *
 * @module
 */

import * as check from './check.js'
import { call } from './engine/slot.js'
import type { Engine } from './generated/contract.js'
import {
  type Algorithm,
  algorithms,
  codecs,
  defaultAlgorithm,
  type KeyType,
  keyBytes,
  keyTypes,
  type PublicKey,
  parts,
  type SigningKeyType,
  sourceParts,
} from './key.js'
import { anything, type Field, type Fields, members, shape, withDefault } from './shape.js'
import {
  checkSigner,
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

/** Length in bytes of a secret or seed. A hybrid key has two. */
export const secretLength = 32

/** Length in bytes of a signature over a curve, `R ‖ S` or `r ‖ s`. */
export const signatureLength = 64

/** Length in bytes of the signatures of each algorithm. */
export const signatureLengths: Readonly<Record<Algorithm, number>> = {
  ed25519: signatureLength,
  'ecdsa-p256-sha256': signatureLength,
  'ecdsa-secp256k1-sha256': signatureLength,
  'ecdsa-secp256k1-keccak256': signatureLength,
  'ml-dsa-44': 2_420,
  'ml-dsa-65': 3_309,
  'ml-dsa-87': 4_627,
  'ed25519+ml-dsa-65': 3_373,
}

const usable = keyTypes
const algorithmsOf: Readonly<Record<SigningKeyType, readonly Algorithm[]>> = {
  Ed25519: ['ed25519'],
  secp256k1: ['ecdsa-secp256k1-sha256', 'ecdsa-secp256k1-keccak256'],
  'P-256': ['ecdsa-p256-sha256'],
  'ML-DSA-44': ['ml-dsa-44'],
  'ML-DSA-65': ['ml-dsa-65'],
  'ML-DSA-87': ['ml-dsa-87'],
  'Ed25519+ML-DSA-65': ['ed25519+ml-dsa-65'],
}

/** How a key signs. */
export type KeyOptions = {
  /** Curve and hash. Needed only for secp256k1 over Keccak-256. */
  readonly algorithm?: Algorithm
}

const readKeyOptions = shape({ algorithm: anything } satisfies Fields<KeyOptions>)

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
 * Signs `message` with a local key; without options the same as `signer.sign(message)`.
 *
 * ML-DSA and hybrid keys sign with fresh randomness, so that a fault or a side channel tells less of
 * the key, and no two signatures are the same.
 *
 * @example
 * ```ts
 * const signature = Keys.sign(signer, message, { context: new TextEncoder().encode('example/v1') })
 * ```
 *
 * @throws `ERR_KEY_ALGORITHM` for a context with a key of a curve; `ERR_LIMIT_EXCEEDED` for a context of
 * more than 255 bytes; `ERR_HANDLE_CLOSED`, `ERR_HANDLE_LOST`.
 */
export function sign(
  signer: LocalSigner,
  message: Uint8Array,
  options: sign.Options = {},
): Uint8Array {
  const { context, deterministic } = readSignOptions(options)
  const handle = handleOf(signer)
  const { algorithm } = checkSigner(signer)
  // Last: what is read before it is code of the caller, which could take the memory away.
  const bytes = check.bytes(message, 'message')
  return handle.use((engine, id) =>
    context.length === 0 && !deterministic
      ? (engine.hot?.sign(id, algorithm, bytes) ?? engine.signerSign(id, algorithm, bytes))
      : engine.signerSignIn(id, algorithm, bytes, context, deterministic),
  )
}

const context: Field<Uint8Array> = (value, name) =>
  value === undefined ? noContext : check.bytes(value, name)

const readSignOptions = shape({
  context,
  deterministic: withDefault(check.boolean, false),
} satisfies Fields<sign.Options>)

export declare namespace sign {
  type Options = {
    /** ML-DSA and hybrid: at most 255 bytes, which the verifier must name too. Default: none. */
    readonly context?: Uint8Array
    /** ML-DSA and hybrid: the same signature for the same message. Default: `false`. */
    readonly deterministic?: boolean
  }
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
  const { algorithm, key, message, signature, highS, context } = claimedOnce(claim)
  const hot = context.length === 0 && !highS
  return call(
    (engine) =>
      (hot
        ? engine.hot?.verify(algorithm, codecs[key.type], key.bytes, message, signature)
        : undefined) ?? verifyKept(engine, algorithm, key, message, signature, highS, context),
  )
}

/** The ordinary lane: what is shared is copied first. */
function verifyKept(
  engine: Engine,
  algorithm: Algorithm,
  key: PublicKey,
  message: Uint8Array,
  signature: Uint8Array,
  highS: boolean,
  context: Uint8Array,
): boolean {
  const [tagged, text] = [keyBytes(key), check.bytes(message, 'message')]
  const claimed = check.bytes(signature, 'signature')
  return context.length === 0
    ? engine.keysVerify(algorithm, tagged, text, claimed, highS)
    : engine.keysVerifyIn(algorithm, tagged, text, context, claimed)
}

export declare namespace verify {
  type Options = {
    /** The key said to have signed. */
    readonly publicKey: PublicKey
    /** Curve and hash. Default: the key type's own; SHA-256 for secp256k1. */
    readonly algorithm?: Algorithm
    /** What was signed. */
    readonly message: Uint8Array
    /** Of the length in {@link signatureLengths}. */
    readonly signature: Uint8Array
    /** Whether ECDSA accepts an S above half the order. Default: `'refuse'`. */
    readonly highS?: HighS
    /** As of {@link sign}; with a context, no signature of a curve holds. Default: none. */
    readonly context?: Uint8Array
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
  const { highS } = readBatchOptions(options)
  const packed = pack(check.list(claims, 'claims').map(membersOfBatch).map(claimed))
  return Array.from(
    call((engine) => engine.keysVerifyBatch(packed, highS)),
    (verdict) => verdict === 1,
  )
}

const readBatchOptions = shape({ highS: accepts } satisfies Fields<verifyBatch.Options>)

export declare namespace verifyBatch {
  /** As of {@link verify}; what happens with a high S is said once, for all. */
  type Claim = Omit<verify.Options, 'highS' | 'context'>
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
  const { algorithm, message, signature, highS } = readRecoverOptions(options)
  const bytes = call((engine) => engine.keysRecover(algorithm, message, signature, highS))
  return { type: 'secp256k1', bytes }
}

const readRecoverOptions = shape({
  algorithm: (value, name) => check.oneOf(value, name, algorithms),
  message: check.bytes,
  signature: check.bytes,
  highS: accepts,
} satisfies Fields<recover.Options>)

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
  const { algorithm } = readKeyOptions(options)
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
}

/**
 * The members of a claim, each read once. Nothing is checked before all are read, of a batch those of all
 * claims: a getter is code of the caller, which could take an array's memory away.
 */
const readClaim = shape({
  publicKey: (value, name) => members(value, name, ['type', 'bytes']),
  algorithm: anything,
  message: anything,
  signature: anything,
  highS: anything,
  context: anything,
} satisfies Fields<verify.Options>)

function claim(value: unknown) {
  return readClaim(check.record(value, 'claim'), 'claim')
}

/** A choice of its own that is passed over could turn a refusal into an acceptance. */
function membersOfBatch(value: unknown) {
  const read = claim(value)
  if (read.highS !== undefined)
    throw check.wrong('highS', 'an option of the whole batch', read.highS)
  if (read.context !== undefined)
    throw check.wrong('context', 'an option of `verify` alone', read.context)
  return read
}

function claimed(read: ReturnType<typeof claim>): Claimed {
  const key = parts(read.publicKey)
  return {
    algorithm: algorithmOf(read.algorithm, key.type),
    key: keyBytes(key),
    message: check.bytes(read.message, 'message'),
    signature: check.bytes(read.signature, 'signature'),
  }
}

/** As {@link claimed}, for bytes that are copied at once; and the choices. */
function claimedOnce(options: verify.Options) {
  const read = claim(options)
  const key = sourceParts(read.publicKey)
  return {
    algorithm: algorithmOf(read.algorithm, key.type),
    key,
    message: check.source(read.message, 'message'),
    signature: check.source(read.signature, 'signature'),
    highS: accepts(read.highS, 'highS'),
    context: context(read.context, 'context'),
  }
}

function algorithmOf(named: unknown, type: KeyType): Algorithm {
  return named === undefined ? defaultAlgorithm(type) : check.oneOf(named, 'algorithm', algorithms)
}

const noContext = new Uint8Array()

function accepts(highS: unknown, name: string): boolean {
  return highS !== undefined && check.oneOf(highS, name, ['refuse', 'accept']) === 'accept'
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
