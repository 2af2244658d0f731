/**
 * Names of signature algorithms, which keys, signers and the fast calls share.
 *
 * @module
 */

import { algorithms } from './generated/keys.js'

export { algorithms }

/** A signature algorithm: curve and hash, always both; or a parameter set of ML-DSA. */
export type Algorithm = (typeof algorithms)[number]
