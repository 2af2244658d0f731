// Puts every store through its contract and the faults of its database, each in real processes and over real servers,
// and prints a line for each.
//
// Run: npm run check -- --only stores
//      (dist-tools/stores/main.js [--only sqlite|libsql|postgres|redis] [--missing NAME=WHY])

import { parseArgs } from 'node:util'

import { embedded } from './faults/embedded.js'
import { postgres } from './faults/postgres.js'
import { redis } from './faults/redis.js'
import { end } from './report.js'

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    missing: { type: 'string', multiple: true, default: [] },
  },
})
const missing = new Map(
  values.missing.map((text) => text.split(/=(.*)/s).slice(0, 2) as [string, string]),
)
const why = (name: string) => missing.get(name) ?? 'it is not installed'

const stores: Record<string, () => Promise<void>> = {
  sqlite: () => embedded('sqlite'),
  libsql: () => embedded('libsql'),
  postgres: () => postgres(why('postgres')),
  redis: () => redis(why('redis')),
}

for (const [name, check] of Object.entries(stores))
  if (values.only?.includes(name) ?? true) await check()
end()
