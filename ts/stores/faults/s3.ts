// Logs in a bucket: connections that are cut, and a server that does not keep to conditions.

import { randomUUID } from 'node:crypto'

import type { S3Client } from 'countersign/stores/s3'

import { CuttingProxy, type Mode } from '../proxy.js'
import { line, must } from '../report.js'
import type { Disk } from '../servers/disk.js'
import { S3Server } from '../servers/s3.js'
import { connectLogs, inBucket, type LogTarget, s3At } from '../target.js'
import { fullOfTiles, withoutRoom } from './disk.js'
import { everyLog } from './every.js'

const writes = 32

export async function s3(program: string): Promise<void> {
  const server = await S3Server.start(program)
  try {
    await everyLog({ kind: 's3', url: server.url })
    await line('s3', 'connection lost before the commit', () => cut(server, 'before'))
    await line('s3', 'connection lost after the commit', () => cut(server, 'after'))
    await line('s3', 'a server that does not keep to conditions', () => careless(server))
    await line('s3', 'a server that is gone', () => gone(server))
  } finally {
    await server.stop()
  }
  await withoutRoom('s3', 2, (place) => onDisk(program, place), fullOfTiles)
}

async function onDisk(program: string, place: () => Disk) {
  const server = await S3Server.start(program, place())
  const target: LogTarget = { kind: 's3', url: server.url }
  return { target, revive: async () => {}, stop: () => server.stop() }
}

/** The client asks again by itself, and finds what it has written. */
async function cut(server: S3Server, mode: Mode) {
  const proxy = await CuttingProxy.before(server.port)
  const { logs, close } = await connectLogs({ kind: 's3', url: `http://127.0.0.1:${proxy.port}` })
  const store = logs.log(randomUUID())
  await store.write('tile/1/000.p/1', new Uint8Array(32))
  for (let width = 1; width <= writes; width += 1) {
    proxy.mode = mode
    await store.write(`tile/0/000.p/${width}`, new Uint8Array(32 * width))
    must(proxy.mode === 'pass', 'nothing was cut')
  }
  const tile = await store.read(`tile/0/000.p/${writes}`)
  must(tile !== undefined, 'what was acknowledged is there')
  await close()
  await proxy.close()
  return { asked: writes, accepted: writes, lost: 0 }
}

async function careless(server: S3Server) {
  const client = s3At(server.url)
  const forgetful: S3Client = {
    getObject: (input) => client.getObject(input),
    putObject: ({ IfMatch: _match, IfNoneMatch: _none, ...input }) => client.putObject(input),
  }
  const { log, health } = inBucket(forgetful)
  const written = log(randomUUID()).write('tile/0/000.p/1', new Uint8Array(32))
  const code = await written.then(String, (error) => error.code)
  const { healthy, reasons } = await health()
  client.destroy()
  must(code === 'ERR_STORE_UNAVAILABLE' && !healthy, `the code is ${code}`)
  return { asked: 1, accepted: 0, note: `health: ${reasons[0]}` }
}

async function gone(server: S3Server) {
  const { logs, close } = await connectLogs({ kind: 's3', url: server.url })
  const store = logs.log(randomUUID())
  await store.write('tile/0/000.p/1', new Uint8Array(32))
  await server.stop()
  const codes = await Promise.all(
    [store.read('tile/0/000.p/1'), store.write('tile/0/000.p/2', new Uint8Array(64))].map(
      (answer) => answer.then(String, (error) => error.code as string),
    ),
  )
  const { healthy } = await logs.health()
  await close()
  must(codes.join() === 'ERR_STORE_UNAVAILABLE,ERR_STORE_UNAVAILABLE', `the codes are ${codes}`)
  must(!healthy, 'health says so')
  return { asked: 2, accepted: 0, refused: 2 }
}
