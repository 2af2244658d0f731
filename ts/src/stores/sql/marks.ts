/**
 * Marks in SQL: a row is a mark. Of many that insert it, the primary key lets one.
 *
 * @internal
 * @module
 */

import type { Marks } from '../backend.js'
import type { Room } from './room.js'
import { type Sql, toBytes } from './types.js'

const mark = `insert into @marks as old (mark, until)
select key(?1), cast(?2 as whole) where cast(?2 as whole) > now()
on conflict (mark) do update set until = excluded.until where old.until <= now()
returning 'new' as verdict`

const known = `select 'known' as verdict from @marks
where (mark = key(?1) and until > now()) or cast(?2 as whole) <= now() limit 1`

export function sqlMarks(sql: Sql, room: Room): Marks {
  return {
    async mark(text, until) {
      const values = [toBytes(text), until]
      const isFull = await room.isFull()
      const [row] = await sql.ask(isFull ? known : mark, values)
      return row?.['verdict'] ?? (isFull ? 'full' : 'known')
    },
  }
}
