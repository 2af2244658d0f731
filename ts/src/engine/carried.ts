/**
 * The parts of the engine that JavaScript carries itself, for `countersign/inline` and its subpaths.
 *
 * @module
 */

import { CountersignError } from '../errors.js'
import type { Part } from '../generated/parts.js'

/** Gzip in base64, in rows, so that no tool prints all of it with an error. */
const texts = new Map<Part, string>()

/** Adds parts. */
export function carry(parts: Partial<Record<Part, string>>): void {
  for (const [part, text] of Object.entries(parts)) texts.set(part as Part, text)
}

/** The text of a part that is carried. */
export function carriedText(part: Part): string | undefined {
  return texts.get(part)
}

/** All parts that are carried. */
export function carriedParts(): readonly Part[] {
  return [...texts.keys()]
}

/** Throws `ERR_PART_MISSING` unless all of these are carried. */
export function needCarried(parts: readonly Part[]): void {
  const missing = parts.find((part) => !texts.has(part))
  if (missing === undefined) return
  const cure =
    'import countersign/inline, the subpath of it that has the part, or countersign/inline/all'
  throw new CountersignError('ERR_PART_MISSING', `no import carries the part ${missing}: ${cure}`, {
    member: missing,
  })
}
