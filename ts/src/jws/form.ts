/**
 * How a signature is written down, beside the algorithm: shared by `Jws` and `JwsHmac`.
 *
 * @module
 */

import * as check from '../check.js'
import { print } from '../document.js'
import { jwsForms as forms } from '../generated/names.js'
import { type Field, withDefault } from '../shape.js'

export { forms }

/** A serialization. */
export type Form = (typeof forms)[number]

/** Options of every signature, as they cross to the engine. @internal */
export type Written = {
  readonly header: string
  readonly unprotected: string
  readonly form: Form
  readonly detached: boolean
}

/** The fields of {@link Written}. @internal */
export const writtenFields: { readonly [Name in keyof Written]: Field<Written[Name]> } = {
  header: withDefault(members, '{}'),
  unprotected: withDefault(members, '{}'),
  form: withDefault((value, name) => check.oneOf(value, name, forms), 'compact'),
  detached: withDefault(check.boolean, false),
}

function members(value: unknown, name: string): string {
  return print(check.record(value, name), name)
}
