/**
 * Errors of SQLite, as `node:sqlite` and `@libsql/client` give them.
 *
 * @internal
 * @module
 */

type SqliteError = { errcode?: number; rawCode?: number; code?: string; message?: string }

/** `SQLITE_CONSTRAINT_CHECK`: the `check` of a table refused a statement. */
export function isCheck(error: unknown): boolean {
  const { errcode, rawCode, message } = (error ?? {}) as SqliteError
  return errcode === 275 || rawCode === 275 || /CHECK constraint failed/.test(message ?? '')
}

/** `SQLITE_BUSY`, 5 in the last eight bits: somebody else writes. */
export function isBusy(error: unknown): boolean {
  const { errcode, rawCode, code } = (error ?? {}) as SqliteError
  const number = errcode ?? rawCode
  return (number !== undefined && (number & 0xff) === 5) || /^SQLITE_BUSY/.test(code ?? '')
}
