// PostgreSQL: killed while it writes, deadlocks, and a standby's refusal to write.

import { randomUUID } from 'node:crypto'

import pg from 'pg'

import { line, must } from '../report.js'
import type { Disk } from '../servers/disk.js'
import { PostgresServer, urlAt } from '../servers/postgres.js'
import type { Owner } from '../servers/process.js'
import { connect, type Target } from '../target.js'
import { cutConnections } from './cut.js'
import { fullOfMarks, withoutRoom } from './disk.js'
import { everything, stormed } from './every.js'

export async function postgres(programs: string): Promise<void> {
  const server = await PostgresServer.start(programs)
  const target: Target = { kind: 'postgres', url: server.url }
  try {
    await everything(target)
    await line('postgres', 'kill -9 of the server while it writes, and recovery', () =>
      stormed(target, 2000, async () => {
        await server.kill()
        await server.run()
      }),
    )
    await cutConnections(target, server.port, urlAt)
    await line('postgres', 'a transaction that deadlocks with ours', () => deadlock(target))
    await line('postgres', 'every transaction serializable', () => serializable(target))
    await line('postgres', 'settings that lose what was accepted', () => unsafe(target))
  } finally {
    await server.stop()
  }
  await withoutRoom('postgres', 120, (place) => onDisk(programs, place), fullOfMarks)
}

/** With small files of its log, of which it soon needs another. */
async function onDisk(programs: string, place: (owner?: Owner) => Disk) {
  const server = await PostgresServer.start(programs, place, ['--wal-segsize=1'])
  const target: Target = { kind: 'postgres', url: server.url }
  return { target, revive: () => server.revive(), stop: () => server.stop() }
}

/** Somebody locks the second of two grants, and wants the first once ours has it. */
async function deadlock(target: Target) {
  const { stores, close } = await connect(target)
  const grants = ['a', 'b'].map((name) => ({ id: `${name}-${randomUUID()}`, limit: 100 }))
  must(await stores.uses.take(grants), 'the first use')
  const other = new pg.Client({ connectionString: target.url })
  await other.connect()
  const lock = (index: number) =>
    other.query({
      text: 'select 1 from countersign_uses where id = sha256($1) for update',
      values: [Buffer.from(grants[index]?.id ?? '')],
    })
  await other.query('begin')
  await lock(1)
  const ours = stores.uses.take(grants)
  await waitsFor(target)
  const theirs = await lock(0).then(
    () => 'theirs',
    () => 'ours',
  )
  await other.query('rollback')
  must(await ours, 'our use counts, first or again')
  const { rows } = await other.query('select used from countersign_uses order by until, used desc')
  const counts = rows.filter(({ used }) => Number(used) === 2).length
  must(counts >= 2, 'each grant was counted twice: once, and once more')
  await other.end()
  await close()
  return { asked: 2, accepted: 2, twice: 0, lost: 0, note: `${theirs} went on at first` }
}

/** Waits until somebody waits for a lock. */
async function waitsFor(target: Target): Promise<void> {
  const client = new pg.Client({ connectionString: target.url })
  await client.connect()
  for (let count = 0; count === 0; ) {
    const { rows } = await client.query('select count(*) as count from pg_locks where not granted')
    count = Number(rows[0]?.['count'])
  }
  await client.end()
}

/** The strictest isolation ends transactions that another one was in the way of; they are asked again. */
async function serializable(target: Target) {
  const url = `${target.url}?options=-c%20default_transaction_isolation%3Dserializable`
  const { stores, close } = await connect({ ...target, url })
  const id = randomUUID()
  const answers = await Promise.all(
    Array.from({ length: 64 }, () => stores.uses.take([{ id, limit: 10 }])),
  )
  await close()
  const accepted = answers.filter(Boolean).length
  must(accepted === 10, `${accepted} uses counted, and not 10`)
  return { asked: 64, accepted, twice: 0, lost: 0 }
}

async function unsafe(target: Target) {
  const url = `${target.url}?options=-c%20synchronous_commit%3Doff`
  const { stores, close } = await connect({ ...target, url })
  const { healthy, reasons } = await stores.health()
  await close()
  must(!healthy, 'health says so')
  return { note: `health: ${reasons[0]}` }
}
