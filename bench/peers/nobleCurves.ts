/**
 * @noble/curves: curves in JavaScript. Its keys are raw bytes, and are read in each call.
 *
 * @module
 */

import { ed25519, x25519 } from '@noble/curves/ed25519.js'
import { p256 } from '@noble/curves/nist.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import type { Jobs } from '../case.js'
import { agreementJobs } from './work/agreement.js'
import { type Scheme, signatureJobs } from './work/signatures.js'

const own = (secret: Uint8Array): Uint8Array => secret

const ecdsa = (curve: typeof p256): Scheme<Uint8Array> => ({
  generate: () => curve.keygen(),
  publicKey: (secret) => curve.getPublicKey(secret),
  key: own,
  sign: (key, message) => curve.sign(message, key, { lowS: true }),
  verify: (key, message, signature) => curve.verify(signature, message, key, { lowS: true }),
})

/** noble puts the recovery byte first; ours stands last. */
const recovery: Pick<Scheme<Uint8Array>, 'recover' | 'signRecoverable'> = {
  signRecoverable(key, message) {
    const made = secp256k1.sign(message, key, { format: 'recovered' })
    return Uint8Array.from([...made.subarray(1), made[0] ?? 0])
  },
  recover(message, signature) {
    const recovered = Uint8Array.from([signature[64] ?? 0, ...signature.subarray(0, 64)])
    return secp256k1.recoverPublicKey(recovered, message)
  },
}

export function load(): Jobs {
  return {
    ...signatureJobs('Ed25519', {
      generate: () => ed25519.keygen(),
      publicKey: (secret) => ed25519.getPublicKey(secret),
      key: own,
      sign: (key, message) => ed25519.sign(message, key),
      // Our criterion is that of RFC 8032, not ZIP 215.
      verify: (key, message, signature) =>
        ed25519.verify(signature, message, key, { zip215: false }),
    }),
    ...signatureJobs('secp256k1', { ...ecdsa(secp256k1), ...recovery }),
    ...signatureJobs('P-256', ecdsa(p256)),
    ...agreementJobs({
      generate: () => x25519.keygen(),
      publicKey: (secret) => x25519.getPublicKey(secret),
      key: own,
      agree: (mine, theirs) => x25519.getSharedSecret(mine, theirs),
    }),
  }
}
