/**
 * How long secrets and signatures are.
 *
 * @module
 */

import type { Algorithm } from '../key.js'

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
