/**
 * The key of a signer as text, as records name it.
 *
 * @internal
 * @module
 */

import { call } from '../engine/slot.js'
import { keyBytes, type PublicKey } from '../key.js'
import { signerHandle } from '../signing.js'

/** A key as text: a Multikey, or the `did:jwk` of a hybrid key. `name` is that of the key in errors. */
export function multikeyOf(key: unknown, name: string): string {
  const tagged = keyBytes(key, name)
  return call((engine) => engine.multikeyEncode(tagged))
}

/** The name of a key in its own document. `name` is as of {@link multikeyOf}. */
export function keyIdOf(key: unknown, name: string): string {
  const tagged = keyBytes(key, name)
  return call((engine) => engine.didKeyId(tagged))
}

type OfSigner = (signer: object, publicKey: PublicKey) => string

/** As {@link multikeyOf} for `publicKey`, which was read of `signer`. */
export const multikeyOfSigner: OfSigner = ofSigner(multikeyOf)

/** As {@link keyIdOf} for `publicKey`, which was read of `signer`. */
export const keyIdOfSigner: OfSigner = ofSigner(keyIdOf)

/** What `write` makes of the key of a signer; once for a local one, whose key never changes. */
function ofSigner(write: (key: unknown, name: string) => string): OfSigner {
  const known = new WeakMap<object, string>()
  return (signer, publicKey) => {
    const text = known.get(signer)
    if (text !== undefined) return text
    const made = write(publicKey, 'signer.publicKey')
    if (signerHandle(signer)) known.set(signer, made)
    return made
  }
}
