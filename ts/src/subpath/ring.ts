/**
 * `countersign/ring`: linkable ring signatures.
 *
 * @module
 */

import { wantFull } from '../engine/wanted.js'

export * as Ring from '../ring.js'

wantFull()
