/**
 * Tickets in SQL: of all who delete a row, one gets it.
 *
 * @internal
 * @module
 */

import type { Tickets } from '../backend.js'
import type { Room } from './room.js'
import { bytesIn, type Row, type Sql, toBytes } from './types.js'
import { verdictIn } from './verdict.js'

const put = `insert into @tickets as old (id, ticket, until)
select key(?1), cast(?2 as bytes), cast(?3 as whole) where cast(?3 as whole) > now()
on conflict (id) do update set ticket = excluded.ticket, until = excluded.until where old.until <= now()
returning 'new' as verdict`

const find = 'select ticket from @tickets where id = key(?1) and until > now()'

const take = `delete from @tickets where id = key(?1)
returning case when until > now() then ticket end as ticket`

export function sqlTickets(sql: Sql, room: Room): Tickets {
  return {
    async put(id, ticket, until) {
      if (await room.isFull()) return 'full'
      return verdictIn(await sql.ask(put, [toBytes(id), ticket, until]), 'known')
    },
    find: async (id) => ticketIn(await sql.ask(find, [toBytes(id)])),
    take: async (id) => ticketIn(await sql.ask(take, [toBytes(id)])),
  }
}

/** A ticket that is not there, or is over, is `null`; what is no ticket stays as it is, and makes no sense. */
function ticketIn([row]: readonly Row[]): unknown {
  const ticket = row?.['ticket']
  return bytesIn(ticket) ?? ticket
}
