/**
 * `countersign/hpke`: hybrid public key encryption (RFC 9180).
 *
 * @module
 */

import { wantFull } from '../engine/wanted.js'

export * as Hpke from '../hpke.js'

wantFull()
