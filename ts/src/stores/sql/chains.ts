/**
 * Receipts in SQL: a row for each, at its place in the chain.
 *
 * A neighbour that comes over another connection at the same moment is not seen, and so its link not compared; whoever
 * verifies the chain compares it.
 *
 * @internal
 * @module
 */

import type { Chains } from '../backend.js'
import { type Row, type Sql, textIn, toBytes } from './types.js'

const append = `insert into @receipts (chain, place, id, previous, record)
select key(?1), cast(?2 as whole), cast(?3 as bytes), cast(?4 as bytes), cast(?5 as bytes)
where not exists (select 1 from @receipts where chain = key(?1) and place = cast(?2 as whole) - 1 and id <> ?4)
and not exists (select 1 from @receipts where chain = key(?1) and place = cast(?2 as whole) + 1 and previous <> ?3)
on conflict (chain, place) do nothing
returning 'new' as verdict`

const same = 'select id from @receipts where chain = key(?1) and place = cast(?2 as whole)'

const from = `from @receipts where chain = key(?1) and place >= cast(?2 as whole)
order by place limit cast(?3 as whole)`

const last = `select place, id, (select amount from @chains where chain = key(?1)) as count
from @receipts where chain = key(?1) order by place desc limit 1`

export function sqlChains(sql: Sql): Chains {
  return {
    async append(chain, { index, id, previous, text }) {
      const place = [toBytes(chain), index]
      const values = [...place, toBytes(id), toBytes(previous), toBytes(text)]
      const [row] = await sql.ask(append, values)
      if (row !== undefined) return row['verdict']
      const [known] = await sql.ask(same, place)
      return known !== undefined && textIn(known['id']) === id ? 'known' : 'fork'
    },
    async read(chain, begin, count) {
      const rows = await sql.ask(`select place, record ${from}`, [toBytes(chain), begin, count])
      return rows.map((row) => [placeIn(row), textIn(row['record'])])
    },
    async indices(chain, begin, count) {
      const rows = await sql.ask(`select place ${from}`, [toBytes(chain), begin, count])
      return rows.map(placeIn)
    },
    async summary(chain) {
      const [row] = await sql.ask(last, [toBytes(chain)])
      if (row === undefined) return [0, []]
      return [Number(row['count']), [[placeIn(row), textIn(row['id'])]]]
    },
  }
}

/** Some clients give a number of 64 bits as text. */
function placeIn(row: Row): number {
  return Number(row['place'])
}
