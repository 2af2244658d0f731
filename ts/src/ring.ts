/**
 * Linkable ring signatures: one of these keys signed, and nobody learns which.
 *
 * The verifier supplies the ring. Two signatures of the same key in the same scope have the same key image, so a
 * second vote is noticed. Nothing links signatures of different scopes. `rust/core/src/ring.rs` describes the
 * format.
 *
 * | | Ed25519 | secp256k1 |
 * | --- | --- | --- |
 * | signature of n members, bytes | 68 + 32 n | 69 + 32 n |
 * | key image, bytes | 32 | 33 |
 *
 * @module
 */

import * as check from './check.js'
import { call } from './engine/slot.js'
import { writeFrames } from './frames.js'
import { disposable, Handle } from './handle.js'
import type { PublicKey } from './key.js'
import { packRing } from './ring/members.js'
import { anything, type Fields, members, shape } from './shape.js'
import { handleOf, type LocalSigner } from './signing.js'

export {
  proveReceipt,
  type ReceiptProof,
  type ReceiptProven,
  verifyReceipt,
} from './ring/receipt.js'

/** What a valid signature has shown. */
export type Proven = {
  /** The same for every signature of one key in one scope. */
  readonly keyImage: Uint8Array
}

/** Where signatures link. Text is its UTF-8; default: the empty scope. At most 1,024 bytes. */
export type Scope = string | Uint8Array

/**
 * Signs `message` as one of the ring, with a key inside the engine: a ring signature needs the
 * secret itself, so an external signer cannot make one.
 *
 * @example
 * ```ts
 * const signature = Ring.sign(message, signer, ring, { scope: 'poll 7' })
 * const { keyImage } = Ring.verify({ message, signature }, ring, { scope: 'poll 7' })
 * ```
 *
 * @param ring - 2 to 1,024 keys of one type, Ed25519 or secp256k1, in any order, the signer's among them.
 * @throws `ERR_RING_SIZE` unless the ring has 2 to 1,024 members, `ERR_RING_DUPLICATE`,
 * `ERR_RING_TORSION`, `ERR_RING_NOT_MEMBER`, `ERR_KEY_TYPE_MISMATCH`, `ERR_KEY_ALGORITHM`.
 */
export function sign(
  message: Uint8Array,
  signer: LocalSigner,
  ring: readonly PublicKey[],
  options: sign.Options = {},
): Uint8Array {
  const prepared = prepare(ring, options)
  try {
    return prepared.sign(message, signer)
  } finally {
    prepared.close()
  }
}

export declare namespace sign {
  type Options = prepare.Options
}

/**
 * Verifies that one of `ring` signed `message` in `scope`.
 *
 * Costs at most 1 signature check a member: 1024 for the largest ring.
 *
 * @param ring - The keys that you expect, in any order.
 * @throws `ERR_RING_SIGNATURE` if nobody in the ring did; `ERR_RING_MALFORMED`, `ERR_RING_IMAGE` and
 * `ERR_RING_SIZE` for bytes that are no signature of such a ring; what {@link prepare} throws.
 */
export function verify(
  claim: PreparedRing.Claim,
  ring: readonly PublicKey[],
  options: verify.Options = {},
): Proven {
  const prepared = prepare(ring, options)
  try {
    return prepared.verify(claim)
  } finally {
    prepared.close()
  }
}

export declare namespace verify {
  type Options = prepare.Options
}

/**
 * Prepares a ring for many signatures: its members are checked and hashed once. On Ed25519 a ring of up to 128 members
 * gets tables when it verifies for the second time, 20 KB a member; a ring of up to 8 also when it signs. (Where a larger one
 * signs by tables, its time shows who.)
 *
 * @throws `ERR_RING_SIZE`, `ERR_RING_DUPLICATE`, `ERR_RING_TORSION`, `ERR_KEY_TYPE_MISMATCH`,
 * `ERR_KEY_ALGORITHM`, `ERR_LIMIT_EXCEEDED`.
 */
export function prepare(ring: readonly PublicKey[], options: prepare.Options = {}): PreparedRing {
  const { type, keys } = packRing(ring)
  const { scope: name } = readPrepare(options)
  const scope = scopeBytes(name)
  return make(
    new Handle(
      (engine) => engine.ringPrepare(type, keys, scope),
      (engine, id) => engine.ringClose(id),
    ),
  )
}

const readPrepare = shape({ scope: anything } satisfies Fields<prepare.Options>)

export declare namespace prepare {
  type Options = { readonly scope?: Scope | undefined }
}

const door: unique symbol = Symbol('countersign')
let make: (handle: Handle) => PreparedRing

/** A ring that is ready. Made by {@link prepare}. */
export class PreparedRing {
  readonly #handle: Handle
  declare readonly [Symbol.dispose]: () => void

  static {
    make = (handle) => new PreparedRing(door, handle)
  }

  private constructor(key: typeof door, handle: Handle) {
    if (key !== door) throw check.wrong('key', 'made by `Ring.prepare`', key)
    this.#handle = handle
  }

  /** As {@link sign}. */
  sign(message: Uint8Array, signer: LocalSigner): Uint8Array {
    const bytes = check.bytes(message, 'message')
    return handleOf(signer, 'signer').use((_, key) =>
      this.#handle.use((engine, id) => engine.ringSign(id, key, bytes)),
    )
  }

  /** As {@link verify}. Costs at most 1 signature check a member. */
  verify(claim: PreparedRing.Claim): Proven {
    const { message, signature } = readClaim(claim)
    const [bytes, proof] = [check.bytes(message, 'message'), check.bytes(signature, 'signature')]
    return { keyImage: this.#handle.use((engine, id) => engine.ringVerify(id, bytes, proof)) }
  }

  /**
   * Tells for each claim, in order, whether {@link PreparedRing.verify} accepts it. One call of the engine.
   *
   * Costs at most 1 signature check a member of each claim.
   */
  verifyBatch(claims: readonly PreparedRing.Claim[]): boolean[] {
    // All are read before one is checked: a getter could take away the memory of an earlier one.
    const read = check
      .list(claims, 'claims')
      .map((claim, index) => members(claim, `claims[${index}]`, ['message', 'signature']))
    const fields = read.flatMap(({ message, signature }) => [
      check.bytes(message, 'message'),
      check.bytes(signature, 'signature'),
    ])
    const packed = writeFrames(fields, 'claims')
    return Array.from(
      this.#handle.use((engine, id) => engine.ringVerifyBatch(id, packed)),
      (verdict) => verdict === 1,
    )
  }

  /** Forgets the ring. Later calls throw `ERR_HANDLE_CLOSED`. */
  close(): void {
    this.#handle.close()
  }
}
disposable(PreparedRing)

const readClaim = shape({
  message: anything,
  signature: anything,
} satisfies Fields<PreparedRing.Claim>)

export declare namespace PreparedRing {
  type Claim = { readonly message: Uint8Array; readonly signature: Uint8Array }
}

/**
 * The key image in a signature, to look it up. It proves nothing before the signature is verified.
 *
 * @throws `ERR_RING_MALFORMED`, `ERR_RING_IMAGE`, `ERR_RING_SIZE`.
 */
export function readKeyImage(signature: Uint8Array): Uint8Array {
  const bytes = check.bytes(signature, 'signature')
  return call((engine) => engine.ringReadImage(bytes))
}

/**
 * The key image that the signatures of `signer` have in a scope. Whoever publishes it can be recognised by it.
 *
 * @throws `ERR_KEY_ALGORITHM` for a key type without rings; `ERR_LIMIT_EXCEEDED`.
 */
export function deriveKeyImage(
  signer: LocalSigner,
  options: deriveKeyImage.Options = {},
): Uint8Array {
  const bytes = scopeBytes(readPrepare(options).scope)
  return handleOf(signer, 'signer').use((engine, id) => engine.ringDeriveImage(id, bytes))
}

export declare namespace deriveKeyImage {
  type Options = prepare.Options
}

/**
 * Tells whether two signatures, each of which was verified in the same scope, are of one key.
 *
 * @throws As {@link readKeyImage}.
 */
export function link(a: Uint8Array, b: Uint8Array): boolean {
  const [first, second] = [readKeyImage(a), readKeyImage(b)]
  return first.length === second.length && first.every((byte, index) => byte === second[index])
}

function scopeBytes(scope: unknown): Uint8Array {
  if (scope === undefined) return new Uint8Array()
  return typeof scope === 'string'
    ? new TextEncoder().encode(check.text(scope, 'scope'))
    : check.bytes(scope, 'scope')
}
