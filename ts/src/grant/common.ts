/**
 * What the functions of grants share.
 *
 * @internal
 * @module
 */

import * as check from '../check.js'
import { type Received, receiveList } from '../document.js'
import { call } from '../engine/slot.js'
import { freshBytes } from '../fresh.js'
import { type Field, optional } from '../shape.js'
import { multikeyOfSigner } from '../signing/named.js'
import { checkSigner, type Signer } from '../signing.js'
import { type Purpose, purposes } from '../trust.js'

/** The text of a chain of grants, which has at most 16. */
export function chainText(chain: unknown): Received {
  return receiveList(chain, 'chain', 16)
}

/** The members by which a record names its signer. */
export function signerOf(signer: Signer): { key: string; algorithm: string } {
  const { algorithm, publicKey } = checkSigner(signer)
  return { key: multikeyOfSigner(signer, publicKey), algorithm }
}

/** A nonce in base64url: the one that was given, or 16 fresh bytes. */
export const nonceText: Field<string> = (value, name) => {
  const bytes = value === undefined ? freshBytes(16) : check.bytes(value, name)
  return call((engine) => engine.encodingBase64urlEncode(bytes))
}

/** What a key must be trusted for. */
export const purpose: Field<Purpose | undefined> = optional((value, name) =>
  check.oneOf(value, name, purposes),
)
