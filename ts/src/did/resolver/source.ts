/**
 * How the documents of a method are fetched: what each file in this folder exports as `source`.
 *
 * @internal
 * @module
 */

import type { FetchPolicy } from '../../http.js'
import type { Did } from '../types.js'

/** Where the documents of a method are. @internal */
export type Source = {
  /** The server that keeps them, unless the caller names another; none where each DID names its own. */
  readonly directory?: string
  /** Gives what a server has for a DID, as it was received; the core reads it. */
  load(did: Did, policy: FetchPolicy, directory: string): Promise<string | Uint8Array>
}

/** Content types of DID documents. @internal */
export const documentTypes: readonly string[] = [
  'application/did+json',
  'application/json',
  'application/did+ld+json',
  'application/ld+json',
]
