/**
 * The key of a signer as text, as records name it.
 *
 * @internal
 * @module
 */

import { call } from '../engine/slot.js'
import { keyBytes, type PublicKey } from '../key.js'
import { signerHandle } from '../signing.js'

/** The texts of local signers, whose keys never change. */
const known = new WeakMap<object, string>()

/** A key as text: a Multikey, or the `did:jwk` of a hybrid key. `name` is that of the key in errors. */
export function multikeyOf(key: unknown, name: string): string {
  const tagged = keyBytes(key, name)
  return call((engine) => engine.multikeyEncode(tagged))
}

/** As {@link multikeyOf} for `publicKey`, which was read of `signer`. */
export function multikeyOfSigner(signer: object, publicKey: PublicKey): string {
  const text = known.get(signer)
  if (text !== undefined) return text
  const made = multikeyOf(publicKey, 'signer.publicKey')
  if (signerHandle(signer)) known.set(signer, made)
  return made
}
