/**
 * The members of a ring as they cross the boundary.
 *
 * @internal
 * @module
 */

import { concat } from '../bytes.js'
import * as check from '../check.js'
import { CountersignError } from '../errors.js'
import { fromKeyBytes, keyBytes } from '../key.js'

/** Raw keys one after the other; the engine says what it does not take. @internal */
export function packRing(ring: unknown): { type: string; keys: Uint8Array } {
  const members = check.list(ring, 'ring')
  check.limit(members.length, maxMembers, 'ring')
  // Copied one by one: a getter of a later key could take away the memory of an earlier one.
  const keys = members.map((key, index) => fromKeyBytes(keyBytes(key, `ring[${index}]`)))
  const type = keys[0]?.type ?? 'Ed25519'
  const other = keys.find((key) => key.type !== type)
  if (other !== undefined)
    throw new CountersignError(
      'ERR_KEY_TYPE_MISMATCH',
      `a ring has keys of one type: ${type} and ${other.type} do not mix`,
      { want: type, got: other.type },
    )
  const size = keys.reduce((sum, { bytes }) => sum + bytes.length, 0)
  check.limit(size, check.maxBytes, 'ring')
  return { type, keys: concat(keys.map(({ bytes }) => bytes)) }
}

/** Far above what the engine takes, which has its own code. */
const maxMembers = 100_000
