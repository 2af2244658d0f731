/**
 * Versions of the packages that are peers, as `package-lock.json` has them: a test compares them. They stand
 * here because a page cannot read a lock file.
 *
 * @module
 */

import type { Peer } from '../peerNames.js'

type Installed = Exclude<
  Peer,
  'node:crypto' | 'WebCrypto' | 'plain TypeScript' | 'pqcrypto-dilithium' | 'pqcrypto-mldsa'
>

export const versions: Readonly<Record<Installed, string>> = {
  'libsodium-wrappers': '0.8.4',
  '@noble/curves': '2.4.0',
  '@noble/ciphers': '2.2.0',
  '@noble/hashes': '2.4.0',
  'hash-wasm': '4.13.0',
  '@noble/post-quantum': '0.7.1',
  '@bitauth/libauth': '3.0.0',
  'tiny-secp256k1': '2.2.4',
  secp256k1: '5.0.2',
  jose: '6.2.17',
  '@hpke/core': '1.9.0',
  '@libp2p/crypto': '5.1.23',
  '@a2a-js/sdk': '1.3.0',
  canonicalize: '3.0.0',
}
