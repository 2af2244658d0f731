/**
 * Tickets of sessions, each taken once.
 *
 * @internal
 * @module
 */

import * as check from '../check.js'
import { bytesOf, maybe, verdictOf } from './answers.js'
import type { Tickets } from './backend.js'
import { full, maxTicket, readName } from './bounds.js'
import type { Line } from './line.js'
import type { TicketStore } from './types.js'

export function ticketStore(line: Line, tickets: Tickets, limit: number): TicketStore {
  return {
    async put(id, ticket, expires) {
      const key = readName(id, 'id')
      const bytes = check.bytes(ticket, 'ticket').slice()
      const until = check.integer(expires, 'expires')
      check.limit(bytes.length, maxTicket, 'ticket')
      const verdict = await line.ask(
        () => tickets.put(key, bytes, until),
        verdictOf('new', 'known', 'full'),
      )
      if (verdict === 'full') throw full(limit)
      return verdict === 'new'
    },
    async find(id) {
      const key = readName(id, 'id')
      const [ticket] = await line.ask(() => tickets.find(key), maybe(bytesOf))
      return ticket
    },
    async take(id) {
      const key = readName(id, 'id')
      const [ticket] = await line.ask(() => tickets.take(key), maybe(bytesOf))
      return ticket
    },
  }
}
