/**
 * Counts in SQL. One statement counts all grants of a chain. The `check` of the table refuses the whole statement if one
 * of them is used up. Rows are locked in the order of their ids, so that no two statements wait for each other.
 *
 * @internal
 * @module
 */

import type { Count, Counts } from '../backend.js'
import type { Room } from './room.js'
import { keys, Refused, type Sql, toBytes, type Value } from './types.js'

export function sqlCounts(sql: Sql, room: Room): Counts {
  return {
    async count(uses) {
      const sorted = [...uses].sort((a, b) => (a.id < b.id ? -1 : 1))
      if ((await room.isFull()) && !(await areKnown(sql, sorted))) return 'full'
      try {
        const rows = await sql.ask(statement(sorted.length), sorted.flatMap(valuesOf))
        const counted = rows.filter(({ verdict }) => verdict === 'new')
        return counted.length === sorted.length ? 'new' : undefined
      } catch (error) {
        if (error instanceof Refused) return 'known'
        throw error
      }
    },
  }
}

function statement(count: number): string {
  const rows = Array.from(
    { length: count },
    (_, row) =>
      `(key(?${3 * row + 1}), 1, cast(?${3 * row + 2} as whole), cast(?${3 * row + 3} as whole))`,
  )
  return `insert into @uses as old (id, used, most, until) values ${rows.join(', ')}
on conflict (id) do update set used = old.used + 1
returning 'new' as verdict`
}

function valuesOf({ id, most, until }: Count): readonly Value[] {
  return [toBytes(id), most, until]
}

async function areKnown(sql: Sql, uses: readonly Count[]): Promise<boolean> {
  const rows = await sql.ask(
    `select 1 as known from @uses where id in (${keys(uses.length, 1)})`,
    uses.map(({ id }) => toBytes(id)),
  )
  return rows.length === uses.length
}
