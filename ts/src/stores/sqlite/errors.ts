/**
 * Errors of SQLite, as `node:sqlite` gives them.
 *
 * @internal
 * @module
 */

/** `SQLITE_CONSTRAINT_CHECK`: the `check` of a table refused a statement. */
export function isCheck(error: unknown): boolean {
  return codeOf(error) === 275
}

/** `SQLITE_BUSY`, 5 in the last eight bits: somebody else writes. */
export function isBusy(error: unknown): boolean {
  return (codeOf(error) & 0xff) === 5
}

function codeOf(error: unknown): number {
  return Number((error as { errcode?: unknown } | null)?.errcode ?? 0)
}
