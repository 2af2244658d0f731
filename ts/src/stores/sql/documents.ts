/**
 * Documents of DIDs in SQL: a row for each.
 *
 * @internal
 * @module
 */

import type { Documents } from '../backend.js'
import type { Room } from './room.js'
import { type Sql, textIn, toBytes } from './types.js'
import { verdictIn } from './verdict.js'

const keep = `insert into @documents as old (did, document, until)
values (key(?1), cast(?2 as bytes), now() + cast(?3 as whole))
on conflict (did) do update set document = excluded.document, until = excluded.until
returning 'new' as verdict`

const find = 'select document from @documents where did = key(?1) and until > now()'

const forget = 'delete from @documents where did = key(?1)'

export function sqlDocuments(sql: Sql, room: Room): Documents {
  return {
    async find(did) {
      const [row] = await sql.ask(find, [toBytes(did)])
      return row && (textIn(row['document']) ?? row)
    },
    async keep(did, text, seconds) {
      if (await room.isFull()) return 'full'
      return verdictIn(await sql.ask(keep, [toBytes(did), toBytes(text), seconds]), 'full')
    },
    async forget(did) {
      await sql.ask(forget, [toBytes(did)])
      return 'new'
    },
  }
}
