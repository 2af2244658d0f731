/**
 * Names of signature algorithms: what keys, signers and the hot lane share.
 *
 * @module
 */

/** Every signature algorithm. A place in this list, from 1, is the number that crosses to the engine. */
export const algorithms = [
  'ed25519',
  'ecdsa-p256-sha256',
  'ecdsa-secp256k1-sha256',
  'ecdsa-secp256k1-keccak256',
  'ml-dsa-44',
  'ml-dsa-65',
  'ml-dsa-87',
  'ed25519+ml-dsa-65',
] as const

/** A signature algorithm: curve and hash, always both; or a parameter set of ML-DSA. */
export type Algorithm = (typeof algorithms)[number]
