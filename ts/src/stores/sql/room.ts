/**
 * The room of a table whose rows expire: it is swept and counted every ten seconds, by the calls that use it.
 *
 * @internal
 * @module
 */

import { grace } from '../backend.js'
import { type Sql, textIn } from './types.js'

/** How often a table is looked at, in milliseconds. */
const interval = 10_000
/** How many rows are deleted at once: others wait for no longer than that takes. */
const step = 1_000
/** How many steps a call may make. */
const steps = 100

/** A table, its key, and how many rows it may have; of one sender, if it says whose they are. */
export type RoomOf = {
  readonly table: string
  readonly key: string
  readonly limit: number
  readonly share?: number
}

/** Knows whether a table is full. */
export class Room {
  readonly #sql: Sql
  readonly #sweep: string
  readonly #count: string
  readonly #crowds: string
  readonly #limit: number
  readonly #share: number
  /** Senders who have their share. */
  #crowding: ReadonlySet<string> = new Set()
  #full = false
  #next = 0

  constructor(sql: Sql, { table, key, limit, share = Number.POSITIVE_INFINITY }: RoomOf) {
    const over = `until <= now() - ${grace}`
    this.#sql = sql
    this.#limit = limit
    this.#share = share
    this.#sweep = `delete from @${table} where ${key} in (select ${key} from @${table} where ${over} order by until limit ${step} skip locked) returning 1 as gone`
    this.#count = `select count(*) as count from (select 1 from @${table} limit ${limit}) as rows`
    this.#crowds = `select sender from @${table} where length(sender) > 0 group by sender having count(*) >= ${share}`
  }

  /** Whether there is room for no more, as of the last look. The call that looks waits; the others do not. */
  async isFull(): Promise<boolean> {
    const time = performance.now()
    if (time < this.#next) return this.#full
    this.#next = time + interval
    try {
      await this.sweep()
      await this.#look()
    } catch (error) {
      // What was seen before says nothing any more: the next call looks.
      this.#next = 0
      throw error
    }
    return this.#full
  }

  /** Whether a sender has its share, as of the last look. */
  isCrowdedBy(sender: string): boolean {
    return this.#crowding.has(sender)
  }

  async #look(): Promise<void> {
    const [row] = await this.#sql.ask(this.#count, [])
    const count = Number(row?.['count'])
    if (!Number.isSafeInteger(count)) throw new TypeError('a table was counted, to no number')
    this.#full = count >= this.#limit
    // As long as all have less, so has each.
    const rows = count >= this.#share ? await this.#sql.ask(this.#crowds, []) : []
    this.#crowding = new Set(rows.map(({ sender }) => textIn(sender) ?? ''))
  }

  /** Deletes what is over, step by step. */
  async sweep(): Promise<number> {
    let swept = 0
    for (let count = 0; count < steps; count += 1) {
      const { length } = await this.#sql.ask(this.#sweep, [])
      swept += length
      if (length < step) break
    }
    return swept
  }
}
