/**
 * How a document of another system is read: by our rules, or by its own with their holes.
 *
 * @module
 */

import * as check from './check.js'
import { type Field, withDefault } from './shape.js'

/** `strict` refuses what the other system lets through by mistake; `upstream` gives its verdicts. */
export type UpstreamReading = 'strict' | 'upstream'

/** Whether the reading is that of the other system. Default: `strict`. @internal */
export const isUpstream: Field<boolean> = withDefault(
  (value, name) => check.oneOf(value, name, ['strict', 'upstream']) === 'upstream',
  false,
)
