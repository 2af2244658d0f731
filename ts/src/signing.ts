/**
 * Who signs: a key inside the engine, or any signer outside.
 *
 * | Signer | Secret is in | Signs | Checked before use |
 * | --- | --- | --- | --- |
 * | {@link LocalSigner} | the engine | at once | |
 * | `Keys.fromCryptoKey` | WebCrypto, non-extractable | later | yes |
 * | your own {@link Signer} | a KMS, an HSM, a wallet | at once or later | yes |
 *
 * @module
 */

import * as check from './check.js'
import * as hot from './engine/hot/sign.js'
import type { Engine } from './generated/contract.js'
import { disposable, Handle } from './handle.js'
import {
  type Algorithm,
  algorithms,
  defaultAlgorithm,
  type KeyType,
  keyBytes,
  type PublicKey,
  publicKey,
  type SigningKeyType,
} from './key.js'
import { members } from './shape.js'

/**
 * Anything that signs.
 *
 * `sign` gets the whole message and gives the raw signature: 64 bytes, `R ‖ S` or `r ‖ s`; of ML-DSA and hybrid keys,
 * the bytes that `Keys.signatureLengths` says. Before use, a high S is replaced by the low one, and a signature that
 * does not hold is refused.
 */
export type Signer = {
  /** The key under which the signatures hold. */
  readonly publicKey: PublicKey
  /** Curve and hash. */
  readonly algorithm: Algorithm
  /** Signs `message`. */
  sign(message: Uint8Array): Uint8Array | Promise<Uint8Array>
}

/** What signing with `S` returns: at once for a local signer, else a promise. */
export type Signed<S extends Signer, T> = S extends LocalSigner
  ? T
  : LocalSigner extends S
    ? T | Promise<T>
    : Promise<T>

/** Says that a class is made by functions of this package only. */
const door: unique symbol = Symbol('countersign')

/**
 * Finds what only the constructors can have made, in an object that may be any other; a prototype would prove nothing.
 */
type Inside = {
  readonly handle: Handle
  readonly publicKey: PublicKey
  readonly algorithm: Algorithm
}

// Set by the classes. They have no static methods for this: `signer.constructor` is in everybody's reach.
let insideSigner: (value: object) => Inside | undefined
let insideAgreement: (value: object) => Handle | undefined
let makeSigner: (type: SigningKeyType, algorithm: Algorithm, create: Create) => LocalSigner
let makeAgreement: (create: Create) => LocalAgreement

/** A signing key inside the engine. Made by `Keys.generate` and `Keys.fromSecret`. */
export class LocalSigner implements Signer {
  readonly #handle: Handle
  readonly #publicKey: PublicKey
  /** Our own copy: somebody may have written over the public member. */
  readonly #algorithm: Algorithm
  readonly algorithm: Algorithm
  declare readonly [Symbol.dispose]: () => void

  static {
    makeSigner = (type, algorithm, create) => new LocalSigner(door, type, algorithm, create)
    insideSigner = (value) =>
      #handle in value
        ? { handle: value.#handle, publicKey: value.#publicKey, algorithm: value.#algorithm }
        : undefined
  }

  private constructor(
    key: typeof door,
    type: SigningKeyType,
    algorithm: Algorithm,
    create: Create,
  ) {
    only(key)
    this.algorithm = algorithm
    this.#algorithm = algorithm
    this.#handle = handle(create)
    this.#publicKey = publicOf(this.#handle, type)
  }

  /** The public key. */
  get publicKey(): PublicKey {
    return copy(this.#publicKey)
  }

  /** Signs `message`. Throws `ERR_HANDLE_CLOSED` or `ERR_HANDLE_LOST`. */
  sign(message: Uint8Array): Uint8Array {
    const bytes = check.source(message, 'message')
    return this.#handle.use(
      (engine, id) =>
        hot.sign(engine.hot, id, this.#algorithm, bytes) ??
        engine.signerSign(id, this.#algorithm, check.bytes(bytes, 'message')),
    )
  }

  /** Signs `message` with the recovery byte: `r ‖ s ‖ v`, `v` 0 or 1. secp256k1 only. */
  signRecoverable(message: Uint8Array): Uint8Array {
    const bytes = check.bytes(message, 'message')
    return this.#handle.use((engine, id) =>
      engine.signerSignRecoverable(id, this.#algorithm, bytes),
    )
  }

  /** Wipes the secret. Later calls throw `ERR_HANDLE_CLOSED`. */
  close(): void {
    this.#handle.close()
  }
}
disposable(LocalSigner)

/** A key for key agreement (X25519) inside the engine. Made by `Keys.generate` and `Keys.fromSecret`. */
export class LocalAgreement {
  readonly #handle: Handle
  readonly #publicKey: PublicKey
  declare readonly [Symbol.dispose]: () => void

  static {
    makeAgreement = (create) => new LocalAgreement(door, create)
    insideAgreement = (value) => (#handle in value ? value.#handle : undefined)
  }

  private constructor(key: typeof door, create: Create) {
    only(key)
    this.#handle = handle(create)
    this.#publicKey = publicOf(this.#handle, 'X25519')
  }

  /** The public key. */
  get publicKey(): PublicKey {
    return copy(this.#publicKey)
  }

  /**
   * The secret shared with `other`, 32 bytes. Not uniform: run it through a key derivation function.
   *
   * @throws `ERR_KEY_TYPE_MISMATCH`, `ERR_KEY_SMALL_ORDER`, `ERR_KEY_AGREEMENT_ZERO`.
   */
  sharedSecret(other: PublicKey): Uint8Array {
    const key = keyBytes(other)
    return this.#handle.use((engine, id) => engine.signerAgree(id, key))
  }

  /** Wipes the secret. Later calls throw `ERR_HANDLE_CLOSED`. */
  close(): void {
    this.#handle.close()
  }
}
disposable(LocalAgreement)

/** What puts a key into the engine. @internal */
export type Create = (engine: Engine) => number

/** A signing key that `create` puts into the engine. @internal */
export function localSigner(
  type: SigningKeyType,
  algorithm: Algorithm | undefined,
  create: Create,
): LocalSigner {
  return makeSigner(type, algorithm ?? defaultAlgorithm(type), create)
}

/** A key for agreement that `create` puts into the engine. @internal */
export function localAgreement(create: Create): LocalAgreement {
  return makeAgreement(create)
}

/** The handle behind a local signer; none behind any other value. @internal */
export function signerHandle(value: unknown): Handle | undefined {
  return check.isObject(value) ? insideSigner(value)?.handle : undefined
}

/** The handle behind a local key for agreement; none behind any other value. @internal */
export function agreementHandle(value: unknown): Handle | undefined {
  return check.isObject(value) ? insideAgreement(value) : undefined
}

/** The handle behind a local key for agreement; throws `ERR_ARGUMENT` for any other value. @internal */
export function agreementOf(value: unknown, name: string = 'agreement'): Handle {
  const handle = agreementHandle(value)
  if (handle === undefined) throw check.wrong(name, 'a local X25519 key', value)
  return handle
}

/** The handle behind a local key; throws `ERR_ARGUMENT` for any other value. @internal */
export function handleOf(key: LocalSigner | LocalAgreement, name: string = 'key'): Handle {
  const handle = signerHandle(key) ?? agreementHandle(key)
  if (handle === undefined) throw check.wrong(name, 'a local key', key)
  return handle
}

/** The type of a local key, that {@link handleOf} let through. @internal */
export function typeOf(key: LocalSigner | LocalAgreement): KeyType {
  return insideSigner(key)?.publicKey.type ?? 'X25519'
}

/** Checks a value that should be a {@link Signer}; gives its key and algorithm. @internal */
export function checkSigner(
  signer: unknown,
  name: string = 'signer',
): Pick<Signer, 'publicKey' | 'algorithm'> {
  const local = check.isObject(signer) ? insideSigner(signer) : undefined
  if (local) return { publicKey: copy(local.publicKey), algorithm: local.algorithm }
  const read = members(signer, name, ['sign', 'algorithm', 'publicKey'])
  check.callable(read.sign, `${name}.sign`)
  const algorithm = check.oneOf(read.algorithm, `${name}.algorithm`, algorithms)
  return { publicKey: publicKey(read.publicKey as PublicKey), algorithm }
}

function handle(create: Create): Handle {
  return new Handle(create, (engine, id) => engine.signerClose(id))
}

function publicOf(handle: Handle, type: KeyType): PublicKey {
  return { type, bytes: handle.use((engine, id) => engine.signerPublic(id)) }
}

function copy({ type, bytes }: PublicKey): PublicKey {
  return { type, bytes: bytes.slice() }
}

function only(key: unknown): void {
  if (key !== door) throw check.wrong('key', 'made by `Keys`', key)
}
