/**
 * @bitauth/libauth: libsecp256k1 and SHA-256 in WebAssembly.
 *
 * @module
 */

import { generatePrivateKey, instantiateSecp256k1, instantiateSha256 } from '@bitauth/libauth'
import type { Jobs } from '../case.js'
import { signatureJobs } from './work/signatures.js'

export async function load(): Promise<Jobs> {
  // Its ready instances come by a top-level await, which not every bundler keeps in order.
  const [secp256k1, sha256] = await Promise.all([instantiateSecp256k1(), instantiateSha256()])
  return signatureJobs('secp256k1', {
    generate: () => secp256k1.derivePublicKeyCompressed(generatePrivateKey()),
    publicKey: (secret) => bytes(secp256k1.derivePublicKeyCompressed(secret)),
    key: (secret) => secret,
    sign: (key, message) => bytes(secp256k1.signMessageHashCompact(key, sha256.hash(message))),
    verify: (key, message, signature) =>
      secp256k1.verifySignatureCompactLowS(signature, key, sha256.hash(message)),
    signRecoverable(key, message) {
      const made = secp256k1.signMessageHashRecoverableCompact(key, sha256.hash(message))
      if (typeof made === 'string') throw new Error(made)
      return Uint8Array.from([...made.signature, made.recoveryId])
    },
    recover: (message, signature) =>
      bytes(
        secp256k1.recoverPublicKeyCompressed(
          signature.subarray(0, 64),
          signature[64] as 0 | 1,
          sha256.hash(message),
        ),
      ),
  })
}

/** It gives a text instead of throwing. */
function bytes(value: Uint8Array | string): Uint8Array {
  if (typeof value === 'string') throw new Error(value)
  return value
}
