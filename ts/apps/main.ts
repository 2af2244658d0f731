// Runs the applications of `examples` as their users would, over real servers, and prints a line for each check.
//
// Run: npm run check -- --only apps
//      (dist-tools/apps/main.js --postgres FOLDER --redis PROGRAM; `!WHY` in place of one that is not there,
//      `--browser WHY` if there is none; `--only registry|console`; `--pictures FOLDER` for screenshots of the console)

import { parseArgs } from 'node:util'

import { end, line, notRun } from '../stores/report.js'
import { PostgresServer } from '../stores/servers/postgres.js'
import { RedisServer } from '../stores/servers/redis.js'
import { checkCompose } from './compose.js'
import { checkConsole } from './console.js'
import { registry, startedOutside } from './registry.js'

const { values } = parseArgs({
  options: {
    browser: { type: 'string' },
    only: { type: 'string', multiple: true },
    pictures: { type: 'string' },
    postgres: { type: 'string', default: '!no path was given' },
    redis: { type: 'string', default: '!no path was given' },
  },
})

const applications = {
  async registry() {
    await line('registry', 'npm install && npm start outside the repository', startedOutside)
    await registry('sqlite', {})
    await overServers(values.postgres, values.redis)
  },
  async console() {
    if (values.browser) notRun(`a browser: ${values.browser}`)
    else await checkConsole(values.pictures)
  },
}

for (const [name, check] of Object.entries(applications))
  if (values.only?.includes(name) ?? true) await check()
end()

async function overServers(postgres: string, redis: string): Promise<void> {
  const missing = [postgres, redis].filter((path) => path.startsWith('!'))
  if (missing.length > 0) return missing.forEach((why) => void notRun(why.slice(1)))
  const [database, nonces] = [await PostgresServer.start(postgres), await RedisServer.start(redis)]
  try {
    const shared = { DATABASE_URL: database.url, REDIS_URL: nonces.url }
    await registry('postgres and redis', shared, database)
    await registry('redis', { REDIS_URL: nonces.url }, nonces)
    await line('registry', 'the compose file fits it', () => checkCompose(redis))
  } finally {
    await nonces.stop()
    await database.stop()
  }
}
