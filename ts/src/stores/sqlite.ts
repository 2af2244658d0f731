/**
 * {@link Stores} in SQLite: one file, for the processes of one machine.
 *
 * @module
 */

import * as check from '../check.js'
import { type Fields, members, shape } from '../shape.js'
import { storesOn } from './open.js'
import { storeFields } from './options.js'
import { retrying } from './sql/retry.js'
import { Refused, type Row, translator, type Value } from './sql/types.js'
import { type SqlDatabase, sqlBackend } from './sql.js'
import type { StoreOptions, Stores } from './types.js'

/** What is used of a `DatabaseSync` of `node:sqlite`. */
export type NodeDatabase = {
  exec(script: string): void
  prepare(statement: string): { all(values: Record<string, Value>): unknown[] }
}

/** What is used of a client of `@libsql/client`. */
export type LibsqlClient = {
  execute(statement: {
    sql: string
    args: Record<string, Value>
  }): Promise<{ readonly rows: unknown }>
  executeMultiple(script: string): Promise<void>
}

/**
 * Stores in SQLite. What was acknowledged survives the end of the process and of the machine: the file is written and
 * synced before.
 *
 * The database should be theirs alone: they set its journal to WAL, `synchronous` to FULL, and how long SQLite itself
 * waits for others to 20 ms, because `DatabaseSync` does nothing else meanwhile.
 *
 * @example
 * ```ts no-run: Node 20 has no node:sqlite
 * const stores = sqliteStores(new DatabaseSync('verifier.db'))
 * await stores.migrate()
 * ```
 *
 * @param database - A `DatabaseSync` of `node:sqlite` (Node 22.5 or newer), or a client of `@libsql/client` over a file.
 * @throws `ERR_ARGUMENT` for a database that is none.
 */
export function sqliteStores(
  database: NodeDatabase | LibsqlClient,
  options: StoreOptions = {},
): Stores {
  const read = readOptions(options)
  const { ask, run } = isLibsql(database) ? overLibsql(database) : overNode(database)
  return storesOn(sqlBackend(sqlite(ask, run, read), read), read)
}

const readOptions = shape(storeFields satisfies Fields<StoreOptions>)

/** A file that SQLite has said to be written is on the disk. */
const pragmas = 'pragma journal_mode = wal; pragma synchronous = full; pragma busy_timeout = 20;'

type Ask = (sql: string, values: Record<string, Value>) => Promise<readonly Row[]>
type Run = (script: string) => Promise<void>
type Clock = { readonly timeout: number; readonly now: (() => number) | undefined }

function sqlite(ask: Ask, run: Run, { timeout, now }: Clock): SqlDatabase {
  const patiently = <T>(work: () => Promise<T>) => retrying(work, isBusy, timeout)
  const translate = translator(dialect(now), 'countersign_')
  let ready: Promise<void> | undefined
  const prepare = () => {
    ready ??= patiently(() => run(pragmas)).catch((error) => {
      ready = undefined
      throw error
    })
    return ready
  }
  const sql = {
    translate,
    async ask(statement: string, values: readonly Value[]) {
      await prepare()
      const text = translate(statement).replaceAll('@now@', () => String(now?.()))
      const named = Object.fromEntries(values.map((value, index) => [`p${index + 1}`, value]))
      return patiently(() => refusing(ask(text, named)))
    },
  }
  return {
    sql,
    async run(script) {
      await prepare()
      await patiently(() => run(script))
    },
    alone: (script) => `begin immediate;\n${script}\ncommit;`,
    inspect: async () => [],
  }
}

const dialect = (now: unknown) => ({
  key: (value: string) => value,
  value: (index: string) => `:p${index}`,
  now: now === undefined ? 'unixepoch()' : '@now@',
  bytes: 'blob',
  whole: 'integer',
  skipLocked: '',
})

function overNode(database: NodeDatabase): { ask: Ask; run: Run } {
  const { exec, prepare } = members(database, 'database', ['exec', 'prepare'])
  check.callable(exec, 'database.exec')
  check.callable(prepare, 'database.prepare')
  const statements = new Map<string, ReturnType<NodeDatabase['prepare']>>()
  return {
    async ask(text, values) {
      const statement = statements.get(text) ?? database.prepare(text)
      if (statements.size < 64) statements.set(text, statement)
      return statement.all(values) as Row[]
    },
    async run(script) {
      try {
        database.exec(script)
      } catch (error) {
        // A script that fails half-way leaves its transaction open.
        if (script.startsWith('begin')) undo(() => database.exec('rollback'))
        throw error
      }
    },
  }
}

function overLibsql(client: LibsqlClient): { ask: Ask; run: Run } {
  return {
    async ask(sql, args) {
      const { rows } = await client.execute({ sql, args })
      return rows as readonly Row[]
    },
    async run(script) {
      await client.executeMultiple(script)
    },
  }
}

function undo(rollback: () => void): void {
  try {
    rollback()
  } catch {
    // It had not begun.
  }
}

function isLibsql(database: NodeDatabase | LibsqlClient): database is LibsqlClient {
  const { execute, executeMultiple } = members(database, 'database', ['execute', 'executeMultiple'])
  return typeof execute === 'function' && typeof executeMultiple === 'function'
}

/** Turns what a `check` of a table refused into {@link Refused}. */
async function refusing(rows: Promise<readonly Row[]>): Promise<readonly Row[]> {
  try {
    return await rows
  } catch (error) {
    throw isCheck(error) ? new Refused() : error
  }
}

/** `SQLITE_CONSTRAINT_CHECK` is 275, and `SQLITE_BUSY` 5 in the last eight bits. */
type SqliteError = { errcode?: number; rawCode?: number; code?: string; message?: string }

function isCheck(error: unknown): boolean {
  const { errcode, rawCode, code, message } = (error ?? {}) as SqliteError
  if (errcode === 275 || rawCode === 275) return true
  return code === 'SQLITE_CONSTRAINT_CHECK' || /CHECK constraint failed/.test(message ?? '')
}

function isBusy(error: unknown): boolean {
  const { errcode, rawCode, code } = (error ?? {}) as SqliteError
  const number = errcode ?? rawCode
  return (number !== undefined && (number & 0xff) === 5) || /^SQLITE_BUSY/.test(code ?? '')
}
