/**
 * `did:web`: from a URL, and back.
 *
 * @module
 */

import * as check from '../check.js'
import { call } from '../engine/slot.js'
import type { Did } from './types.js'

/** The `did:web` whose document is at `url`. Throws `ERR_DID_METHOD_ID`. */
export function webFromUrl(url: string): Did {
  check.text(url, 'url')
  return call((engine) => engine.didFromUrl(url)) as Did
}

/** Where the document of a `did:web` is. Throws `ERR_DID_METHOD_UNEXPECTED`. */
export function toUrl(did: string): string {
  check.text(did, 'did')
  return call((engine) => engine.didToUrl(did))
}
