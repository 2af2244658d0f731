/**
 * How far two honest clocks may differ. The core has the range: `rust/core/src/time.rs`.
 *
 * @internal
 * @module
 */

import * as check from './check.js'
import { defaultSkew, maxSkew } from './generated/time.js'
import { type Field, withDefault } from './shape.js'

export { defaultSkew, maxSkew }

/** The difference that is allowed, in seconds. */
export const skew: Field<number> = withDefault(check.safeInteger, defaultSkew)
