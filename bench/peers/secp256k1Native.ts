/**
 * npm `secp256k1`: libsecp256k1 as a native addon. Where the addon cannot be loaded the package takes an
 * implementation in JavaScript; this peer does not.
 *
 * @module
 */

import type { Jobs } from '../case.js'
import { sha256 } from './work/sha256.js'
import { signatureJobs } from './work/signatures.js'

/** What is used of the package, which has no types of its own. */
type Addon = {
  privateKeyVerify: (secret: Uint8Array) => boolean
  publicKeyCreate: (secret: Uint8Array, compressed: boolean) => Uint8Array
  ecdsaSign: (digest: Uint8Array, secret: Uint8Array) => { signature: Uint8Array; recid: number }
  ecdsaVerify: (signature: Uint8Array, digest: Uint8Array, key: Uint8Array) => boolean
  ecdsaRecover: (
    signature: Uint8Array,
    recovery: number,
    digest: Uint8Array,
    compressed: boolean,
  ) => Uint8Array
}

export async function load(): Promise<Jobs> {
  const { createRequire } = await import('node:module')
  const curve = createRequire(import.meta.url)('secp256k1/bindings.js') as Addon
  const hash = await sha256()
  return signatureJobs('secp256k1', {
    generate() {
      const secret = globalThis.crypto.getRandomValues(new Uint8Array(32))
      return curve.privateKeyVerify(secret) && curve.publicKeyCreate(secret, true)
    },
    publicKey: (secret) => curve.publicKeyCreate(secret, true),
    key: (secret) => secret,
    sign: (key, message) => curve.ecdsaSign(hash(message), key).signature,
    verify: (key, message, signature) => curve.ecdsaVerify(signature, hash(message), key),
    signRecoverable(key, message) {
      const { signature, recid } = curve.ecdsaSign(hash(message), key)
      return Uint8Array.from([...signature, recid])
    },
    recover: (message, signature) =>
      curve.ecdsaRecover(signature.subarray(0, 64), signature[64] ?? 0, hash(message), true),
  })
}
