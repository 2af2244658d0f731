/**
 * The names of other packages that the bench compares with.
 *
 * @module
 */

/** In the order of the columns. */
export const peers = [
  'libsodium-wrappers',
  '@noble/curves',
  '@noble/ciphers',
  '@noble/hashes',
  'hash-wasm',
  '@noble/post-quantum',
  '@bitauth/libauth',
  'tiny-secp256k1',
  'secp256k1',
  'node:crypto',
  'WebCrypto',
  'jose',
  '@hpke/core',
  '@libp2p/crypto',
  '@a2a-js/sdk',
  'canonicalize',
  'pqcrypto-dilithium',
  'pqcrypto-mldsa',
  'plain TypeScript',
] as const

export type Peer = (typeof peers)[number]
