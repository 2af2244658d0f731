/**
 * Counts of senders in SQL: a row for each, with the end of its window. One that is over begins anew.
 *
 * @internal
 * @module
 */

import type { Rates } from '../backend.js'
import type { Room } from './room.js'
import { type Sql, toBytes } from './types.js'
import { verdictIn } from './verdict.js'

const count = `insert into @rates as old (sender, used, until) values (key(?1), 1, now() + cast(?3 as whole))
on conflict (sender) do update set used = case when old.until <= now() then 1 else old.used + 1 end,
until = case when old.until <= now() then excluded.until else old.until end
where old.until <= now() or old.used < cast(?2 as whole)
returning 'new' as verdict`

const isKnown = 'select 1 from @rates where sender = key(?1)'

export function sqlRates(sql: Sql, room: Room): Rates {
  return {
    async count(sender, { most, seconds }) {
      const name = toBytes(sender)
      if ((await room.isFull()) && (await sql.ask(isKnown, [name])).length === 0) return 'full'
      return verdictIn(await sql.ask(count, [name, most, seconds]), 'known')
    },
  }
}
