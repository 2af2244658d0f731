/**
 * How the documents of a method are fetched: what each file in this folder exports as `load`.
 *
 * @internal
 * @module
 */

import type { Did } from '../did.js'
import type { FetchPolicy } from '../http.js'

/** Gives the document of a DID as it was received; whoever asked checks it. @internal */
export type Load = (did: Did, policy: FetchPolicy) => Promise<string | Uint8Array>

/** Content types of DID documents. @internal */
export const documentTypes: readonly string[] = [
  'application/did+json',
  'application/json',
  'application/did+ld+json',
  'application/ld+json',
]
