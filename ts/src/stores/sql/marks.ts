/**
 * Marks in SQL: a row is a mark. Of many that insert it, the primary key lets one.
 *
 * @internal
 * @module
 */

import type { Marks } from '../backend.js'
import { Batches } from './batches.js'
import type { Room } from './room.js'
import { type Row, type Sql, toBytes, type Value } from './types.js'
import { verdictIn } from './verdict.js'

type Mark = readonly [mark: Uint8Array, until: number, sender: Uint8Array]

const columns = '(mark, until, sender)'
const unlessKnown = `on conflict (mark) do update set until = excluded.until, sender = excluded.sender
where old.until <= now()`

const mark = `insert into @marks as old ${columns}
select key(?1), cast(?2 as whole), cast(?3 as bytes) where cast(?2 as whole) > now()
${unlessKnown} returning 'new' as verdict`

const known = `select 'known' as verdict from @marks
where (mark = key(?1) and until > now()) or cast(?2 as whole) <= now() limit 1`

/** How to mark, where each mark is a statement. */
export function markEach(sql: Sql): (mark: Mark) => Promise<unknown> {
  return async (values) => verdictIn(await sql.ask(mark, values), 'known')
}

/** How to mark, where marks that come at once are one statement. */
export function markTogether(sql: Sql): (mark: Mark) => Promise<unknown> {
  const batches = new Batches<Mark, unknown>(
    async (marks) => verdictsIn(await sql.ask(markAll(marks.length), marks.flat()), marks.length),
    // A statement may not touch a row twice.
    ([text]) => String(text),
  )
  return (values) => batches.ask(values)
}

/** In the order of their keys, so that no two statements wait for each other. Gives the places of those that are new. */
function markAll(count: number): string {
  const rows = Array.from(
    { length: count },
    (_, place) =>
      `(${place}, key(?${3 * place + 1}), cast(?${3 * place + 2} as whole), cast(?${3 * place + 3} as bytes))`,
  )
  return `with asked (place, mark, until, sender) as (values ${rows.join(', ')}),
done as (insert into @marks as old ${columns} select mark, until, sender from asked where until > now() order by mark
${unlessKnown} returning mark)
select place from asked where mark in (select mark from done)`
}

/** For each place, whether it is among those that were given; nothing for any if these are not places, each once. */
function verdictsIn(rows: readonly Row[], count: number): readonly unknown[] {
  const marked = new Set(rows.map(({ place }) => Number(place)))
  const places: readonly number[] = Array.from({ length: count }, (_, place) => place)
  const found = places.filter((place) => marked.has(place))
  if (found.length !== rows.length) return places.map(() => undefined)
  return places.map((place) => (marked.has(place) ? 'new' : 'known'))
}

export function sqlMarks(
  sql: Sql,
  room: Room,
  ask: (mark: readonly [Uint8Array, number, Uint8Array]) => Promise<unknown>,
): Marks {
  const isKnown = async (values: readonly Value[]) => (await sql.ask(known, values)).length > 0
  return {
    async mark(text, until, sender) {
      const name = toBytes(text)
      const isFull = await room.isFull()
      if (!isFull && !room.isCrowdedBy(sender)) return ask([name, until, toBytes(sender)])
      if (await isKnown([name, until])) return 'known'
      return isFull ? 'full' : 'crowded'
    },
  }
}
