// Puts every store through its contract and the faults of its database, each in real processes and over real servers,
// and prints a line for each.
//
// Run: npm run check -- --only stores
//      (dist-tools/stores/main.js --postgres FOLDER --redis PROGRAM --valkey PROGRAM --s3 PROGRAM; `!WHY` in place of one
//      that is not there; `--only sqlite|files|postgres|redis|valkey|s3` for some)

import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { embedded } from './faults/embedded.js'
import { files } from './faults/files.js'
import { postgres } from './faults/postgres.js'
import { redis } from './faults/redis.js'
import { s3 } from './faults/s3.js'
import { end, notRun } from './report.js'
import { versionOf } from './servers/process.js'

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    postgres: { type: 'string', default: '!no path was given' },
    redis: { type: 'string', default: '!no path was given' },
    valkey: { type: 'string', default: '!no path was given' },
    s3: { type: 'string', default: '!no path was given' },
  },
})

const stores = {
  sqlite: embedded,
  files,
  postgres: () => withServer('PostgreSQL', values.postgres, postgres),
  redis: () =>
    withServer('Redis', values.redis, (path) => redis('redis', path, ['redis', 'ioredis'])),
  valkey: () => withServer('Valkey', values.valkey, (path) => redis('valkey', path, ['redis'])),
  s3: () => withServer('A server of S3', values.s3, s3),
}

for (const [name, check] of Object.entries(stores))
  if (values.only?.includes(name) ?? true) await check()
end()

async function withServer(
  name: string,
  path: string,
  check: (path: string) => Promise<void>,
): Promise<void> {
  if (path.startsWith('!')) return notRun(`${name}: ${path.slice(1)}`)
  console.log(`${name}: ${versionOf(name === 'PostgreSQL' ? join(path, 'postgres') : path)}`)
  await check(path)
}
