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

/** An allowed difference that crosses as a number of its own. In a text of options it may be left out. */
export const skew: Field<number> = withDefault(check.safeInteger, defaultSkew)
