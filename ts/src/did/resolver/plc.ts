/**
 * The logs of `did:plc`: a directory keeps them, and the core checks them from the first operation on.
 *
 * @internal
 * @module
 */

import { fetchDocument } from '../../http.js'
import type { Source } from './source.js'

/** @internal */
export const source: Source = {
  directory: 'https://plc.directory',
  async load(did, policy, directory) {
    const { bytes } = await fetchDocument(
      `${directory.replace(/\/+$/, '')}/${did}/log/audit`,
      policy,
    )
    return bytes
  },
}
