/**
 * A shared secret in the place of a key (`hmac-sha256`).
 *
 * @module
 */

import * as check from '../check.js'
import { members } from '../shape.js'

/**
 * A secret of at least 32 bytes that both sides have, such as one exported from a session. Whoever can
 * check its signatures can make them: it proves nothing to a third party.
 */
export type Shared = { readonly secret: Uint8Array }

/** The secret of a value that is a {@link Shared}. @internal */
export function secretOf(value: unknown, name: string): Uint8Array | undefined {
  const { secret } = members(value, name, ['secret'])
  return secret === undefined ? undefined : check.bytes(secret, `${name}.secret`)
}
