/**
 * Names of signature algorithms: what keys, signers and the hot lane share.
 *
 * @module
 */

import { algorithms } from './generated/keys.js'

export { algorithms }

/** A signature algorithm: curve and hash, always both; or a parameter set of ML-DSA. */
export type Algorithm = (typeof algorithms)[number]
