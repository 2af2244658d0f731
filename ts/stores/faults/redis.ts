// Redis and Valkey: killed while they write, without memory or disk, a replica that lags behind and becomes the master, and
// a cluster.

import { randomUUID } from 'node:crypto'

import { CuttingProxy } from '../proxy.js'
import { line, must } from '../report.js'
import { RedisCluster } from '../servers/cluster.js'
import type { Disk } from '../servers/disk.js'
import { RedisServer } from '../servers/redis.js'
import { connect, type Target } from '../target.js'
import { cutConnections } from './cut.js'
import { fullOfMarks, withoutRoom } from './disk.js'
import { everything, stormed } from './every.js'

const later = 4_102_444_800
const marks = 50

/** A server of this name, and a cluster of three. */
export async function redis(
  name: string,
  program: string,
  kinds: readonly ('redis' | 'ioredis')[],
): Promise<void> {
  const server = await RedisServer.start(program)
  try {
    for (const kind of kinds)
      await withClient(server, {
        kind,
        url: server.url,
        server: `${name}${kind === 'ioredis' ? ' (ioredis)' : ''}`,
      })
    const target: Target = { kind: 'redis', url: server.url, server: name }
    await line(name, 'kill -9 of the server while it writes, and recovery', () =>
      stormed(target, 2000, async () => {
        await server.kill()
        await server.run()
      }),
    )
    await line(name, 'a server without memory', () => fullMemory(server))
    await line(name, 'failover to a replica that lags', () => failover(program, 0))
    await line(name, 'the same, with replicas: 1', () => failover(program, 1))
  } finally {
    await server.stop()
  }
  await withoutRoom(name, 4, (place) => onDisk(program, place), fullOfMarks)
  await cluster(name, program)
}

async function withClient(server: RedisServer, target: Target): Promise<void> {
  await everything(target)
  await cutConnections(target, server.port, (port) => `redis://127.0.0.1:${port}`)
}

async function onDisk(program: string, place: () => Disk) {
  const server = await RedisServer.start(program, place())
  const target: Target = { kind: 'redis', url: server.url }
  return { target, revive: () => server.revive(), stop: () => server.stop() }
}

/** Whatever a decision needs is in one slot, or the cluster refuses it. */
async function cluster(name: string, program: string): Promise<void> {
  const nodes = await RedisCluster.start(program)
  try {
    for (const [kind, client] of [
      ['cluster', 'redis'],
      ['iocluster', 'ioredis'],
    ] as const)
      await everything({ kind, url: nodes.url, server: `${name} cluster (${client})` })
  } finally {
    await nodes.stop()
  }
}

async function fullMemory(server: RedisServer) {
  const { stores, close } = await connect({ kind: 'redis', url: server.url })
  await server.ask('CONFIG', 'SET', 'maxmemory', '1mb')
  const name = randomUUID()
  const codeOf = (answer: Promise<unknown>) => answer.then(String, (error) => error.code as string)
  const code = await codeOf(stores.replay.checkAndMark(name, later))
  const codes = await Promise.all([
    codeOf(stores.replay.checkAndMark(`${name}-sender`, later, 'sender')),
    codeOf(stores.uses.take([{ id: name, limit: 1 }])),
    codeOf(stores.rate({ limit: 1, seconds: 60 }).take(name)),
    codeOf(stores.tickets.put(name, Uint8Array.of(1), later)),
    codeOf(stores.log(name).write('tile/0/000.p/1', new Uint8Array(32))),
  ])
  await server.ask('CONFIG', 'SET', 'maxmemory-policy', 'allkeys-lru')
  const { reasons } = await stores.health()
  await server.ask('CONFIG', 'SET', 'maxmemory-policy', 'noeviction')
  await server.ask('CONFIG', 'SET', 'maxmemory', '0')
  must(code === 'ERR_REPLAY_FULL', `the code is ${code}`)
  const limit = 'ERR_LIMIT_EXCEEDED'
  const gone = 'ERR_STORE_UNAVAILABLE'
  must(codes.join() === ['ERR_REPLAY_FULL', false, limit, limit, gone].join(), `${codes}`)
  must(await stores.replay.checkAndMark(name, later), 'it takes marks once there is room')
  must(
    reasons.some((reason) => reason.includes('maxmemory-policy')),
    'health says that keys are evicted',
  )
  await close()
  return { asked: 7, accepted: 1, refused: 6, twice: 0, lost: 0 }
}

/** Some marks reach the replica; then nothing gets there, the master takes more and dies, and the replica is made the master. */
async function failover(program: string, replicas: number) {
  const [master, replica] = [await RedisServer.start(program), await RedisServer.start(program)]
  const [name, link] = [randomUUID(), await CuttingProxy.before(master.port)]
  try {
    await replica.ask('REPLICAOF', '127.0.0.1', String(link.port))
    await linked(replica)
    const { stores, close } = await connect(
      { kind: 'redis', url: master.url },
      { replicas, timeout: 2_000 },
    )
    const first = await ask(stores, `${name}-a`)
    await synced(master, replica)
    link.mode = 'never'
    const second = await ask(stores, `${name}-b`)
    await close()
    await master.kill()
    await link.close()
    await replica.ask('REPLICAOF', 'NO', 'ONE')
    const promoted = await connect({ kind: 'redis', url: replica.url })
    const again = [await ask(promoted.stores, `${name}-a`), await ask(promoted.stores, `${name}-b`)]
    await promoted.close()
    return judged(replicas, [first, second], again)
  } finally {
    await Promise.all([master.stop(), replica.stop()])
  }
}

function judged(replicas: number, before: readonly boolean[][], after: readonly boolean[][]) {
  const [yes, no] = [before.flat(), after.flat()]
  const accepted = yes.filter(Boolean).length
  const twice = yes.filter((taken, index) => taken && no[index]).length
  const expected = replicas === 0 ? [2 * marks, marks] : [marks, 0]
  must(accepted === expected[0] && twice === expected[1], `${accepted} accepted, ${twice} twice`)
  const note =
    replicas === 0
      ? 'as documented: use replicas, or PostgreSQL'
      : 'what had no replica was refused'
  return { asked: 2 * yes.length, accepted, twice, note }
}

/** Which of the marks were accepted; an error is a no. */
function ask({ replay }: Awaited<ReturnType<typeof connect>>['stores'], name: string) {
  return Promise.all(
    Array.from({ length: marks }, (_, mark) =>
      replay.checkAndMark(`${name}-${mark}`, later).catch(() => false),
    ),
  )
}

async function linked(replica: RedisServer): Promise<void> {
  while (!String(await replica.ask('INFO', 'replication')).includes('master_link_status:up'));
}

/** The replica has all that the master wrote. */
async function synced(master: RedisServer, replica: RedisServer): Promise<void> {
  const offset = async (server: RedisServer) =>
    /(?:slave_repl_offset|master_repl_offset):(\d+)/.exec(
      String(await server.ask('INFO', 'replication')),
    )?.[1]
  const behind = async () => {
    const info = String(await replica.ask('INFO', 'replication'))
    return Number(/slave_repl_offset:(\d+)/.exec(info)?.[1]) < Number(await offset(master))
  }
  while (await behind());
}
