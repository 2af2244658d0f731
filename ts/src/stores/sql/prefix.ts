/**
 * Names of tables that a caller may choose.
 *
 * @internal
 * @module
 */

import * as check from '../../check.js'

const pattern = /^(?:[a-z_][a-z0-9_]{0,30}\.)?[a-z_][a-z0-9_]{0,30}$/
const want = 'at most 31 of a-z, 0-9 and _, after a schema and a dot if any'

/** It becomes a part of each statement, so it may hold nothing that ends a name. */
export function prefix(value: unknown, name: string): string {
  const text = check.text(value, name)
  if (!pattern.test(text)) throw check.unfit(name, want, text)
  return text
}
