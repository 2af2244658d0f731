import { Keys } from 'countersign'
import { Aead, Ecdsa, Hmac, JwsHmac } from 'countersign/hazmat'

import { utf8 } from './common.ts'

export { message } from './common.ts'
export const [key, seed, salt, digest] = [1, 2, 3, 4].map((byte) =>
  new Uint8Array(32).fill(byte),
) as [Uint8Array, Uint8Array, Uint8Array, Uint8Array]
export const nonce = new Uint8Array(12)
export const plaintext = utf8('hello')
export const payload = plaintext
export const sealed = Aead.seal({ algorithm: 'chacha20-poly1305', key, nonce, plaintext })
export const tag = Hmac.tag({ key, message: plaintext })

/** For P-256 and secp256k1 as much as for HMAC: 32 bytes. */
export const secret = new Uint8Array(32).fill(5)
export const jwk = Keys.toJwk(Keys.generate('P-256').publicKey)
export const { publicKey } = Keys.fromSecret('secp256k1', secret)
export const signature = Ecdsa.signDigest({ type: 'secp256k1', secret, digest })
export const jws = JwsHmac.sign(payload, secret, { algorithm: 'HS256' })
