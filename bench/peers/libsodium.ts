/**
 * libsodium-wrappers: libsodium 1.0 in WebAssembly.
 *
 * Its secret key for signatures holds the seed and the public key; there is no readier one.
 *
 * @module
 */

import type { Jobs } from '../case.js'
import { aeadJobs } from './work/aead.js'
import { agreementJobs } from './work/agreement.js'
import { signatureJobs } from './work/signatures.js'

export async function load(): Promise<Jobs> {
  const { default: sodium } = await import('libsodium-wrappers')
  await sodium.ready
  return {
    ...signatureJobs('Ed25519', {
      generate: () => sodium.crypto_sign_keypair(),
      publicKey: (seed) => sodium.crypto_sign_seed_keypair(seed).publicKey,
      key: (seed) => sodium.crypto_sign_seed_keypair(seed).privateKey,
      sign: (key, message) => sodium.crypto_sign_detached(message, key),
      verify: (key, message, signature) =>
        sodium.crypto_sign_verify_detached(signature, message, key),
    }),
    ...agreementJobs({
      generate: () => sodium.crypto_box_keypair(),
      publicKey: (secret) => sodium.crypto_scalarmult_base(secret),
      key: (secret) => secret,
      agree: (mine, theirs) => sodium.crypto_scalarmult(mine, theirs),
    }),
    ...aeadJobs({
      seal: (key, nonce, header, text) =>
        sodium.crypto_aead_chacha20poly1305_ietf_encrypt(text, header, null, nonce, key),
      open: (key, nonce, header, sealed) =>
        sodium.crypto_aead_chacha20poly1305_ietf_decrypt(null, sealed, header, nonce, key),
    }),
  }
}
