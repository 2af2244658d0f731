import { describe, expect, test } from 'vitest'

import { logContract, storeContract } from '../src/subpath/stores/contract.js'
import { memoryStores } from '../src/subpath/stores/memory.js'
import { postgresStores } from '../src/subpath/stores/postgres.js'
import { redisStores } from '../src/subpath/stores/redis.js'
import { sqliteStores } from '../src/subpath/stores/sqlite.js'
import { refusal } from './setup/help.js'

const later = 4_102_444_800
const stores = memoryStores()
const open = async (options?: memoryStores.Options) => ({
  stores: options ? memoryStores(options) : stores,
  close() {},
})

describe('the contract, in memory', () => {
  for (const { name, run } of storeContract({ open, isSingle: true }))
    test(name, async () => {
      expect(await run()).toMatchObject({ twice: 0, lost: 0 })
    })

  for (const { name, run } of logContract({
    open: async () => ({ logs: stores, close() {} }),
    isSingle: true,
  }))
    test(name, async () => {
      expect(await run()).toMatchObject({ twice: 0, lost: 0 })
    })

  test('tells a store that accepts twice', async () => {
    const broken = { ...stores, replay: { checkAndMark: async () => true } }
    const cases = storeContract({
      open: async () => ({ stores: broken, close() {} }),
      isSingle: true,
    })
    const [race] = cases
    await expect(race?.run()).rejects.toThrow('1260 accepted beyond the limit')
  })

  test('tells a store that accepts nothing', async () => {
    const broken = { ...stores, uses: { take: async () => false } }
    const cases = storeContract({
      open: async () => ({ stores: broken, close() {} }),
      isSingle: true,
    })
    const named = cases.find(({ name }) => name.startsWith('of 64 uses'))
    await expect(named?.run()).rejects.toThrow('200 lost')
  })
})

/** Stores whose database answers everything so. */
const overPostgres = (answer: () => unknown, options?: postgresStores.Options) =>
  postgresStores({ query: async () => answer() as never }, options)
const overRedis = (answer: () => unknown, options?: redisStores.Options) =>
  redisStores({ sendCommand: async () => answer() }, options)
const overSqlite = (answer: () => unknown, options?: sqliteStores.Options) => {
  const all = () => answer() as never
  return sqliteStores({ isTransaction: false, exec() {}, prepare: () => ({ all }) }, options)
}

const databases = { postgres: overPostgres, redis: overRedis }

/** Every question, of which none may get a yes or an `undefined` from nonsense. */
const questions = {
  mark: (of: ReturnType<typeof memoryStores>) => of.replay.checkAndMark('nonce', later),
  use: (of: ReturnType<typeof memoryStores>) => of.uses.take([{ id: 'grant', limit: 3 }]),
  find: (of: ReturnType<typeof memoryStores>) => of.status.find(['grant']),
  put: (of: ReturnType<typeof memoryStores>) => of.tickets.put('id', Uint8Array.of(1), later),
  take: (of: ReturnType<typeof memoryStores>) => of.tickets.take('id'),
  state: (of: ReturnType<typeof memoryStores>) => of.receipts.state('chain'),
  tile: (of: ReturnType<typeof memoryStores>) => of.log('log').read('tile/0/000'),
  latest: (of: ReturnType<typeof memoryStores>) => of.log('log').latest(),
}

const nonsense: readonly unknown[] = [
  undefined,
  5,
  'yes',
  { rows: 5 },
  {
    rows: [
      { verdict: 'yes', count: 'x', place: -1, id: 7, record: 7, ticket: 7, hashes: 7, note: 7 },
    ],
  },
]

describe('a database that fails', () => {
  for (const [name, over] of Object.entries(databases)) {
    test(`${name}: nonsense is refused`, async () => {
      for (const answer of nonsense)
        for (const [asked, ask] of Object.entries(questions)) {
          const of = over(() => answer)
          const got = await ask(of).then(
            (value) => value,
            (error) => error.code as string,
          )
          // Any text may be a note; what Redis calls nothing, and a row without members, is an empty answer to some.
          if (asked === 'latest' && got === answer) continue
          const isEmpty = got === undefined || got === false || JSON.stringify(got) === '[]'
          const code = /^ERR_STORE_(?:DAMAGED|UNAVAILABLE)$/
          expect(isEmpty || code.test(String(got)), `${asked} of ${JSON.stringify(answer)}`).toBe(
            true,
          )
        }
    })

    test(`${name}: an error is refused, with its cause`, async () => {
      const cause = new Error('gone')
      const of = over(() => {
        throw cause
      })
      for (const ask of Object.values(questions))
        await expect(ask(of)).rejects.toMatchObject({ code: 'ERR_STORE_UNAVAILABLE', cause })
      const { healthy, reasons, failures } = await of.health()
      expect({ healthy, failures }).toEqual({ healthy: false, failures: 9 })
      expect(reasons).toContain('the store failed: nothing is accepted')
    })

    test(`${name}: no answer is refused, and so is what comes after too many of them`, async () => {
      const of = over(() => new Promise(() => {}), { timeout: 20, waiting: 3 })
      for (const said of ['no answer in 20 ms', 'no answer', 'no answer', '3 calls wait'])
        await expect(questions.mark(of)).rejects.toThrow(said)
      await expect(questions.use(of)).rejects.toThrow(refusal('ERR_STORE_UNAVAILABLE'))
      expect(await of.health()).toMatchObject({ healthy: false, waiting: 3 })
    })
  }

  test('an answer that comes too late changes nothing', async () => {
    let answer: (value: unknown) => void = () => {}
    const of = overRedis(() => new Promise((resolve) => (answer = resolve)), { timeout: 20 })
    await expect(questions.mark(of)).rejects.toThrow(refusal('ERR_STORE_UNAVAILABLE'))
    answer('new')
    expect(await of.health()).toMatchObject({ healthy: false })
  })
})

test('SQLite: an error and nonsense are refused', async () => {
  const of = overSqlite(() => {
    throw new Error('gone')
  })
  for (const ask of Object.values(questions))
    await expect(ask(of)).rejects.toThrow(refusal('ERR_STORE_UNAVAILABLE'))
  const strange = overSqlite(() => [{ verdict: 'yes', count: 0 }])
  for (const ask of [questions.mark, questions.use, questions.find, questions.put])
    await expect(ask(strange)).rejects.toThrow(refusal('ERR_STORE_DAMAGED'))
})

describe('bounds', () => {
  test('a full store refuses', async () => {
    const { replay, tickets } = memoryStores({ limit: 2 })
    for (const id of ['1', '2']) {
      expect(await replay.checkAndMark(id, later)).toBe(true)
      expect(await tickets.put(id, Uint8Array.of(1), later)).toBe(true)
    }
    await expect(replay.checkAndMark('3', later)).rejects.toThrow(refusal('ERR_REPLAY_FULL'))
    const put = tickets.put('3', Uint8Array.of(1), later)
    await expect(put).rejects.toThrow(refusal('ERR_LIMIT_EXCEEDED'))
  })

  test('Redis without memory is full', async () => {
    const of = overRedis(() => {
      throw new Error("OOM command not allowed when used memory > 'maxmemory'.")
    })
    await expect(questions.mark(of)).rejects.toThrow(refusal('ERR_REPLAY_FULL'))
    await expect(questions.put(of)).rejects.toThrow(refusal('ERR_LIMIT_EXCEEDED'))
    expect(await questions.use(of)).toBe(false)
  })
})

describe('options and arguments', () => {
  test('are checked', async () => {
    const pool = { query: async () => ({ rows: [] }) }
    for (const [options, member] of [
      [{ timeout: 0 }, 'timeout'],
      [{ limit: 1.5 }, 'limit'],
      [{ prefix: 'x; drop table y' }, 'prefix'],
      [{ prefix: 'a.b.c' }, 'prefix'],
    ] as const)
      expect(() => postgresStores(pool, options)).toThrow(
        expect.objectContaining({ code: 'ERR_ARGUMENT', member }),
      )
    expect(() => postgresStores({} as never)).toThrow(refusal('ERR_ARGUMENT'))
    expect(() => redisStores({} as never)).toThrow(refusal('ERR_ARGUMENT'))
    expect(() => sqliteStores({} as never)).toThrow(refusal('ERR_ARGUMENT'))
    const cluster = { isCluster: true, call: async () => 'OK' }
    expect(() => redisStores(cluster, { replicas: 1 })).toThrow(refusal('ERR_ARGUMENT'))
    await expect(stores.replay.checkAndMark(5 as never, 5)).rejects.toThrow(refusal('ERR_ARGUMENT'))
    await expect(stores.tickets.find('')).rejects.toThrow(refusal('ERR_ARGUMENT'))
  })

  test('a grant that is there twice cannot be counted', async () => {
    const use = { id: 'twice', limit: 5 }
    expect(await stores.uses.take([use, use])).toBe(false)
    expect(await stores.uses.take([])).toBe(true)
  })

  test('a cluster is asked at the node that has the key', async () => {
    const asked: unknown[] = []
    const cluster = {
      masters: [],
      async sendCommand(
        key: string | undefined,
        isReadonly: boolean | undefined,
        command: readonly string[],
      ) {
        asked.push([key, isReadonly, command[0]])
        return command[0] === 'WAIT' ? 1 : 'new'
      },
    }
    const { replay, uses } = redisStores(cluster, { replicas: 1 })
    await replay.checkAndMark('nonce', later)
    await uses.take([
      { id: 'a', limit: 1 },
      { id: 'b', limit: 1 },
    ])
    expect(asked).toEqual([
      ['countersign:mark:nonce', false, 'EVAL'],
      ['countersign:mark:nonce', false, 'WAIT'],
      ['{countersign:uses}:a', false, 'EVAL'],
      ['{countersign:uses}:a', false, 'WAIT'],
    ])
  })

  test('the tables can be made by hand', () => {
    const pool = { query: async () => ({ rows: [] }) }
    const [script] = postgresStores(pool, { prefix: 'app.cs_' }).migrations()
    expect(script).toMatch(/^begin;\nselect pg_advisory_xact_lock\(\d+\);\n/)
    expect(script).toContain('create table if not exists app.cs_marks (mark bytea primary key')
    expect(memoryStores().migrations()).toEqual([])
  })
})
