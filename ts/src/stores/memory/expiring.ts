/**
 * What is kept in memory until a time: tickets, counts of senders, documents.
 *
 * @internal
 * @module
 */

import type { Documents, Rates, Tickets } from '../backend.js'

/** Values by name, of which at most `limit` are there. */
class Expiring<T> {
  readonly #entries = new Map<string, { readonly value: T; readonly until: number }>()
  readonly #limit: number
  readonly #now: () => number

  constructor(limit: number, now: () => number) {
    this.#limit = limit
    this.#now = now
  }

  get(name: string): T | undefined {
    const entry = this.#entries.get(name)
    return entry !== undefined && entry.until > this.#now() ? entry.value : undefined
  }

  /** Whether there was room. */
  set(name: string, value: T, until: number): boolean {
    const hasPlace = () => this.#entries.has(name) || this.#entries.size < this.#limit
    if (!hasPlace())
      for (const other of this.#entries.keys())
        if (this.get(other) === undefined) this.#entries.delete(other)
    if (!hasPlace()) return false
    this.#entries.set(name, { value, until })
    return true
  }

  delete(name: string): void {
    this.#entries.delete(name)
  }
}

export function memoryTickets(limit: number, now: () => number): Tickets {
  const tickets = new Expiring<Uint8Array>(limit, now)
  return {
    async put(id, ticket, until) {
      if (tickets.get(id) !== undefined || until <= now()) return 'known'
      return tickets.set(id, ticket, until) ? 'new' : 'full'
    },
    find: async (id) => tickets.get(id),
    async take(id) {
      const ticket = tickets.get(id)
      tickets.delete(id)
      return ticket
    },
  }
}

export function memoryRates(limit: number, now: () => number): Rates {
  const counts = new Expiring<{ used: number }>(limit, now)
  return {
    async count(sender, { most, seconds }) {
      const count = counts.get(sender)
      if (count === undefined)
        return counts.set(sender, { used: 1 }, now() + seconds) ? 'new' : 'full'
      if (count.used >= most) return 'known'
      count.used += 1
      return 'new'
    },
  }
}

export function memoryDocuments(limit: number, now: () => number): Documents {
  const documents = new Expiring<string>(limit, now)
  return {
    find: async (did) => documents.get(did),
    keep: async (did, text, seconds) =>
      documents.set(did, text, now() + seconds) ? 'new' : 'full',
    async forget(did) {
      documents.delete(did)
      return 'new'
    },
  }
}
