/**
 * Makes each form of `did:peer`, and its short forms.
 *
 * @module
 */

import * as check from '../check.js'
import { print, receive } from '../document.js'
import { call } from '../engine/slot.js'
import { keyBytes, type PublicKey } from '../key.js'
import { type Fields, optional, shape } from '../shape.js'
import type { Purpose } from '../trust.js'
import type { Did, DidDocument, Service } from './types.js'

/**
 * The `did:peer` of one key, numalgo 0.
 *
 * @throws `ERR_PART_MISSING` in a page without the part `did`, like all functions of did:peer.
 */
export function peerFromKey(key: PublicKey): Did {
  const tagged = keyBytes(key, 'key')
  return call((engine) => engine.didFromPeerKey(tagged)) as Did
}

/**
 * The `did:peer` of keys and services, numalgo 2.
 *
 * @throws `ERR_DID_DOCUMENT` for a service with an absolute id; `ERR_DID_METHOD_ID` for none or more
 * than 64 elements.
 */
export function peerFromElements(elements: peerFromElements.Options): Did {
  const { keys, services } = readElements(check.record(elements, 'elements'), 'elements')
  const named = keys.map((element, index) => {
    const { key, purpose } = readElement(element, `elements.keys[${index}]`)
    return { purpose, publicKeyMultibase: call((engine) => engine.multikeyEncode(key)) }
  })
  const record = print({ keys: named, services: services ?? [] }, 'elements')
  return call((engine) => engine.didFromPeerElements(record)) as Did
}

const readElements = shape({
  keys: check.list,
  services: optional(check.list),
} satisfies Fields<peerFromElements.Options>)

const readElement = shape({
  key: keyBytes,
  purpose: check.text,
} satisfies Fields<peerFromElements.Options['keys'][number]>)

export declare namespace peerFromElements {
  type Options = {
    readonly keys: readonly { readonly key: PublicKey; readonly purpose: Purpose }[]
    readonly services?: readonly Service[]
  }
}

/**
 * The `did:peer` that carries a document, numalgo 4, long form. Ids in it are relative; it has no `id`.
 *
 * @throws `ERR_DID_DOCUMENT`, `ERR_LIMIT_EXCEEDED`, the codes of strict JSON.
 */
export function peerFromDocument(document: string | Uint8Array | object): Did {
  const { text } = receive(document, 'document')
  return call((engine) => engine.didFromPeerDocument(text)) as Did
}

/**
 * The short form of a `did:peer`: of numalgo 4 without its document, of numalgo 2 its numalgo 3.
 *
 * @throws `ERR_DID_HASH`, `ERR_DID_METHOD_ID`.
 */
export function peerShortForm(did: string): Did {
  check.text(did, 'did')
  return call((engine) => engine.didPeerShortForm(did)) as Did
}

/**
 * The document of the short form of a `did:peer` of numalgo 4, which only its long form can give.
 *
 * @example
 * ```ts
 * const known = new Map([[Did.peerShortForm(long), long]])
 * Did.resolver({ methods: { peer: (did) => Did.peerShortDocument(known.get(did) ?? did) } })
 * ```
 *
 * @throws `ERR_DID_HASH`, `ERR_DID_NEEDS_RESOLVER` for a short form, `ERR_DID_DOCUMENT`.
 */
export function peerShortDocument(long: string): DidDocument {
  check.text(long, 'long')
  return JSON.parse(call((engine) => engine.didPeerShortDocument(long))) as DidDocument
}
