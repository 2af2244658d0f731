// Logs in a folder: four processes, one of them killed while it writes, and a disk without room.

import { readdirSync } from 'node:fs'
import { join } from 'node:path'

import { fileStores } from 'countersign/stores/files'

import { line, must } from '../report.js'
import type { Disk } from '../servers/disk.js'
import { folder } from '../servers/process.js'
import type { LogTarget } from '../target.js'
import { fullOfTiles, withoutRoom } from './disk.js'
import { everyLog } from './every.js'

export async function files(): Promise<void> {
  const place = folder()
  await everyLog({ kind: 'files', url: place.path })
  await line('files', 'versions that were replaced are deleted', () => tidied(place.path))
  place.remove()
  await withoutRoom('files', 1, onDisk, fullOfTiles)
}

async function onDisk(place: () => Disk) {
  const target: LogTarget = { kind: 'files', url: join(place().path, 'logs') }
  return { target, revive: async () => {}, stop: async () => {} }
}

async function tidied(path: string) {
  const { write } = fileStores(path).log('tidy')
  for (let width = 1; width < 256; width += 1)
    await write(`tile/0/000.p/${width}`, new Uint8Array(32 * width))
  const versions = readdirSync(join(path, 'tidy/tile/0/000.versions')).length
  await write('tile/0/000', new Uint8Array(256 * 32))
  const left = readdirSync(join(path, 'tidy/tile/0')).join()
  must(versions === 2, `${versions} versions were left of a partial tile`)
  must(left === '000', `of a full tile there is ${left}`)
  return { written: 256, left: 1 }
}
