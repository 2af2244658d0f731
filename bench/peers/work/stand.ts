/**
 * If a package makes randomised ECDSA signatures, no two are the same. @noble/curves checks such a signature, and its
 * own signature by the same key of the same message (RFC 6979, low S) stands for it, because every engine gives that
 * one too.
 *
 * @module
 */

import { secret } from '../../input.js'

/** Checks `signature` and gives the one that can be compared. */
export async function standIn(
  type: 'secp256k1' | 'P-256',
  signature: Uint8Array,
  message: Uint8Array,
): Promise<Uint8Array> {
  const curve =
    type === 'P-256'
      ? (await import('@noble/curves/nist.js')).p256
      : (await import('@noble/curves/secp256k1.js')).secp256k1
  const key = secret(1)
  const isValid = curve.verify(signature, message, curve.getPublicKey(key), { lowS: false })
  if (!isValid) throw new Error(`a signature of ${type} does not hold`)
  return curve.sign(message, key, { lowS: true })
}
