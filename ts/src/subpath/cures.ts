/**
 * What to do about each error, for pages: importing it gives every error its `cure`. Elsewhere errors have it anyway.
 *
 * @module
 */

import { allCodes } from '../cures.js'
import type { Code, HostCode } from '../errors.js'

export { cureOf, helpOf, isCode } from '../cures.js'

/** Every code, in the order of the alphabet. */
export const codes: readonly (Code | HostCode)[] = allCodes()
