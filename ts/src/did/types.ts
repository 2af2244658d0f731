/**
 * DIDs and DID documents as types (DID Core 1.0).
 *
 * @module
 */

import type { Purpose } from '../trust.js'

declare const brand: unique symbol

/** A syntactically valid DID in canonical spelling. Only {@link parse} and the builders make one. */
export type Did = string & { readonly [brand]: 'Did' }

/** A DID document (DID Core 1.0, section 4). Members that this package does not know are kept. */
export type DidDocument = {
  readonly '@context'?: string | readonly (string | object)[]
  readonly id: string
  readonly alsoKnownAs?: readonly string[]
  readonly controller?: string | readonly string[]
  readonly verificationMethod?: readonly VerificationMethod[]
  readonly service?: readonly Service[]
} & { readonly [P in Purpose]?: readonly (string | VerificationMethod)[] }

/** A key in a document. */
export type VerificationMethod = {
  readonly id: string
  readonly type: string
  readonly controller: string
  readonly publicKeyMultibase?: string
  readonly publicKeyJwk?: object
  readonly blockchainAccountId?: string
}

/** A service in a document (DID Core 1.0, section 5.4). */
export type Service = {
  readonly id?: string
  readonly type: string | readonly string[]
  readonly serviceEndpoint: string | object | readonly (string | object)[]
}
