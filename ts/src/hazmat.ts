/**
 * Parts without a safety net. **Dangerous**: each is safe only inside a protocol that somebody has proven,
 * a mistake causes no error, and secrets are plain bytes that JavaScript cannot reliably wipe.
 *
 * Use `Keys` and the protocols instead, unless you implement a standard that names these parts.
 *
 * @module
 */

export * as Argon2id from './argon2id.js'
export * as Aead from './hazmat/aead.js'
export * as Ecdh from './hazmat/ecdh.js'
export * as Ecdsa from './hazmat/ecdsa.js'
export * as Hkdf from './hazmat/hkdf.js'
export * as Hmac from './hazmat/hmac.js'
export * as HpkeFrom from './hazmat/hpkeFrom.js'
export * as JwsHmac from './hazmat/jwsHmac.js'
export * as MlDsa from './hazmat/mlDsa.js'
export * as SageHandshake from './hazmat/sageHandshake.js'
export * as StructuredFields from './hazmat/structuredFields.js'
