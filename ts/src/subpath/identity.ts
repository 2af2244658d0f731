/**
 * `countersign/identity`: keys at rest, derived, replaced; and what an identity proves about itself.
 *
 * @module
 */

import { wantFull } from '../engine/wanted.js'

export * as Identity from '../identity.js'

wantFull()
