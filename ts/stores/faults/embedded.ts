// SQLite: a file that may not grow, and a disk without room.

import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { sqliteStores } from 'countersign/stores/sqlite'

import { line, must } from '../report.js'
import type { Disk } from '../servers/disk.js'
import { folder } from '../servers/process.js'
import type { Target } from '../target.js'
import { fullOfMarks, withoutRoom } from './disk.js'
import { everything } from './every.js'

const later = 4_102_444_800

export async function embedded(): Promise<void> {
  const place = folder()
  const target: Target = { kind: 'sqlite', url: join(place.path, 'stores.db') }
  await everything(target)
  await line('sqlite', 'a database that may not grow', () => fullFile(join(place.path, 'full.db')))
  place.remove()
  await withoutRoom('sqlite', 2, onDisk, fullOfMarks)
}

async function onDisk(place: () => Disk) {
  const target: Target = { kind: 'sqlite', url: join(place().path, 'stores.db') }
  return { target, revive: async () => {}, stop: async () => {} }
}

async function fullFile(path: string) {
  const database = new DatabaseSync(path)
  const { replay, migrate, health } = sqliteStores(database)
  await migrate()
  database.exec('pragma max_page_count = 40')
  const name = randomUUID()
  const marks = Array.from({ length: 2000 }, (_, mark) => `${name}-${mark}`)
  const ask = (mark: string) =>
    replay.checkAndMark(mark, later).catch((error) => error.code as string)
  const first: (string | boolean)[] = []
  for (const mark of marks) first.push(await ask(mark))
  const accepted = first.filter((answer) => answer === true).length
  const refused = first.filter((answer) => answer === 'ERR_STORE_UNAVAILABLE').length
  must(
    accepted > 0 && refused > 0 && accepted + refused === marks.length,
    'it fills, and then refuses',
  )
  must(!(await health()).healthy, 'health says so')
  database.exec('pragma max_page_count = 100000')
  for (const [index, mark] of marks.entries())
    must(
      (await ask(mark)) === (first[index] !== true),
      'what was accepted is known, and nothing else',
    )
  database.close()
  return { asked: marks.length, accepted, refused, twice: 0, lost: 0 }
}
