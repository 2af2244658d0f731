/**
 * Decentralised identifiers (W3C DID Core 1.0).
 *
 * | Method | Made by | Document without a network |
 * | --- | --- | --- |
 * | `did:key` | {@link fromKey} | yes |
 * | `did:jwk` | {@link jwkFromKey} | yes |
 * | `did:peer` | {@link peerFromKey}, {@link peerFromElements}, {@link peerFromDocument} | 0, 2, and the long form of 4 |
 * | `did:pkh` | {@link pkhFromAccount} | `eip155`, `bip122`, `solana` |
 * | `did:ethr` | {@link ethrFromKey} | only the default document, of an account that never changed its keys; {@link resolver} gives it only if you plug it in |
 * | `did:web` | {@link webFromUrl} | no: {@link resolver} |
 * | `did:plc` | | no: {@link resolver}, {@link documentFrom} |
 * | `did:sage` | `Did.fromKey` of `countersign/sage` | no: plug a function into {@link resolver} |
 *
 * @module
 */

export {
  checkDocument,
  type DocumentKey,
  document,
  documentFrom,
  keys,
} from './did/document.js'
export {
  ethrFromKey,
  fromKey,
  jwkFromKey,
  keyId,
  pkhFromAccount,
  toKey,
} from './did/key.js'
export { type DidUrl, inspect, method, type Parts, parse, parseUrl } from './did/parse.js'
export {
  peerFromDocument,
  peerFromElements,
  peerFromKey,
  peerShortDocument,
  peerShortForm,
} from './did/peer.js'
export { type DocumentCache, type Method, type Resolver, resolver } from './did/resolver.js'
export type { Did, DidDocument, Service, VerificationMethod } from './did/types.js'
export { toUrl, webFromUrl } from './did/web.js'
export type { FetchPolicy } from './http.js'
