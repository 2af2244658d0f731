/**
 * Tiles and checkpoints in SQL: one row for a tile, which grows.
 *
 * @internal
 * @module
 */

import type { Tiles } from '../backend.js'
import { bytesIn, type Sql, textIn, toBytes } from './types.js'
import { verdictIn } from './verdict.js'

// Of the two, the shorter must be the beginning of the longer.
const write = `insert into @tiles as old (log, place, hashes) values (key(?1), key(?2), cast(?3 as bytes))
on conflict (log, place) do update
set hashes = case when length(old.hashes) > length(excluded.hashes) then old.hashes else excluded.hashes end
where substr(old.hashes, 1, length(excluded.hashes)) = substr(excluded.hashes, 1, length(old.hashes))
returning 'new' as verdict`

const read = 'select hashes from @tiles where log = key(?1) and place = key(?2)'

const publish = `insert into @checkpoints as old (log, size, root, note)
values (key(?1), cast(?2 as whole), cast(?3 as bytes), cast(?4 as bytes))
on conflict (log) do update set size = excluded.size, root = excluded.root, note = excluded.note
where excluded.size > old.size or (excluded.size = old.size and excluded.root = old.root)
returning 'new' as verdict`

const stored = `select size, root, note from @checkpoints where log = key(?1)`

export function sqlTiles(sql: Sql): Tiles {
  return {
    async read(log, place) {
      const [row] = await sql.ask(read, [toBytes(log), toBytes(place)])
      return row && (bytesIn(row['hashes']) ?? row)
    },
    async write(log, place, hashes) {
      return verdictIn(await sql.ask(write, [toBytes(log), toBytes(place), hashes]), 'fork')
    },
    async publish(log, { size, root, note }) {
      const name = toBytes(log)
      const [row] = await sql.ask(publish, [name, size, toBytes(root), toBytes(note)])
      if (row !== undefined) return row['verdict']
      // It did not take the place of the stored one, which is of a tree as large at least.
      const [old] = await sql.ask(stored, [name])
      return Number(old?.['size']) === size ? 'fork' : 'known'
    },
    async latest(log) {
      const [row] = await sql.ask(stored, [toBytes(log)])
      return row && (textIn(row['note']) ?? row)
    },
  }
}
