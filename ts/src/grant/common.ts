/**
 * What the functions of grants share.
 *
 * @internal
 * @module
 */

import * as check from '../check.js'
import { type Received, receive } from '../document.js'
import { call } from '../engine/slot.js'
import { freshBytes } from '../fresh.js'
import { type Field, optional } from '../shape.js'
import { multikeyOfSigner } from '../signing/named.js'
import { signJson } from '../signing/unsigned.js'
import { checkSigner, type Signed, type Signer } from '../signing.js'
import { type Purpose, purposes } from '../trust.js'

/** More links than the core reads; an array that is longer is cut, and refused there. */
const tooMany = 17

/** The text of a chain. */
export function chainText(chain: unknown): Received {
  return receive(
    check.isArray(chain, 'chain') ? check.list(chain, 'chain').slice(0, tooMany) : chain,
    'chain',
  )
}

/** The members by which a record names its signer. */
export function signerOf(signer: Signer): { key: string; algorithm: string } {
  const { algorithm, publicKey } = checkSigner(signer)
  return { key: multikeyOfSigner(signer, publicKey), algorithm }
}

/** Signs a record: text without `signature`. */
export function signRecord<S extends Signer, T>(signer: S, record: string): Signed<S, T> {
  return signJson(signer, (engine) => engine.grantUnsigned(record))
}

/** A nonce in base64url: the one that was given, or 16 fresh bytes. */
export const nonceText: Field<string> = (value, name) => {
  const bytes = value === undefined ? freshBytes(16) : check.bytes(value, name)
  return call((engine) => engine.encodingBase64urlEncode(bytes))
}

/** Difference of two clocks that is allowed, in seconds; the core has the default. */
export const skewSeconds: Field<number | undefined> = optional(check.safeInteger)

/** What a key must be trusted for. */
export const purpose: Field<Purpose | undefined> = optional((value, name) =>
  check.oneOf(value, name, purposes),
)
