/**
 * What to do about each code. The page of errors (`ts/docs/errors.md`) is written from this table.
 *
 * @internal
 * @module
 */

import { documents } from './advice/documents.js'
import type { AnyCode } from './advice/families.js'
import { host } from './advice/host.js'
import { identity } from './advice/identity.js'
import { keys } from './advice/keys.js'
import { profiles } from './advice/profiles.js'
import { protocols } from './advice/protocols.js'

export type { AnyCode }

/** One sentence or two for each code. */
const advice: Readonly<Record<AnyCode, string>> = {
  ...keys,
  ...documents,
  ...identity,
  ...protocols,
  ...profiles,
  ...host,
}

/** Every code, in the order of the alphabet. */
export const codes: readonly AnyCode[] = (Object.keys(advice) as AnyCode[]).sort()

/** What to do about an error with this code. */
export function adviceOn(code: AnyCode): string {
  return advice[code]
}

/** Whether a text is a code of this package. */
export function isCode(text: string): text is AnyCode {
  return Object.hasOwn(advice, text)
}
