// Logs: how many entries a second are appended, signed for and kept, by batch; and how many tiles a proof reads of a large
// tree on disk.

import { join } from 'node:path'

import { Keys } from 'countersign'
import { Log } from 'countersign/log'
import type { LogStore } from 'countersign/stores/contract'
import { fileStores } from 'countersign/stores/files'
import { memoryStores } from 'countersign/stores/memory'

import { folder } from '../servers/process.js'
import { connectLogs, type LogTarget, nameOf } from '../target.js'
import { nameOfServer, type Programs, quantile, withServers } from './verifying.js'

export type Batches = {
  readonly store: string
  /** Entries that are appended, signed for and published together. */
  readonly batch: number
  readonly perSecond: number
}

export type Proofs = {
  readonly leaves: number
  /** Leaves a second while the tree was made, in batches of 65,536. */
  readonly perSecond: number
  /** Tiles that a proof reads, at most. */
  readonly reads: number
  /** Milliseconds of an inclusion proof, with its reads. */
  readonly p50: number
  readonly p99: number
  /** Milliseconds until a log of this size can be appended to again. */
  readonly resume: number
}

const batches = [1, 16, 256, 4096]
/** Of one row, in milliseconds. */
const time = 2_000
const origin = 'log.example/speed'
const signer = Keys.generate('Ed25519')

export async function measureBatches(programs: Programs): Promise<readonly Batches[]> {
  const place = folder()
  try {
    return await withServers(programs, async (redis, postgres) => [
      ...(await rows('memory', memoryStores().log)),
      ...(await rowsOf({ kind: 'files', url: join(place.path, 'logs') })),
      ...(await rowsOf({ kind: 'sqlite', url: join(place.path, 'stores.db') })),
      ...(await rowsOf({ kind: 'postgres', url: postgres.url })),
      ...(await rowsOf({ kind: 'redis', url: redis.url, server: nameOfServer(programs.redis) })),
    ])
  } finally {
    place.remove()
  }
}

async function rowsOf(target: LogTarget): Promise<readonly Batches[]> {
  const { logs, close } = await connectLogs(target)
  try {
    return await rows(nameOf(target), logs.log)
  } finally {
    await close()
  }
}

async function rows(store: string, log: (origin: string) => LogStore): Promise<readonly Batches[]> {
  const found: Batches[] = []
  for (const batch of batches)
    found.push({ store, batch, perSecond: await appendFor(log(`${origin}/${batch}`), batch) })
  return found
}

async function appendFor(store: LogStore, batch: number): Promise<number> {
  using log = await Log.create({ store })
  const entries = entriesFrom(0, batch)
  const start = performance.now()
  while (performance.now() - start < time) await appendAndSign(log, store, entries)
  return (log.size * 1000) / (performance.now() - start)
}

async function appendAndSign(log: Log.Log, store: LogStore, entries: readonly Log.Entry[]) {
  await log.append(...entries)
  await store.publish(await log.checkpoint(signer, { origin }), log.tree())
}

/** Entries of 32 bytes, each with its number. */
function entriesFrom(first: number, count: number): readonly Log.Entry[] {
  return Array.from({ length: count }, (_, index) => {
    const data = new Uint8Array(32)
    new DataView(data.buffer).setUint32(0, first + index)
    return { data }
  })
}

const largeBatch = 65_536
const proofs = 1_000

export async function measureProofs(leaves: number): Promise<Proofs> {
  const place = folder()
  try {
    const store = fileStores(place.path).log(origin)
    const perSecond = await grow(store, leaves)
    return { leaves, perSecond, ...(await prove(store)) }
  } finally {
    place.remove()
  }
}

async function grow(store: LogStore, leaves: number): Promise<number> {
  using log = await Log.create({ store })
  const start = performance.now()
  while (log.size < leaves)
    await appendAndSign(log, store, entriesFrom(log.size, Math.min(largeBatch, leaves - log.size)))
  return (leaves * 1000) / (performance.now() - start)
}

/** Proofs of leaves anywhere, each of which must hold. */
async function prove(store: LogStore) {
  let reads = 0
  const counted = {
    write: store.write,
    read: (path: string) => {
      reads += 1
      return store.read(path)
    },
  }
  const begin = performance.now()
  const trust = { key: signer.publicKey }
  const tree = Log.verifyCheckpoint((await store.latest()) ?? '', trust, { origin })
  using log = await Log.resume(tree, { store: counted })
  const resume = performance.now() - begin
  const times: number[] = []
  let most = 0
  for (let left = proofs; left > 0; left -= 1) {
    const index = Math.floor(Math.random() * tree.size)
    reads = 0
    const start = performance.now()
    const proof = await log.inclusion(index)
    times.push(performance.now() - start)
    most = Math.max(most, reads)
    Log.verifyInclusion(proof, tree, { entry: entriesFrom(index, 1)[0] as Log.Entry })
  }
  times.sort((a, b) => a - b)
  return { reads: most, p50: quantile(times, 0.5), p99: quantile(times, 0.99), resume }
}
