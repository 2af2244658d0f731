/**
 * How far two honest clocks may differ. The core has the range: `rust/core/src/time.rs`.
 *
 * @internal
 * @module
 */

import * as check from './check.js'
import { type Field, withDefault } from './shape.js'

/** How far two clocks may differ by default, in seconds. */
export const defaultSkew = 60

/** The most that the core allows, in seconds: after that, nothing that has expired is taken any more. */
export const maxSkew = 86_400

/** An allowed difference that crosses as a number of its own. In a text of options it may be left out. */
export const skew: Field<number> = withDefault(check.ranged, defaultSkew)
