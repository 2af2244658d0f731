/**
 * What the functions of grants share.
 *
 * @internal
 * @module
 */

import * as check from '../check.js'
import { type Received, received } from '../document.js'
import { call } from '../engine/slot.js'
import { keyBytes, type PublicKey } from '../key.js'
import { checkSigner, type Signed, type Signer, signWith } from '../signing.js'
import type { ChainInput } from './types.js'

/** Difference of two clocks that is allowed where no other is given, in seconds. */
export const defaultSkew = 60

/** Most that can be allowed, in seconds. */
export const maxSkew = 86_400

/** More links than the core reads; an array that is longer is cut, and refused there. */
const tooMany = 17

/** The text of a chain. */
export function chainText(chain: ChainInput): Received {
  return received(Array.isArray(chain) ? chain.slice(0, tooMany) : chain, 'chain')
}

/** A key as it stands in a record. */
export function multikey(key: PublicKey, name: string): string {
  const tagged = keyBytes(key, name)
  return call((engine) => engine.multikeyEncode(tagged))
}

/** The members by which a record names its signer. */
export function signerOf(signer: Signer): { key: string; algorithm: string } {
  const { algorithm, publicKey } = checkSigner(signer)
  return { key: multikey(publicKey, 'signer.publicKey'), algorithm }
}

/** Signs a record: text without `signature`. */
export function signRecord<S extends Signer, T>(signer: S, record: string): Signed<S, T> {
  const input = call((engine) => engine.grantSigningInput(record))
  return signWith(
    signer,
    input,
    (signature) => JSON.parse(call((engine) => engine.grantAttach(record, signature))) as T,
  )
}

/** A nonce in base64url: that given, or 16 fresh bytes. */
export function nonceText(nonce: Uint8Array | undefined): string {
  const fresh = nonce ?? globalThis.crypto.getRandomValues(new Uint8Array(16))
  const bytes = check.bytes(fresh, 'nonce')
  return call((engine) => engine.encodingBase64urlEncode(bytes))
}

/** Whole Unix seconds of `now`, or of the clock. */
export function time(now: Date | undefined): number {
  return check.seconds(now ?? new Date(), 'now')
}
