/**
 * {@link Stores} in SQLite: one file, for the processes of one machine.
 *
 * @module
 */

import * as check from '../check.js'
import { type Fields, members, shape } from '../shape.js'
import type { Settings } from './backend.js'
import { storesOn } from './open.js'
import { storeFields, withShare } from './options.js'
import { addToCount, type Dialect, type Row, translator, type Value } from './sql/types.js'
import { type SqlDatabase, sqlBackend } from './sql.js'
import { type Connection, Lane, type Transaction } from './sqlite/lane.js'
import type { Stores } from './types.js'

/** What is used of a `DatabaseSync` of `node:sqlite`. */
export type NodeDatabase = {
  readonly isTransaction: boolean
  exec(script: string): void
  prepare(statement: string): { all(values: Record<string, Value>): unknown[] }
}

/**
 * Stores in SQLite. What was acknowledged survives the end of the process and of the machine: the file is synced before.
 * Decisions that come at once are synced together.
 *
 * The database must be theirs alone: transactions are begun on it, its journal is set to WAL, `synchronous` to FULL, and
 * the time that SQLite itself waits for others to 20 ms, because `DatabaseSync` does nothing else meanwhile.
 *
 * @example
 * ```ts no-run: Node 20 has no node:sqlite
 * const stores = sqliteStores(new DatabaseSync('verifier.db'))
 * await stores.migrate()
 * ```
 *
 * @param database - A `DatabaseSync` of `node:sqlite` (Node 22.16, 24 or newer).
 * @throws `ERR_ARGUMENT` unless `database` is a `DatabaseSync`.
 */
export function sqliteStores(database: NodeDatabase, options: sqliteStores.Options = {}): Stores {
  const read = withShare(readOptions(options))
  return storesOn(sqlBackend(sqlite(overNode(database), read), read), read)
}

const readOptions = shape(storeFields satisfies Fields<sqliteStores.Options>)

export declare namespace sqliteStores {
  type Options = import('./options.js').Options
}

function sqlite(connection: Connection, { timeout, now }: Settings): SqlDatabase {
  const translate = translator(dialect(now), 'countersign_')
  const lane = new Lane(connection, timeout)
  return {
    sql: {
      translate,
      ask(statement, values) {
        const text = translate(statement).replaceAll('@now@', () => String(now?.()))
        const named = values.map((value, index) => [`p${index + 1}`, bound(value)] as const)
        return lane.ask(text, Object.fromEntries(named))
      },
    },
    run: (script) => lane.run(script),
    alone: (script) => `begin immediate;\n${script}\ncommit;`,
    // The lane puts them into one transaction.
    marksTogether: false,
    inspect: async () => [],
  }
}

/** Node 22 makes NULL of a view without bytes that stands over no memory, as an encoder gives for no text. */
function bound(value: Value): Value {
  return ArrayBuffer.isView(value) && value.byteLength === 0 ? nothing : value
}

const nothing = new Uint8Array(1).subarray(0, 0)

function dialect(now: unknown): Dialect {
  return {
    key: (value) => value,
    value: (index) => `:p${index}`,
    now: now === undefined ? 'unixepoch()' : '@now@',
    bytes: 'blob',
    whole: 'integer',
    skipLocked: '',
    counted: (table, counts) =>
      `create trigger if not exists ${counts}_counted after insert on ${table} begin ${addToCount(counts)} end;`,
  }
}

/** How many statements are kept ready. */
const mostStatements = 64

function overNode(database: NodeDatabase): Connection {
  const { exec, prepare } = members(database, 'database', ['exec', 'prepare'])
  check.callable(exec, 'database.exec')
  check.callable(prepare, 'database.prepare')
  const statements = new Map<string, ReturnType<NodeDatabase['prepare']>>()
  const transaction: Transaction = {
    ask(text, values) {
      const statement = statements.get(text) ?? database.prepare(text)
      if (statements.size < mostStatements) statements.set(text, statement)
      return statement.all(values) as Row[]
    },
    commit: () => database.exec('commit'),
    rollback: () => database.exec('rollback'),
  }
  return {
    begin() {
      database.exec('begin immediate')
      return transaction
    },
    run: (script) => runScript(database, script),
  }
}

/** A script that fails half-way leaves its transaction open. */
function runScript(database: NodeDatabase, script: string): void {
  try {
    database.exec(script)
  } catch (error) {
    if (database.isTransaction) database.exec('rollback')
    throw error
  }
}
