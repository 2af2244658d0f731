/**
 * tiny-secp256k1: libsecp256k1 in WebAssembly. It hashes nothing: see `work/sha256.ts`.
 *
 * @module
 */

import type { Jobs } from '../case.js'
import { sha256 } from './work/sha256.js'
import { signatureJobs } from './work/signatures.js'

export async function load(): Promise<Jobs> {
  const curve = await import('tiny-secp256k1')
  const hash = await sha256()
  const publicKey = (secret: Uint8Array) => some(curve.pointFromScalar(secret, true))
  return signatureJobs('secp256k1', {
    generate() {
      const secret = globalThis.crypto.getRandomValues(new Uint8Array(32))
      return curve.isPrivate(secret) && publicKey(secret)
    },
    publicKey,
    key: (secret) => secret,
    sign: (key, message) => curve.sign(hash(message), key),
    // Strict: a high S is refused.
    verify: (key, message, signature) => curve.verify(hash(message), key, signature, true),
    signRecoverable(key, message) {
      const { signature, recoveryId } = curve.signRecoverable(hash(message), key)
      return Uint8Array.from([...signature, recoveryId])
    },
    recover: (message, signature) =>
      some(curve.recover(hash(message), signature.subarray(0, 64), signature[64] as 0 | 1, true)),
  })
}

function some(value: Uint8Array | null): Uint8Array {
  if (value === null) throw new Error('no point')
  return value
}
