/**
 * Signatures in libp2p's form: DER for ECDSA, the bytes themselves for the rest.
 *
 * @module
 */

import * as check from '../check.js'
import { call } from '../engine/slot.js'
import { type Claim, readBareClaim } from '../keys/claim.js'
import { signUnsigned } from '../signing/unsigned.js'
import { checkSigner, type Signed, type Signer } from '../signing.js'

/**
 * Signs `message` as it is, as libp2p's keypairs do. Raw: a signature that was made for one protocol also holds in
 * every other protocol that signs the same bytes. So `message` must begin with its purpose, as libp2p's own
 * `noise-libp2p-static-key:` does, and must never be a text that somebody else chose.
 *
 * @example
 * ```ts
 * const message = new TextEncoder().encode(`example-handshake:${nonce}`)
 * const signature = Peer.signRaw(message, signer)
 * ```
 *
 * @throws `ERR_KEY_ALGORITHM` for a key or hash that libp2p does not have; `ERR_SIGNER_INVALID`.
 */
export function signRaw<S extends Signer>(message: Uint8Array, signer: S): Signed<S, Uint8Array> {
  const { algorithm } = checkSigner(signer)
  const bytes = check.bytes(message, 'message')
  return signUnsigned(signer, (engine) => engine.peerUnsigned(algorithm, bytes))
}

/**
 * Tells whether `signature`, in libp2p's form, is by `publicKey` over `message`.
 *
 * An S above half the order is accepted on P-256 alone, where libp2p implementations write it.
 *
 * Costs at most 1 signature check.
 *
 * @returns `false` for whatever does not hold.
 * @throws `ERR_ARGUMENT` only, for values of the wrong type.
 */
export function verifyRaw(claim: Claim): boolean {
  const { publicKey, message, signature } = readBareClaim(check.record(claim, 'claim'), 'claim')
  return call((engine) => engine.peerVerify(publicKey, message, signature))
}
