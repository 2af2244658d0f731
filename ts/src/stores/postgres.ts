/**
 * {@link Stores} in PostgreSQL, 12 or newer.
 *
 * @module
 */

import * as check from '../check.js'
import { type Fields, members, shape, withDefault } from '../shape.js'
import { storesOn } from './open.js'
import { storeFields, withShare } from './options.js'
import { prefix } from './sql/prefix.js'
import { retry } from './sql/retry.js'
import { addToCount, Refused, type Row, type Sql, translator } from './sql/types.js'
import { type SqlDatabase, sqlBackend } from './sql.js'
import type { Stores } from './types.js'

/** What is used of a pool of `pg`. A pool of pgbouncer will do, in any mode: every decision is one statement. */
export type PostgresPool = {
  query(query: PostgresQuery): Promise<{ readonly rows: readonly Row[] }>
}

/** A query as `pg` takes it; a text may hold several statements. */
export type PostgresQuery =
  | string
  | { readonly text: string; readonly values: unknown[]; readonly query_timeout: number }

/**
 * Stores in PostgreSQL. What was acknowledged survives `kill -9` and a restart. It survives the loss of the server only
 * on a standby that PostgreSQL waits for (`synchronous_standby_names`).
 *
 * @example
 * ```ts no-run: it needs a server
 * const stores = postgresStores(pool)
 * await stores.migrate()
 * const { replay, uses, status } = stores
 * ```
 *
 * @param pool - A `Pool` of `pg`. Handle its event `error`, or a connection that breaks while idle ends the process.
 * @throws `ERR_ARGUMENT` unless `pool` is a pool of `pg` and `prefix` a name.
 */
export function postgresStores(pool: PostgresPool, options: postgresStores.Options = {}): Stores {
  check.callable(members(pool, 'pool', ['query']).query, 'pool.query')
  const read = withShare(readOptions(options))
  const database = new Postgres(pool, read.prefix, read.timeout, read.now)
  return storesOn(sqlBackend(database.parts(), read), read)
}

const readOptions = shape({
  ...storeFields,
  prefix: withDefault(prefix, 'countersign_'),
} satisfies Fields<postgresStores.Options>)

export declare namespace postgresStores {
  type Options = import('./options.js').Options & {
    /** What the names of the tables begin with; a schema may stand before it. Default: `countersign_`. */
    readonly prefix?: string
  }
}

/** Statements that were undone for the sake of others: 40001 is a serialization failure, 40P01 a deadlock. */
const undone: ReadonlySet<unknown> = new Set(['40001', '40P01'])
const checkViolation = '23514'
/** Any number: of the advisory lock under which tables are made. */
const lock = 0x636f_756e

const serverClock = 'cast(floor(extract(epoch from clock_timestamp())) as bigint)'

const settings = `select pg_is_in_recovery() as standby,
current_setting('synchronous_commit') as commit, current_setting('fsync') as fsync`

/** A trigger is made once: to make it again would lock the table. */
function trigger(table: string, counts: string): string {
  return `create or replace function ${counts}_counted() returns trigger language plpgsql as $$ begin ${addToCount(counts)} return null; end $$;
do $$ begin if not exists (select 1 from pg_trigger where tgrelid = '${table}'::regclass and tgname = 'counted') then
create trigger counted after insert on ${table} for each row execute function ${counts}_counted();
end if; end $$;`
}

class Postgres {
  readonly #pool: PostgresPool
  readonly #timeout: number
  readonly #translate: (statement: string) => string
  readonly #now: (() => number) | undefined

  constructor(
    pool: PostgresPool,
    tables: string,
    timeout: number,
    now: (() => number) | undefined,
  ) {
    this.#pool = pool
    this.#timeout = timeout
    this.#now = now
    this.#translate = translator(
      {
        // A row of an index has at most 2,704 bytes, and a text of PostgreSQL no NUL.
        key: (value) => `sha256(cast(${value} as bytea))`,
        value: (index) => `$${index}`,
        now: now === undefined ? serverClock : '@now@',
        bytes: 'bytea',
        whole: 'bigint',
        skipLocked: ' for update skip locked',
        counted: trigger,
      },
      tables,
    )
  }

  parts(): SqlDatabase {
    const sql: Sql = {
      ask: (statement, values) => this.#ask(statement, values),
      translate: this.#translate,
    }
    return {
      sql,
      run: (script) => this.#pool.query(script),
      alone: (script) => `begin;\nselect pg_advisory_xact_lock(${lock});\n${script}\ncommit;`,
      // One commit, and one way there and back, for all of them.
      marksTogether: true,
      inspect: () => this.#inspect(),
    }
  }

  #ask(statement: string, values: readonly unknown[]): Promise<readonly Row[]> {
    const text = this.#translate(statement).replaceAll('@now@', () => String(this.#now?.()))
    const query = { text, values: [...values], query_timeout: this.#timeout }
    return retry(() => this.#rows(query), isUndone, this.#timeout)
  }

  async #rows(query: PostgresQuery): Promise<readonly Row[]> {
    try {
      const { rows } = await this.#pool.query(query)
      return rows
    } catch (error) {
      throw codeOf(error) === checkViolation ? new Refused() : error
    }
  }

  async #inspect(): Promise<readonly string[]> {
    const [row] = await this.#ask(settings, [])
    const { standby, commit, fsync } = row ?? {}
    return [
      ...(standby === false ? [] : ['the server is a standby, which takes nothing']),
      ...(commit === 'off' ? ['synchronous_commit is off: a crash loses what was accepted'] : []),
      ...(fsync === 'off' ? ['fsync is off: a crash of the machine loses what was accepted'] : []),
    ]
  }
}

function isUndone(error: unknown): boolean {
  return undone.has(codeOf(error))
}

function codeOf(error: unknown): unknown {
  return (error as { code?: unknown } | null)?.code
}
