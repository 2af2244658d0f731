/**
 * `countersign/log`: a log of receipts that only grows.
 *
 * @module
 */

import { wantFull } from '../engine/wanted.js'

export * as Log from '../log.js'

wantFull()
