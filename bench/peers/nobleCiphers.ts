/**
 * @noble/ciphers: ChaCha20-Poly1305 in JavaScript.
 *
 * @module
 */

import { chacha20poly1305 } from '@noble/ciphers/chacha.js'
import type { Jobs } from '../case.js'
import { aeadJobs } from './work/aead.js'

export function load(): Jobs {
  return aeadJobs({
    seal: (key, nonce, header, text) => chacha20poly1305(key, nonce, header).encrypt(text),
    open: (key, nonce, header, sealed) => chacha20poly1305(key, nonce, header).decrypt(sealed),
  })
}
