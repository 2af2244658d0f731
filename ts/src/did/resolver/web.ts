/**
 * The documents of `did:web`: each is at the URL that the DID names.
 *
 * @internal
 * @module
 */

import { fetchDocument } from '../../http.js'
import { toUrl } from '../web.js'
import { documentTypes, type Source } from './source.js'

/** @internal */
export const source: Source = {
  async load(did, policy) {
    const { bytes } = await fetchDocument(toUrl(did), policy, documentTypes)
    return bytes
  },
}
