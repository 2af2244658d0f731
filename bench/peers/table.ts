/**
 * Which peer does the job of which cases, so that nothing is loaded to know it. A test holds it to the jobs that
 * the modules give.
 *
 * @module
 */

import type { Peer } from '../peerNames.js'
import { aeadNames } from './work/aeadNames.js'
import { agreementNames } from './work/agreement.js'
import { argon2idName } from './work/argon2id.js'
import { didTexts } from './work/did.js'
import { digestNames } from './work/digest.js'
import { hkdfNames } from './work/hkdf.js'
import { signatureNames } from './work/signatures.js'

const secp256k1 = signatureNames('secp256k1', true)

const libp2p = ['Ed25519', 'secp256k1'].flatMap((type) => [
  `encode a keypair of ${type}`,
  `decode a keypair of ${type}`,
  `encode a public key of ${type}`,
  `decode a public key of ${type}`,
  `PeerId of a key of ${type}`,
  `parse a PeerId of ${type}`,
  `generate a keypair of ${type}, with its PeerId`,
  ...[20, 256, 4096].map((size) => `sign ${size} B for libp2p, ${type}`),
  `verify for libp2p, ${type}`,
])

export const table: Readonly<Record<Peer, readonly string[]>> = {
  'libsodium-wrappers': [...signatureNames('Ed25519'), ...agreementNames, ...aeadNames],
  '@noble/curves': [
    ...signatureNames('Ed25519'),
    ...secp256k1,
    ...signatureNames('P-256'),
    ...agreementNames,
  ],
  '@noble/ciphers': aeadNames,
  '@noble/hashes': [...hkdfNames, ...digestNames],
  'hash-wasm': [...digestNames, argon2idName],
  '@noble/post-quantum': [],
  'pqcrypto-dilithium': [],
  'pqcrypto-mldsa': [],
  '@bitauth/libauth': secp256k1,
  'tiny-secp256k1': secp256k1,
  secp256k1,
  'node:crypto': [
    ...signatureNames('Ed25519'),
    ...signatureNames('secp256k1'),
    ...signatureNames('P-256'),
    ...agreementNames,
    ...aeadNames,
    ...hkdfNames,
    ...digestNames,
    'export JWK Ed25519',
    'export private JWK Ed25519',
    'export private PEM Ed25519',
    'import private JWK Ed25519',
    'import private PEM Ed25519',
  ],
  WebCrypto: [
    ...signatureNames('Ed25519'),
    ...signatureNames('P-256'),
    ...agreementNames,
    ...hkdfNames,
    'export private JWK Ed25519',
    'import private JWK Ed25519',
  ],
  jose: [
    'sign JWS Ed25519',
    'verify JWS Ed25519',
    'sign JWS P-256',
    'verify JWS P-256',
    'export private JWK Ed25519',
    'import private JWK Ed25519',
    'import private PEM Ed25519',
  ],
  '@hpke/core': ['HPKE seal, X25519', 'HPKE open, X25519'],
  '@libp2p/crypto': libp2p,
  '@a2a-js/sdk': ['sign A2A card', 'verify A2A card', 'canonicalize A2A card'],
  canonicalize: ['canonicalize A2A card', 'parse, canonicalize and hash a card'],
  'plain TypeScript': Object.keys(didTexts),
}
