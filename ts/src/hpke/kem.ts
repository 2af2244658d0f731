/**
 * Keys of recipients: X25519, and the hybrid X-Wing.
 *
 * @module
 */

import * as check from '../check.js'
import { disposable, Handle } from '../handle.js'
import { type PublicKey, publicKey } from '../key.js'
import { members } from '../shape.js'
import { agreementHandle, type Create, type LocalAgreement, localAgreement } from '../signing.js'

/** A public key of X-Wing: X25519 with ML-KEM-768, 1,216 bytes. */
export type XWingKey = { readonly type: 'X-Wing'; readonly bytes: Uint8Array }

/** The public key of a recipient: X25519 or X-Wing. */
export type RecipientKey = PublicKey | XWingKey

/** Says that the class is made by functions of this package only. */
const door: unique symbol = Symbol('countersign')

let insideKem: (value: object) => Handle | undefined
let makeKem: (create: Create) => LocalKem

/** A secret key of X-Wing inside the engine. Made by {@link generate} and its kin. */
export class LocalKem {
  readonly #handle: Handle
  readonly #bytes: Uint8Array
  declare readonly [Symbol.dispose]: () => void

  static {
    makeKem = (create) => new LocalKem(door, create)
    insideKem = (value) => (#handle in value ? value.#handle : undefined)
  }

  private constructor(key: typeof door, create: Create) {
    if (key !== door) throw check.wrong('key', 'made by `Hpke`', key)
    this.#handle = new Handle(create, (engine, id) => engine.xwingClose(id))
    this.#bytes = this.#handle.use((engine, id) => engine.xwingPublic(id))
  }

  /** The public key. */
  get publicKey(): XWingKey {
    return { type: 'X-Wing', bytes: this.#bytes.slice() }
  }

  /** Wipes the secret. Later calls throw `ERR_HANDLE_CLOSED`. */
  close(): void {
    this.#handle.close()
  }
}
disposable(LocalKem)

/** A secret key of a recipient. */
export type RecipientSecret = LocalAgreement | LocalKem

/**
 * Makes a fresh key of X-Wing. A fresh X25519 key is made by `Keys.generate('X25519')`.
 *
 * @example
 * ```ts
 * using recipient = Hpke.generate('X-Wing')
 * ```
 *
 * @throws `ERR_HANDLE_LIMIT`, `ERR_RANDOM_UNAVAILABLE`.
 */
export function generate(type: 'X-Wing'): LocalKem {
  check.oneOf(type, 'type', ['X-Wing'])
  return makeKem((engine) => engine.xwingGenerate())
}

/**
 * Imports the seed of a key of X-Wing, 32 bytes, from which both its parts come. Wipe your own copy.
 *
 * @throws `ERR_BYTES_LENGTH`, `ERR_HANDLE_LIMIT`.
 */
export function fromSecret(type: 'X-Wing', seed: Uint8Array): LocalKem {
  check.oneOf(type, 'type', ['X-Wing'])
  const bytes = check.bytes(seed, 'seed')
  return makeKem((engine) => engine.xwingImport(bytes))
}

/**
 * Exports the seed of a key of X-Wing. Dangerous, as `Keys.dangerouslyExportSecret`.
 *
 * @throws `ERR_HANDLE_CLOSED`, `ERR_HANDLE_LOST`.
 */
export function dangerouslyExportSecret(key: LocalKem): Uint8Array {
  const handle = kemHandle(key)
  if (handle === undefined) throw check.wrong('key', 'a local key of X-Wing', key)
  return handle.use((engine, id) => engine.xwingExport(id))
}

/**
 * The key that RFC 9180, section 7.1.3, derives from keying material of at least 32 bytes of entropy.
 *
 * @example
 * ```ts
 * using recipient = Hpke.deriveKeyPair('X25519', ikm)
 * ```
 *
 * @throws `ERR_BYTES_LENGTH` under 32 bytes; `ERR_LIMIT_EXCEEDED` over 32,000.
 */
export function deriveKeyPair(type: 'X25519', ikm: Uint8Array): LocalAgreement
export function deriveKeyPair(type: 'X-Wing', ikm: Uint8Array): LocalKem
export function deriveKeyPair(type: 'X25519' | 'X-Wing', ikm: Uint8Array): RecipientSecret {
  const kind = check.oneOf(type, 'type', ['X25519', 'X-Wing'])
  const bytes = check.bytes(ikm, 'ikm')
  if (kind === 'X-Wing') return makeKem((engine) => engine.xwingDerive(bytes))
  return localAgreement((engine) => engine.hpkeDeriveX25519(bytes))
}

/** The checked members of a recipient's key. @internal */
export function recipientKey(
  key: unknown,
  name: string = 'recipient',
): { readonly kem: string; readonly bytes: Uint8Array } {
  const read = members(key, name, ['type', 'bytes'])
  // A copy: what is read after it is code of the caller, which could take the memory away.
  if (read.type === 'X-Wing')
    return { kem: 'X-Wing', bytes: check.bytes(read.bytes, `${name}.bytes`).slice() }
  const { type, bytes } = publicKey({ type: read.type, bytes: read.bytes } as PublicKey)
  return { kem: type, bytes }
}

/** The handle behind a recipient's secret, and its mechanism. @internal */
export function recipientHandle(
  key: unknown,
  name: string = 'recipient',
): { readonly handle: Handle; readonly xwing: boolean } {
  const xwing = kemHandle(key)
  const handle = xwing ?? agreementHandle(key)
  if (handle === undefined) throw check.wrong(name, 'a local X25519 or X-Wing key', key)
  return { handle, xwing: xwing !== undefined }
}

function kemHandle(key: unknown): Handle | undefined {
  return typeof key === 'object' && key !== null ? insideKem(key) : undefined
}
