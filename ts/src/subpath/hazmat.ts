/**
 * `countersign/hazmat`: parts without a safety net.
 *
 * @module
 */

import { wantFull } from '../engine/wanted.js'

export * from '../hazmat.js'

wantFull()
