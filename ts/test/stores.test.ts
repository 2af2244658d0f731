import { describe, expect, test } from 'vitest'

import { logContract, storeContract } from '../src/subpath/stores/contract.js'
import { memoryStores } from '../src/subpath/stores/memory.js'
import { postgresStores } from '../src/subpath/stores/postgres.js'
import { redisStores } from '../src/subpath/stores/redis.js'
import { sqliteStores } from '../src/subpath/stores/sqlite.js'
import { refusal } from './setup/help.js'

const later = 4_102_444_800
const stores = memoryStores()
const connect = async (options?: memoryStores.Options) => ({
  stores: options ? memoryStores(options) : stores,
  close() {},
})

describe('the contract, in memory', () => {
  for (const { name, run } of storeContract({ connect, isSingle: true }))
    test(name, async () => {
      expect(await run()).toMatchObject({ twice: 0, lost: 0 })
    })

  for (const { name, run } of logContract({
    connect: async () => ({ logs: stores, close() {} }),
    isSingle: true,
  }))
    test(name, async () => {
      expect(await run()).toMatchObject({ twice: 0, lost: 0 })
    })

  test('tells a store that accepts twice', async () => {
    const broken = { ...stores, replay: { checkAndMark: async () => true } }
    const cases = storeContract({
      connect: async () => ({ stores: broken, close() {} }),
      isSingle: true,
    })
    const [race] = cases
    await expect(race?.run()).rejects.toThrow('1260 accepted beyond the limit')
  })

  test('tells a store that accepts nothing', async () => {
    const broken = { ...stores, uses: { take: async () => false } }
    const cases = storeContract({
      connect: async () => ({ stores: broken, close() {} }),
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
  rate: (of: ReturnType<typeof memoryStores>) => of.rate({ limit: 3, seconds: 60 }).take('sender'),
  document: (of: ReturnType<typeof memoryStores>) => of.documents.find('did:web:a'),
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
          // Any text may be a note or a document; what Redis calls nothing, and a row without members, is an empty answer to some.
          if ((asked === 'latest' || asked === 'document') && got === answer) continue
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
      expect({ healthy, failures }).toEqual({ healthy: false, failures: 11 })
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

  test('an answer that comes twice is refused', async () => {
    const rows = [{ verdict: 'new', place: 0 }]
    for (const answer of [{ rows: [...rows, ...rows] }, { rows: [{ place: 1 }] }]) {
      // The first look at a table sweeps it and counts its rows.
      const looks = [{ rows: [] }, { rows: [{ count: '0' }] }]
      const of = overPostgres(() => looks.shift() ?? answer)
      await expect(questions.mark(of)).rejects.toThrow(refusal('ERR_STORE_DAMAGED'))
      expect(await of.health()).toMatchObject({ healthy: false })
    }
  })

  test('a look at a table that failed is made again', async () => {
    const rows = [[], [{ count: '0' }], [{ verdict: 'new', place: 0 }]]
    const answers = [undefined, ...rows.map((of) => ({ rows: of }))]
    const of = overPostgres(() => answers.shift())
    await expect(questions.mark(of)).rejects.toThrow(refusal('ERR_STORE_UNAVAILABLE'))
    expect(await questions.mark(of)).toBe(true)
  })

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

  test('one sender gets a share', async () => {
    const { replay } = memoryStores({ limit: 8 })
    for (const nonce of ['1', '2']) await replay.checkAndMark(nonce, later, 'sender')
    const third = replay.checkAndMark('3', later, 'sender')
    await expect(third).rejects.toMatchObject({ code: 'ERR_REPLAY_FULL', limit: 2 })
    expect(await replay.checkAndMark('3', later, 'other')).toBe(true)
  })

  test('senders and documents have room for so many', async () => {
    const { rate, documents } = memoryStores({ limit: 1, documents: 1 })
    const { take } = rate({ limit: 1, seconds: 60 })
    expect([await take('a'), await take('a')]).toEqual([true, false])
    await expect(take('b')).rejects.toThrow(refusal('ERR_LIMIT_EXCEEDED'))
    await documents.keep('did:web:a', 'a', 60)
    await documents.keep('did:web:b', 'b', 60)
    expect([await documents.find('did:web:a'), await documents.find('did:web:b')]).toEqual([
      'a',
      undefined,
    ])
  })

  test('Redis without memory is full', async () => {
    const of = overRedis(() => {
      throw new Error("OOM command not allowed when used memory > 'maxmemory'.")
    })
    await expect(questions.mark(of)).rejects.toThrow(refusal('ERR_REPLAY_FULL'))
    await expect(questions.put(of)).rejects.toThrow(refusal('ERR_LIMIT_EXCEEDED'))
    expect(await questions.use(of)).toBe(false)
    const tile = of.log('log').write('tile/0/000', new Uint8Array(8192))
    await expect(tile).rejects.toThrow(refusal('ERR_STORE_UNAVAILABLE'))
    await expect(questions.rate(of)).rejects.toThrow(refusal('ERR_LIMIT_EXCEEDED'))
    await of.documents.keep('did:web:a', 'text', 60)
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
      [{ perSender: 0 }, 'perSender'],
      [{ documents: -1 }, 'documents'],
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
    expect(() => stores.rate({ limit: 1, seconds: 86_401 })).toThrow(refusal('ERR_ARGUMENT'))
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

  test('marks that come at once are one statement, the same mark the next one', async () => {
    const asked: number[] = []
    const pool = {
      async query(query: string | { text: string; values: unknown[] }) {
        if (typeof query === 'string' || !query.text.includes('with asked')) return { rows: [] }
        asked.push(query.values.length / 3)
        return { rows: query.values.filter((_, at) => at % 3 === 0).map((_, place) => ({ place })) }
      },
    }
    const { replay } = postgresStores({
      query: async (query) => {
        const { rows } = await pool.query(query as never)
        return { rows: rows.length > 0 ? rows : [{ count: 0 }] }
      },
    })
    await replay.checkAndMark('first', later)
    const names = [...Array.from({ length: 100 }, (_, index) => `${index % 90}`)]
    await Promise.all(names.map((name) => replay.checkAndMark(name, later)))
    expect(asked).toEqual([1, 1, 1, 64, 34])
    expect(asked.reduce((sum, count) => sum + count)).toBe(101)
  })

  test('tables of another version are no healthy ones', async () => {
    const of = overPostgres(() => ({ rows: [{ version: '7', standby: false, commit: 'on' }] }))
    const { healthy, reasons } = await of.health()
    expect(healthy).toBe(false)
    expect(reasons).toEqual(['the tables have version 7, and these stores need 1: migrate'])
  })

  test('the tables can be made by hand', () => {
    const pool = { query: async () => ({ rows: [] }) }
    const [script] = postgresStores(pool, { prefix: 'app.cs_' }).migrations()
    expect(script).toMatch(/^begin;\nselect pg_advisory_xact_lock\(\d+\);\n/)
    expect(script).toContain('create table if not exists app.cs_marks (mark bytea primary key')
    expect(memoryStores().migrations()).toEqual([])
  })
})
