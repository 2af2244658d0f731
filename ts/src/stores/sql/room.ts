/**
 * The room of a table whose rows expire: it is swept and counted every ten seconds, by the calls that use it.
 *
 * @internal
 * @module
 */

import { grace } from '../backend.js'
import type { Sql } from './types.js'

/** How often a table is looked at, in milliseconds. */
const interval = 10_000
/** How many rows are deleted at once: others wait for no longer than that takes. */
const step = 1_000
/** How many steps a call may make. */
const steps = 100

/** Knows whether a table is full. */
export class Room {
  readonly #sql: Sql
  readonly #sweep: string
  readonly #count: string
  readonly #limit: number
  #full = false
  #next = 0

  constructor(sql: Sql, table: string, key: string, limit: number) {
    const over = `until <= now() - ${grace}`
    this.#sql = sql
    this.#limit = limit
    this.#sweep = `delete from @${table} where ${key} in (select ${key} from @${table} where ${over} order by until limit ${step} skip locked) returning 1 as gone`
    this.#count = `select count(*) as count from (select 1 from @${table} limit ${limit}) as rows`
  }

  /** Whether there is room for no more, as of the last look. The call that looks waits; the others do not. */
  async isFull(): Promise<boolean> {
    const time = performance.now()
    if (time < this.#next) return this.#full
    this.#next = time + interval
    await this.sweep()
    const [row] = await this.#sql.ask(this.#count, [])
    const count = Number(row?.['count'])
    if (!Number.isSafeInteger(count)) throw new TypeError('a table was counted, to no number')
    this.#full = count >= this.#limit
    return this.#full
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
