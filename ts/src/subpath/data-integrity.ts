/**
 * `countersign/data-integrity`: Data Integrity proofs of the W3C.
 *
 * @module
 */

import { wantFull } from '../engine/wanted.js'

export * as DataIntegrity from '../dataIntegrity.js'

wantFull()
