/**
 * Multikey: `z` and base58 of the key with its codec (W3C Controlled Identifiers 1.0).
 *
 * @module
 */

import * as check from '../check.js'
import { call } from '../engine/slot.js'
import { fromKeyBytes, keyBytes, type PublicKey } from '../key.js'

/**
 * Writes a public key as a Multikey, the text inside a `did:key`.
 *
 * @example
 * ```ts
 * Keys.toMultikey(signer.publicKey) // 'z6MktwupdmLXVVqTzCw4i46r4uGyosGXRnR3XjN4Zq7oMMsw'
 * ```
 *
 * @throws `ERR_KEY_NO_CODEC` for a hybrid key: use `Did.jwkFromKey` of `did:jwk`.
 */
export function toMultikey(key: PublicKey): string {
  const bytes = keyBytes(key)
  return call((engine) => engine.multikeyToText(bytes))
}

/**
 * Reads a public key from a Multikey.
 *
 * @example
 * ```ts
 * const key = Keys.fromMultikey('z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK')
 * ```
 *
 * @throws `ERR_MULTIBASE_UNKNOWN` unless it starts with `z`; `ERR_ENCODING_MALFORMED`;
 * `ERR_MULTIKEY_CODEC`; `ERR_KEY_POINT_FORM` for an uncompressed point; as `Keys.publicKey`.
 */
export function fromMultikey(text: string): PublicKey {
  const checked = check.text(text, 'text')
  return fromKeyBytes(call((engine) => engine.multikeyFromText(checked)))
}
