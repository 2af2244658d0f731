/**
 * Ring signatures over receipts: one of these agents stands behind a receipt, and nobody learns which.
 *
 * @module
 */

import * as check from '../check.js'
import { type Received, receive } from '../document.js'
import { call } from '../engine/slot.js'
import type { PublicKey } from '../key.js'
import type { Input } from '../receipt/types.js'
import { type Fields, shape } from '../shape.js'
import { handleOf, type LocalSigner } from '../signing.js'
import { packRing } from './members.js'

/** A record that travels beside its receipt. It does not say who is in the ring: the verifier brings it. */
export type ReceiptProof = {
  readonly type: 'countersign/receipt-ring/v1'
  /** The id of the receipt. */
  readonly receipt: string
  /** Where key images link. Without a scope, they link only proofs of this receipt. */
  readonly scope?: string
  /** base64url of a signature of `Ring`. */
  readonly signature: string
}

/** What a ring proof has shown: a member of the ring stands behind the receipt. */
export type ReceiptProven = {
  /** The same for every proof of one key in one scope. */
  readonly keyImage: Uint8Array
}

/**
 * Signs a receipt as one of a ring. Without a scope, the key image belongs to this receipt: whoever signs it twice is
 * noticed, and nothing links to another receipt. In a named scope, a key has the same image for all receipts.
 *
 * For an anonymous receipt issue it under a fresh `did:key`. The receipt's content, time and chain can still
 * tell who acted; a ring hides the key only.
 *
 * @example
 * ```ts
 * const proof = Ring.proveReceipt(receipt, signer, ring)
 * const { keyImage } = Ring.verifyReceipt(proof, ring, { receipt })
 * ```
 *
 * @param ring - 2 to 1,024 keys of one type, Ed25519 or secp256k1, in any order, the signer's among them.
 * @throws `ERR_RING_NOT_MEMBER`, `ERR_RING_SIZE`, `ERR_RING_DUPLICATE`, `ERR_RING_TORSION`,
 * `ERR_KEY_TYPE_MISMATCH`, `ERR_KEY_ALGORITHM`; `ERR_LIMIT_EXCEEDED` for a scope over 512 bytes; for what is
 * no receipt as `Receipt.verify`.
 */
export function proveReceipt(
  receipt: Input,
  signer: LocalSigner,
  ring: readonly PublicKey[],
  options: proveReceipt.Options = {},
): ReceiptProof {
  const { text } = receive(receipt, 'receipt')
  const handle = handleOf(signer, 'signer')
  const { scope } = readProve(options)
  const { type, keys } = packRing(ring)
  const proof = handle.use((engine, id) => engine.receiptRingProve(text, type, keys, scope, id))
  return JSON.parse(proof) as ReceiptProof
}

export declare namespace proveReceipt {
  type Options = {
    /** Where key images link. Default: in this receipt. */
    readonly scope?: string | undefined
  }
}

/**
 * Verifies that one of `ring` stands behind `receipt`, in the scope that is expected. The receipt itself is
 * verified by `Receipt.verify`.
 *
 * Costs at most 1 signature check a member: 1024 for the largest ring.
 *
 * @param ring - The ring that the proof must be of.
 * @throws `ERR_RECEIPT_ID` for the proof of another receipt, `ERR_RING_SCOPE` for one of another scope,
 * `ERR_RING_SIGNATURE` if nobody in the ring signed; `ERR_RECEIPT_VERSION`, `ERR_RECEIPT_MALFORMED`,
 * `ERR_RING_MALFORMED`, `ERR_RING_IMAGE`, a code of JSON; for the ring as {@link proveReceipt}.
 */
export function verifyReceipt(
  proof: string | Uint8Array | ReceiptProof,
  ring: readonly PublicKey[],
  options: verifyReceipt.Options,
): ReceiptProven {
  const record: Received = receive(proof, 'proof')
  const { receipt: text, scope } = readVerify(options)
  const { type, keys } = packRing(ring)
  const keyImage = call((engine) => engine.receiptRingVerify(record.text, text, type, keys, scope))
  return { keyImage }
}

export declare namespace verifyReceipt {
  type Options = {
    readonly receipt: Input
    /** The scope that it must have. Default: the receipt's own. */
    readonly scope?: string | undefined
  }
}

const readProve = shape({ scope: scopeOf } satisfies Fields<proveReceipt.Options>)

const readVerify = shape({
  receipt: (value, name) => receive(value, name).text,
  scope: scopeOf,
} satisfies Fields<verifyReceipt.Options>)

/** A scope as it crosses: no text where there is none. */
function scopeOf(value: unknown, name: string): string {
  if (value === '') throw check.wrong(name, 'text, or absent', value)
  return value === undefined ? '' : check.text(value, name)
}
