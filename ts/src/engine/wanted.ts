/**
 * What the subpaths that a page imports need of the engine: `init()` fetches it with no word from the caller.
 *
 * @internal
 * @module
 */

let full = false

/** Says that a subpath was imported whose functions only the full engine has. */
export function wantFull(): void {
  full = true
}

/** Tells whether such a subpath was imported. */
export function isFullWanted(): boolean {
  return full
}
