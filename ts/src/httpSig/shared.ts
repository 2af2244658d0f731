/**
 * A shared secret in the place of a key (`hmac-sha256`).
 *
 * @module
 */

import * as check from '../check.js'
import { type Fields, members, shape } from '../shape.js'

/**
 * A secret of at least 32 bytes that both sides have, such as one exported from a session. Whoever can
 * check its signatures can make them: it proves nothing to a third party.
 */
export type Shared = { readonly secret: Uint8Array }

/**
 * The secret of a value that is a {@link Shared}. A secret must stand alone: this package does not guess whether a key
 * or the secret is meant.
 *
 * @throws `ERR_ARGUMENT` for another member beside the secret.
 * @internal
 */
export function secretOf(value: unknown, name: string): Uint8Array | undefined {
  const { secret } = members(value, name, ['secret'])
  return secret === undefined ? undefined : shapeOfShared(value, name).secret
}

const shapeOfShared = shape({
  secret: (value, name) => check.bytes(value, name),
} satisfies Fields<Shared>)
