/**
 * How options of signing and verifying are read, for every profile and host.
 *
 * @internal
 * @module
 */

import * as check from '../check.js'
import { digestHashes } from '../generated/names.js'
import { checkStore } from '../replay.js'
import { anything, type Field, optional, shape, withDefault } from '../shape.js'
import { skew } from '../skew.js'
import { type Purpose, purposes } from '../trust.js'
import type { VerifySettings } from './accept.js'
import { bodyLimit } from './body.js'
import type { SignSettings } from './make.js'
import type { PlainRequest } from './message.js'

/** Fields that give the members of `T` as they are. */
export type FieldsOf<T> = { readonly [Name in keyof Required<T>]: Field<T[Name]> }

/** A list of texts. */
const texts: Field<readonly string[]> = (value, name) =>
  check.list(value, name).map((item, index) => check.text(item, `${name}[${index}]`))

/** What `usual` reads, or `false`. */
export function orFalse<T>(usual: Field<T>): Field<T | false> {
  return (value, name) => (value === false ? false : usual(value, name))
}

/** A message that {@link messageText} will read. */
const message = anything as Field<Request | PlainRequest | undefined>

/** The fields of {@link VerifySettings}. Ranges of numbers are checked in the engine. */
export const verifyFields: FieldsOf<VerifySettings> = {
  origin: optional(check.text),
  request: message,
  label: optional(check.text),
  tag: optional(check.text),
  required: optional(texts),
  allowUncoveredBody: optional(check.boolean),
  allowMissingCreated: optional(check.boolean),
  requireExpires: optional(check.boolean),
  requireNonce: optional(check.boolean),
  maxAge: optional(check.integer),
  maxLifetime: optional(check.integer),
  maxChecks: optional(check.safeInteger),
  skew,
  algorithms: optional(texts),
  purpose: optional<Purpose>((value, name) => check.oneOf(value, name, purposes)),
  replay: optional(checkStore),
  bodyLimit: withDefault(check.integer, bodyLimit),
  now: optional(check.seconds),
}

/** Reads options of verifying. */
export const readVerify: (options: unknown) => VerifySettings = shape(verifyFields)

/** Options of verifying, all at their defaults. */
export const verifyDefaults: VerifySettings = readVerify(undefined)

/** The fields of {@link SignSettings}. */
export const signFields: FieldsOf<SignSettings> = {
  keyid: optional(check.text),
  components: optional(texts),
  created: optional(orFalse(check.seconds)),
  expires: optional(check.seconds),
  nonce: optional(orFalse(check.text)),
  tag: optional(check.text),
  label: optional(check.text),
  includeAlgorithm: optional(check.boolean),
  digest: optional((value, name) => check.oneOf(value, name, digestHashes)),
  request: message,
  origin: optional(check.text),
  bodyLimit: withDefault(check.integer, bodyLimit),
}

/** Reads options of signing. */
export const readSign: (options: unknown) => SignSettings = shape(signFields)

/** The fields without those of `names`, which the caller may not set. */
export function without<T extends object, const Name extends keyof T>(
  fields: T,
  ...names: readonly Name[]
): Omit<T, Name> {
  const all = Object.entries(fields).filter(([name]) => !names.includes(name as Name))
  return Object.fromEntries(all) as Omit<T, Name>
}
