/**
 * The parts of the engine that the imported subpaths call: `init()` fetches them with no word from the caller.
 *
 * @module
 */

import type { Part } from '../generated/parts.js'

const wanted = new Set<Part>()

/** Says that a subpath was imported whose functions are in these parts. */
export function want(...parts: readonly Part[]): void {
  for (const part of parts) wanted.add(part)
}

/** The parts of all that was imported. */
export function wantedParts(): readonly Part[] {
  return [...wanted]
}
