/**
 * The sides of a session.
 *
 * @internal
 * @module
 */

import * as check from '../check.js'
import type { Field } from '../shape.js'

/** Which side this is. The two sides need different ones. */
export type Role = 'initiator' | 'responder'

/** Reads a {@link Role}. @internal */
export const role: Field<Role> = (value, name) =>
  check.oneOf(value, name, ['initiator', 'responder'])
