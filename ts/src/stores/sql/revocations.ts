/**
 * Revocations in SQL: a row for each grant and key that took it back.
 *
 * @internal
 * @module
 */

import type { Revocations } from '../backend.js'
import { keys, type Sql, textIn, toBytes } from './types.js'

const isKnown = 'select 1 from @revocations where grant_id = key(?1) and signer = key(?2)'

const add = (
  limit: number,
) => `insert into @revocations as old (grant_id, signer, effective, record)
select key(?1), key(?2), cast(?3 as whole), cast(?4 as bytes)
where (select count(*) from @revocations) < ${limit} or exists (${isKnown})
on conflict (grant_id, signer) do update set effective = excluded.effective, record = excluded.record
where old.effective > excluded.effective
returning 'new' as verdict`

export function sqlRevocations(sql: Sql, limit: number): Revocations {
  return {
    async add({ grant, signer, effective, text }) {
      const key = [toBytes(grant), toBytes(signer)]
      const [row] = await sql.ask(add(limit), [...key, effective, toBytes(text)])
      if (row !== undefined) return row['verdict']
      const known = await sql.ask(isKnown, key)
      return known.length > 0 ? 'known' : 'full'
    },
    async find(grants) {
      if (grants.length === 0) return []
      const rows = await sql.ask(
        `select record from @revocations where grant_id in (${keys(grants.length, 1)})`,
        grants.map(toBytes),
      )
      return rows.map(({ record }) => textIn(record))
    },
  }
}
