// The registry, three instances behind a proxy: nothing is accepted twice and nothing that was acknowledged is lost, while
// instances and databases end.

import { Keys, Receipt } from 'countersign'

import { line, must, sound } from '../stores/report.js'
import { freePort, pause } from '../stores/servers/process.js'
import { Agent, ask, deliver, type Outcome } from './agent.js'
import { Auditor } from './auditor.js'
import { type Databases, Fleet } from './fleet.js'
import { Outside } from './outside.js'

const agents = 8
const receiptsOfEach = 40
const roundOfEach = 10
/** One request of so many is sent to all instances at once, as it is. */
const replayEvery = 5
/** So often an agent hands in the same receipt. */
const tries = 1000

/** A database that is ended and started again on its files. */
export type Breakable = { kill(): Promise<void>; run(): Promise<void> }

/** Puts a fleet over these databases through everything. */
export async function registry(
  name: string,
  databases: Databases,
  database?: Breakable,
): Promise<void> {
  const fleet = await Fleet.start(databases)
  try {
    await line(name, 'an instance is killed while requests run', () => killOne(fleet))
    await line(name, 'what is not proven is refused', () => refuse(fleet))
    await line(name, 'a flood of one agent', () => flood(fleet))
    if (database) await line(name, 'the database is killed', () => breakStore(fleet, database))
    await line(name, 'an instance stops while requests run', () => stopOne(fleet))
    await line(name, 'logs, traces and metrics are there, and hold no secret', () =>
      searchLogs(fleet, databases),
    )
  } finally {
    await fleet.stop()
  }
}

/** One instance, as its README says: an agent registers, its receipt is recorded, and it stops when it is told to. */
export async function startedOutside(): Promise<object> {
  const outside = Outside.of('registry')
  const port = String(await freePort())
  const program = outside.start({ PORT: port, ORIGIN: `http://127.0.0.1:${port}` })
  try {
    const origin = `http://127.0.0.1:${port}`
    await program.ready(async () => must((await ask(`${origin}/ready`)).status === 200, 'ready'))
    const agent = await registered(origin)
    const { status } = await agent.send('/v1/receipts', JSON.stringify(agent.work(0)))
    must(status === 201, `a receipt was not taken: ${status}`)
    const auditor = await Auditor.of(origin)
    await auditor.waitFor(2)
    must((await auditor.journal()).length === 1, 'the receipt is not in the journal')
    await program.end('SIGTERM')
    return { recorded: 1 }
  } finally {
    await program.end('SIGKILL')
    outside.remove()
  }
}

type Counts = { sent: number; accepted: number; refused: number; unanswered: number; twice: number }
type Acknowledged = { readonly id: string; readonly entry: string }

/** SIGKILL after a third of the receipts; the rest goes on. */
async function killOne(fleet: Fleet) {
  const auditor = await Auditor.of(fleet.origin)
  const counts: Counts = { sent: 0, accepted: 0, refused: 0, unanswered: 0, twice: 0 }
  const acknowledged: Acknowledged[] = []
  const team = await Promise.all(Array.from({ length: agents }, () => registered(fleet.origin)))
  const total = agents * receiptsOfEach
  let killed: Promise<void> | undefined
  const onAccepted = (receipt: Acknowledged) => {
    acknowledged.push(receipt)
    if (acknowledged.length >= total / 3) killed ??= fleet.programs[0]?.end('SIGKILL')
  }
  await auditor.waitFor(agents)
  // In rounds, so that the auditor sees the log grow after each, however quick they are.
  for (let done = 0; done < receiptsOfEach; done += roundOfEach) {
    const size = acknowledged.length + agents * roundOfEach
    const watching = watch(auditor, () => acknowledged.length === size)
    await Promise.all(team.map((agent) => work(agent, done, fleet, counts, onAccepted)))
    await watching
    await auditor.waitFor(agents * (1 + done + roundOfEach))
  }
  await killed
  must(fleet.programs[0]?.hasEnded === true, 'no instance was killed')
  await fleet.restart(0)

  await auditor.waitFor(total + agents)
  for (const { id, entry } of acknowledged) await auditor.check(entry, id)
  const recorded = await auditor.journal()
  const known = new Set(recorded)
  const lost = acknowledged.filter(({ id }) => !known.has(id)).length
  for (const agent of team) await auditor.chainOf(agent, receiptsOfEach)
  must(auditor.compared > 2, 'the log was not seen to grow')
  const note = `recorded ${recorded.length} (${known.size} different), ${auditor.compared} checkpoints each begin with the one before`
  return { ...sound({ ...counts, asked: total, lost }), note }
}

async function registered(origin: string): Promise<Agent> {
  const agent = new Agent(origin)
  const { status } = await agent.register()
  must(status === 201, `an agent was not registered: ${status}`)
  return agent
}

/** Hands in the receipts of a round, one after another, each until it is acknowledged. */
async function work(
  agent: Agent,
  from: number,
  fleet: Fleet,
  counts: Counts,
  onAccepted: (receipt: Acknowledged) => void,
): Promise<void> {
  for (let index = from; index < from + roundOfEach; index += 1) {
    const receipt = agent.work(index)
    for (let left = tries; ; left -= 1) {
      must(left > 0, 'a receipt was never taken')
      const request = await agent.sign('/v1/receipts', JSON.stringify(receipt))
      const answers = await sendTo(fleet, index % replayEvery === 0, request)
      const taken = count(counts, answers)
      if (taken === undefined) continue
      onAccepted({ id: Receipt.id(receipt), entry: JSON.stringify(taken.body['entry']) })
      break
    }
  }
}

/** Through the proxy; or the same bytes to every instance at once, which is what a thief would do. */
function sendTo(fleet: Fleet, toAll: boolean, request: Awaited<ReturnType<Agent['sign']>>) {
  const servers = toAll ? fleet.ports.map((port) => `http://127.0.0.1:${port}`) : [fleet.origin]
  return Promise.all(servers.map((server) => deliver(server, '/v1/receipts', request)))
}

/** Counts answers to one request, of which one may be a yes. Gives that one. */
function count(counts: Counts, answers: readonly Outcome[]): Outcome | undefined {
  const taken = answers.filter(({ status }) => status === 201)
  counts.sent += answers.length
  counts.accepted += taken.length
  counts.twice += Math.max(0, taken.length - 1)
  counts.unanswered += answers.filter(({ status }) => status === 0 || status === 502).length
  counts.refused += answers.filter(({ status }) => status >= 400 && status !== 502).length
  return taken[0]
}

async function watch(auditor: Auditor, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await auditor.follow()
    await pause(50)
  }
}

/** Each with its code, and nothing of it recorded. */
async function refuse({ origin }: Fleet) {
  const known = await registered(origin)
  const receipt = () => JSON.stringify(known.work(0))
  const path = '/v1/receipts'
  const request = await known.sign(path, receipt())
  await deliver(origin, path, request)
  const stranger = new Agent(origin)
  const changed = { ...request, body: request.body.replace('"content":0', '"content":1') }
  const unsigned = { headers: {}, body: receipt() }
  const fork = new Agent(origin)
  await fork.register()
  await fork.send(path, JSON.stringify(Receipt.issue({ action: 'a', content: 1 }, fork.signer)))
  const other = JSON.stringify(Receipt.issue({ action: 'a', content: 2 }, fork.signer))
  const cases: readonly (readonly [string, number, Promise<Outcome>])[] = [
    ['ERR_REPLAY', 401, deliver(origin, path, request)],
    ['ERR_HTTP_SIG_DIGEST', 401, deliver(origin, path, changed)],
    ['ERR_HTTP_SIG_MISSING', 401, deliver(origin, path, unsigned)],
    ['UNKNOWN_AGENT', 403, stranger.send(path, JSON.stringify(stranger.work(0)))],
    ['ERR_RECEIPT_KEY', 400, known.send(path, JSON.stringify(stranger.work(1)))],
    ['ERR_JSON_MALFORMED', 400, known.send(path, '{')],
    ['ERR_RECEIPT_FORK', 409, fork.send(path, other)],
    ['ERR_POP_KEY', 400, stranger.register(Keys.generate('Ed25519'))],
    ['ERR_JWS_MALFORMED', 400, stranger.answer({ did: stranger.did, proof: {}, token: 'x' })],
    ['BAD_REQUEST', 400, stranger.answer({ did: 7 })],
    ['BAD_REQUEST', 400, ask(`${origin}/v1/log/inclusion/-1`)],
    ['NOT_YET', 404, ask(`${origin}/v1/log/inclusion/999999999`)],
    ['ERR_MERKLE_RANGE', 400, ask(`${origin}/v1/log/consistency/999999999`)],
    ['NOT_FOUND', 404, ask(`${origin}/v1/nothing`)],
    ['UNKNOWN_AGENT', 404, ask(`${origin}/v1/agents/${stranger.did}`)],
  ]
  for (const [code, status, asked] of cases) {
    const found = await asked
    const got = `${found.status} ${found.body['error']}`
    must(got === `${status} ${code}`, `${got} instead of ${status} ${code}`)
  }
  return { refused: cases.length }
}

/** One agent, one chain, all at once: only receipts in their order can be a chain, and all of them are taken. */
async function flood({ origin }: Fleet) {
  const agent = await registered(origin)
  const receipts = Array.from({ length: 100 }, (_, index) => JSON.stringify(agent.work(index)))
  const answers = await Promise.all(receipts.map((text) => agent.send('/v1/receipts', text)))
  const accepted = answers.filter(({ status }) => status === 201).length
  must(accepted === receipts.length, `${accepted} of ${receipts.length} were taken`)
  const auditor = await Auditor.of(origin)
  return { sent: receipts.length, accepted: await auditor.chainOf(agent, receipts.length) }
}

/** While it is gone, every request is refused with its code and the instances say so; then they go on. */
async function breakStore(fleet: Fleet, database: Breakable) {
  const agent = await registered(fleet.origin)
  const receipt = JSON.stringify(agent.work(0))
  await database.kill()
  const refused = await Promise.all(
    Array.from({ length: 12 }, () => agent.send('/v1/receipts', receipt)),
  )
  for (const { status, body } of refused)
    must(status === 503 && body['error'] === 'ERR_STORE_UNAVAILABLE', `${status} without a store`)
  for (const port of fleet.ports) {
    const [health, ready] = await Promise.all(
      ['health', 'ready'].map((path) => ask(`http://127.0.0.1:${port}/${path}`)),
    )
    must(health?.status === 200, 'an instance did not survive')
    must(ready?.status === 503, 'an instance says that it is ready, without its store')
  }
  await database.run()
  await Promise.all(fleet.ports.map((_, index) => fleet.ready(index)))
  const { status } = await agent.send('/v1/receipts', receipt)
  must(status === 201, `${status} after the store was back`)
  return { refused: refused.length, note: 'not ready meanwhile, and ready again' }
}

/** SIGTERM: what it has begun it answers. */
async function stopOne(fleet: Fleet) {
  const agent = await registered(fleet.origin)
  const server = `http://127.0.0.1:${fleet.ports[1]}`
  const texts = Array.from({ length: 20 }, (_, index) => JSON.stringify(agent.work(index)))
  const requests = await Promise.all(texts.map((text) => agent.sign('/v1/receipts', text)))
  const answers = Promise.all(requests.map((request) => deliver(server, '/v1/receipts', request)))
  await pause(5)
  await fleet.programs[1]?.end('SIGTERM')
  must(fleet.programs[1]?.code === 0, `it ended with ${fleet.programs[1]?.code}`)
  const found = await answers
  const accepted = found.filter(({ status }) => status === 201).length
  const refused = found.filter(({ status }) => status === 503).length
  await fleet.restart(1)
  const auditor = await Auditor.of(fleet.origin)
  const { body } = await agent.send('/v1/receipts/0')
  const recorded = (body['receipts'] as readonly string[]).length
  must(recorded >= accepted, `${recorded} recorded of ${accepted} accepted`)
  must((await auditor.follow()) !== undefined, 'there is no checkpoint')
  return { sent: texts.length, accepted, refused, recorded }
}

/** The key of the registry, signatures and addresses of databases are in no line. */
async function searchLogs(fleet: Fleet, databases: Databases) {
  const { readFile } = await import('node:fs/promises')
  const { d } = JSON.parse(await readFile(fleet.keyFile, 'utf8')) as { d: string }
  const secrets = [d, 'sig1=', ...Object.values(databases)]
  const logs = fleet.programs.map(({ output }) => output)
  must(
    logs.every((text) => text.includes('"msg":"answered"')),
    'an instance logged nothing',
  )
  for (const text of ['POST /v1/receipts', 'registry.refusals', 'http.server.request.duration'])
    must(
      logs.some((output) => output.includes(`'${text}'`)),
      `nothing was told of ${text}`,
    )
  for (const secret of secrets)
    must(!logs.some((text) => text.includes(secret)), 'a log has a secret')
  return { searched: secrets.length * logs.length }
}
