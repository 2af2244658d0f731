/**
 * The backend of SQL databases. Each decision is one statement, so that it holds as a whole or not at all, over
 * whatever connection it goes and without a transaction of ours.
 *
 * The statements are written once. In them `@name` is a table, `?1` a value, `key(?1)` the form of a text in a primary
 * key, `now()` the clock in Unix seconds, `bytes` and `whole` are types, and `count inserts` makes a trigger;
 * {@link Dialect} says what a database calls these.
 *
 * @internal
 * @module
 */

import type { Backend, Settings } from './backend.js'
import { sqlChains } from './sql/chains.js'
import { sqlCounts } from './sql/counts.js'
import { sqlDocuments } from './sql/documents.js'
import { markEach, markTogether, sqlMarks } from './sql/marks.js'
import { sqlRates } from './sql/rates.js'
import { sqlRevocations } from './sql/revocations.js'
import { Room } from './sql/room.js'
import { migrationsOf, version } from './sql/schema.js'
import { sqlTickets } from './sql/tickets.js'
import { sqlTiles } from './sql/tiles.js'
import type { Sql } from './sql/types.js'

/** What a SQL database adds to the statements. */
export type SqlDatabase = {
  readonly sql: Sql
  /** Runs a text of several statements as one. */
  run(script: string): Promise<unknown>
  /** Puts a migration into a transaction, of which one runs at a time. */
  alone(script: string): string
  /** Whether marks that come at once are one statement; else each is its own. */
  readonly marksTogether: boolean
  /** What is wrong with the database, in words. */
  inspect(): Promise<readonly string[]>
}

export function sqlBackend(database: SqlDatabase, settings: Settings): Backend {
  const { sql, run, alone, inspect, marksTogether } = database
  const { limit, share, documents } = settings
  const rooms = {
    marks: new Room(sql, { table: 'marks', key: 'mark', limit, share }),
    uses: new Room(sql, { table: 'uses', key: 'id', limit }),
    rates: new Room(sql, { table: 'rates', key: 'sender', limit }),
    tickets: new Room(sql, { table: 'tickets', key: 'id', limit }),
    documents: new Room(sql, { table: 'documents', key: 'did', limit: documents }),
  }
  const migrations = migrationsOf(sql).map(alone)
  return {
    marks: sqlMarks(sql, rooms.marks, marksTogether ? markTogether(sql) : markEach(sql)),
    uses: sqlCounts(sql, rooms.uses),
    rates: sqlRates(sql, rooms.rates),
    revocations: sqlRevocations(sql, limit),
    tickets: sqlTickets(sql, rooms.tickets),
    receipts: sqlChains(sql),
    tiles: sqlTiles(sql),
    documents: sqlDocuments(sql, rooms.documents),
    migrations: () => migrations,
    async migrate() {
      for (const script of migrations) await run(script)
    },
    async sweep() {
      const swept = await Promise.all(Object.values(rooms).map((room) => room.sweep()))
      return swept.reduce((sum, count) => sum + count, 0)
    },
    async inspect() {
      const [row] = await sql.ask('select max(version) as version from @migrations', [])
      const found = Number(row?.['version'] ?? 0)
      const stale = `the tables have version ${found}, and these stores need ${version}: migrate`
      return [...(found === version ? [] : [stale]), ...(await inspect())]
    },
  }
}
