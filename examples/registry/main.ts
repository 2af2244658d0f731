// Run: npm start
// A registry of agents: it registers those that prove who they are, keeps the receipts that they sign, and proves by a log
// what it has recorded. `settings.ts` says what can be set.

import { setTimeout as pause } from 'node:timers/promises'

import { Did } from 'countersign'

import { Agents } from './agents.ts'
import { buildApp } from './app.ts'
import { Journal } from './journal.ts'
import { keepPublishing, RegistryLog } from './log.ts'
import { openOperator } from './operator.ts'
import { readSettings } from './settings.ts'
import { openStores } from './stores.ts'

const settings = readSettings(process.env)
const { origin, host, port, drain } = settings
const operator = await openOperator(settings.keyFile)
const stores = await openStores(settings)
const resolver = Did.resolver()
const journal = new Journal(stores.receipts, operator)
const log = new RegistryLog(stores, journal, operator, new URL(origin).host)
const agents = new Agents(journal, operator, stores.replay, resolver, origin)

let isStopping = false
const did = Did.fromKey(operator.publicKey)
const parts = { origin, did, stores, resolver, journal, log, agents, isStopping: () => isStopping }
const app = await buildApp(parts)
const stopPublishing = keepPublishing(log, (error) =>
  app.log.error({ err: error }, 'not published'),
)

/** Tells the proxy first, answers what is under way, publishes what was recorded, and ends. */
async function stop(): Promise<void> {
  if (isStopping) return
  isStopping = true
  app.log.info('stopping')
  await pause(drain)
  await app.close()
  await stopPublishing()
  await stores.close()
  operator.close()
}
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop())

await app.listen({ host, port })
