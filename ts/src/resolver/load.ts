/**
 * How the documents of a method are fetched: what each file in this folder exports as `load`.
 *
 * @internal
 * @module
 */

import type { Did } from '../did.js'
import type { FetchPolicy } from '../http.js'

/** Where from, and within which limits. @internal */
export type From = {
  readonly policy: FetchPolicy
  /** Servers that the caller named, by method. */
  readonly directories: ReadonlyMap<string, string>
}

/** Gives what a server has for a DID, as it was received; the core reads it. @internal */
export type Load = (did: Did, from: From) => Promise<string | Uint8Array>

/** Content types of DID documents. @internal */
export const documentTypes: readonly string[] = [
  'application/did+json',
  'application/json',
  'application/did+ld+json',
  'application/ld+json',
]
