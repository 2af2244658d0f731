import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, describe, test } from 'vitest'

import { logContract, storeContract } from '../../src/subpath/stores/contract.js'
import { fileStores } from '../../src/subpath/stores/files.js'
import { sqliteStores } from '../../src/subpath/stores/sqlite.js'

const folder = mkdtempSync(join(tmpdir(), 'countersign-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const later = 4_102_444_800
/** For hangs. */
const timeout = 60_000

/** Node 20 has no SQLite of its own. What only some engines run has no frozen verdicts: hence `assert`. */
const sqlite = await import('node:sqlite').catch(() => undefined)

function openFile(name: string) {
  if (sqlite === undefined) throw new Error('this Node has no SQLite')
  const database = new sqlite.DatabaseSync(join(folder, name))
  return { database, close: () => database.close() }
}

const connect = async (options: sqliteStores.Options = {}) => {
  const { database, close } = openFile('stores.db')
  const stores = sqliteStores(database, { timeout, ...options })
  await stores.migrate()
  return { stores, close }
}

describe.skipIf(sqlite === undefined)('the contract, in SQLite', () => {
  for (const { name, run } of storeContract({ connect }))
    test(name, async () => {
      const { twice, lost } = await run()
      assert.deepEqual({ twice, lost }, { twice: 0, lost: 0 })
    })

  test('health says that tables are missing', async () => {
    const { database, close } = openFile('empty.db')
    assert.equal((await sqliteStores(database).health()).healthy, false)
    const stores = sqliteStores(database)
    await stores.migrate()
    await stores.migrate()
    assert.deepEqual((await stores.health()).reasons, [])
    close()
  })

  test('what is over is swept, a minute later; a full store refuses', async () => {
    let time = 1_000
    const { database, close } = openFile('small.db')
    const options = { timeout, limit: 3, now: () => new Date(time * 1000) }
    const stores = sqliteStores(database, options)
    await stores.migrate()
    for (const mark of ['1', '2', '3']) await stores.replay.checkAndMark(mark, 1_010)
    // Another instance looks at the table for the first time.
    const other = sqliteStores(database, options)
    await assert.rejects(other.replay.checkAndMark('4', later), { code: 'ERR_REPLAY_FULL' })
    assert.equal(await other.replay.checkAndMark('1', later), false)
    time = 1_069
    assert.equal(await stores.sweep(), 0)
    time = 1_070
    assert.equal(await stores.sweep(), 3)
    assert.equal(await stores.replay.checkAndMark('4', later), true)
    close()
  })
})

describe('the contract of logs, in files', () => {
  const connect = async () => ({ logs: fileStores(join(folder, 'logs'), { timeout }), close() {} })
  for (const { name, run } of logContract({ connect }))
    test(name, async () => {
      const { twice, lost } = await run()
      assert.deepEqual({ twice, lost }, { twice: 0, lost: 0 })
    })

  test('a folder that cannot be made', async () => {
    const file = join(folder, 'file')
    writeFileSync(file, '')
    const { log, health } = fileStores(join(file, 'logs'))
    const code = await log('a')
      .write('tile/0/000.p/1', new Uint8Array(32))
      .catch((error) => error.code)
    const { healthy, reasons } = await health()
    assert.deepEqual(
      { code, healthy, reasons: reasons[0] },
      {
        code: 'ERR_STORE_UNAVAILABLE',
        healthy: false,
        reasons: 'the folder cannot be written: ENOTDIR',
      },
    )
  })
})
