// Every public function with nothing, and with the wrong thing in each place: what comes out is a CountersignError,
// and no handle is lost.

import { readFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'

import * as worker from '../../src/entry/worker.js'
import * as hazmat from '../../src/hazmat.js'
import * as api from '../../src/subpath/all.js'

/** Functions that are listed, by their path. */
const listed = readFileSync(new URL('../../public-surface.txt', import.meta.url), 'utf8')
  .split('\n\n')
  // Of `countersign/sage` and its like, `countersign/all` has the same under a name that is one of a kind.
  .filter((part) => /^#.*countersign\/(all|hazmat|worker)/.test(part))
  .flatMap((part) => part.split('\n'))
  .filter((line) => /^\w+(\.\w+)* function$/.test(line))
  .map((line) => line.split(' ')[0] as string)

type Callable = (...args: unknown[]) => unknown

function find(path: string): Callable | undefined {
  let holder: unknown = { ...api, ...hazmat, ...worker }
  for (const name of path.split('.'))
    holder = (holder as Record<string, unknown> | undefined)?.[name]
  return typeof holder === 'function' ? (holder as Callable) : undefined
}

// Entries load engines.
const elsewhere = new Set(['init', 'initSync', 'isReady'])

const text = new TextEncoder().encode('text')
const signer = api.Keys.generate('Ed25519')
const agreement = api.Keys.generate('X25519')

const boom = () => {
  throw new Error('code of the caller')
}
/** Everything about it throws. */
const thorny = () =>
  new Proxy(
    {},
    { get: boom, has: boom, ownKeys: boom, getPrototypeOf: boom, getOwnPropertyDescriptor: boom },
  )
const revoked = () => {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return proxy
}
const endless = () => {
  const value: Record<string, unknown> = {}
  value['self'] = value
  return value
}

/** Wrong in most places, and each of another kind. Made anew, as functions may keep what they get. */
const wrong: readonly (readonly [string, () => unknown])[] = [
  ['nothing', () => undefined],
  ['null', () => null],
  ['a number', () => 5],
  ['NaN', () => Number.NaN],
  ['a bigint', () => 5n],
  ['true', () => true],
  ['a symbol', () => Symbol('wrong')],
  ['a text', () => 'wrong'],
  ['a lone surrogate', () => '\ud800'],
  ['bytes', () => text.slice()],
  ['other bytes', () => new Uint16Array(4)],
  ['a buffer', () => new ArrayBuffer(4)],
  ['an array', () => [1, null, {}]],
  ['an empty array', () => []],
  ['an object', () => ({})],
  ['a stranger', () => ({ nonsense: true })],
  ['members of the wrong type', () => ({ type: 5, bytes: 5, key: 5, keys: 5, document: 5 })],
  ['an object that is itself in it', endless],
  ['a Date', () => new Date(0)],
  ['no Date', () => new Date(Number.NaN)],
  ['a Map', () => new Map()],
  ['a promise', () => Promise.resolve(5)],
  ['a function', () => () => 5],
  ['a function that throws', () => boom],
  ['a proxy that throws', thorny],
  ['a revoked proxy', revoked],
  ['a signer', () => signer],
  ['a key for agreement', () => agreement],
  ['a public key', () => signer.publicKey],
]

const hang = new Error('it never ends')

/** Waits for `result`, or throws {@link hang}. The limit is for hangs, as a slow rejection must not pass for a result. */
async function settled(result: Promise<unknown>, limit: number = 120_000): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(hang), limit)
  })
  try {
    await Promise.race([result, late])
  } finally {
    clearTimeout(timer)
  }
}

/** What a function does with these: nothing for a result, else what it threw or was rejected with. */
async function outcome(call: Callable, args: readonly unknown[]): Promise<unknown> {
  try {
    const result: unknown = call(...args)
    // A stream of receipts, a handler and the like are results.
    if (!(result instanceof Promise)) return undefined
    await settled(result)
    return undefined
  } catch (error) {
    return error
  }
}

const witness = api.Keys.generate('Ed25519')
const alive = () => {
  try {
    return api.Keys.sign(text, witness).length === 64
  } catch {
    return false
  }
}

/** Each call that gets through takes a second. */
const costly = new Set(['Aid.Identity.sealFile'])

const named = (error: unknown) =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error)
const isOurs = (error: unknown) =>
  error instanceof api.CountersignError && error.code !== 'ERR_INTERNAL'
/** The caller's own function may throw its own error. */
const isTheirs = (error: unknown) =>
  error instanceof Error && error.message === 'code of the caller'

const faults = new Map<string, Set<string>>()
const fault = (path: string, what: string): void => {
  faults.set(path, (faults.get(path) ?? new Set()).add(what))
}

async function attack(path: string, call: Callable | undefined): Promise<void> {
  if (call === undefined) return fault(path, 'is listed, and not there')
  const lists: (readonly [string, readonly unknown[]])[] = [['no arguments', []]]
  const places = Math.max(call.length, 1) + 2
  const good = [text, signer, 'did:web:a.example']
  for (let index = 0; index < Math.min(places, costly.has(path) ? 1 : 4); index += 1)
    for (const [what, make] of wrong) {
      const other = good.map((usual) => Array.from({ length: index }, () => usual))
      for (const before of index === 0 ? [[]] : other)
        lists.push([`${what} as argument ${index + 1}`, [...before, make()]])
      lists.push([`${what} everywhere up to ${index + 1}`, Array.from({ length: index + 1 }, make)])
    }
  for (const [what, args] of lists) {
    const error = await outcome(call, args)
    if (error !== undefined && !isOurs(error) && !isTheirs(error))
      fault(path, `${what}: ${named(error)}`)
    if (!alive()) {
      fault(path, `${what}: the engine is lost`)
      return
    }
  }
}

const paths = listed.filter((path) => !elsewhere.has(path))

afterAll(() => {
  if (process.env['COUNTERSIGN_PRINT_FAULTS'])
    for (const [path, what] of faults)
      console.log(`${path}\n  ${[...what].slice(0, 6).join('\n  ')}`)
})

test('what never ends is no result', async () => {
  await expect(settled(new Promise(() => undefined), 10)).rejects.toBe(hang)
})

test('there are functions to attack', () => expect(paths.length).toBeGreaterThan(250))

test.each(paths)('%s', { timeout: 600_000 }, async (path) => {
  await attack(path, find(path))
  const found = [...(faults.get(path) ?? [])]
  expect(found.slice(0, 3)).toEqual([])
})

const secret = new Uint8Array(32)
/** What has methods, made anew for each of them, and not `close`, which does what it should. */
const objects: readonly (readonly [string, () => object])[] = [
  ['LocalSigner', () => api.Keys.generate('secp256k1')],
  ['LocalAgreement', () => api.Keys.generate('X25519')],
  ['Session', () => api.Session.create({ secret, role: 'initiator' })],
  ['SessionManager', () => new api.Session.SessionManager()],
  ['SageSession', () => api.Sage.Session.fromSeed(secret, { id: 'a' })],
  ['Gate', () => api.Handshake.gate()],
  [
    'PreparedRing',
    () => api.Ring.prepare([signer.publicKey, api.Keys.generate('Ed25519').publicKey]),
  ],
  ['MessageGuard', () => api.Guard.create()],
  ['replay store', () => api.memoryReplayStore()],
  [
    'Pending of SAGE',
    () =>
      api.Sage.Handshake.initiate(
        signer,
        { key: agreement.publicKey },
        { did: 'did:web:a.example', peer: 'did:web:b.example', context: 'c' },
      ).pending,
  ],
]

test.each(objects)('methods of %s', { timeout: 600_000 }, async (name, make) => {
  const object = make()
  // A store is a plain object.
  const holder =
    Object.getPrototypeOf(object) === Object.prototype ? object : Object.getPrototypeOf(object)
  const methods = Object.entries(Object.getOwnPropertyDescriptors(holder)).filter(
    ([name, { value }]) => typeof value === 'function' && !['constructor', 'close'].includes(name),
  )
  for (const [method, { value }] of methods) {
    const target = make()
    await attack(`${name}#${method}`, (...args) => (value as Callable).apply(target, args))
    expect([...(faults.get(`${name}#${method}`) ?? [])].slice(0, 3)).toEqual([])
  }
})

test('new SessionManager', async () => {
  await attack('new', (...args) => Reflect.construct(api.Session.SessionManager, args))
  expect([...(faults.get('new') ?? [])]).toEqual([])
})

const key = signer.publicKey
const facts = Object.fromEntries(['format', 'linkage'].map((name) => [name, { state: 'ok' }]))
/** Members that hold more than one plain value, each with the wrong thing for all of it, and for one of a list. */
const members: readonly (readonly [string, Callable])[] = [
  ['Card.canonicalize, reading', (reading) => api.Card.canonicalize('{}', { reading } as never)],
  ['Card.sign, reading', (reading) => api.Card.sign('{}', signer, { kid: 'k', reading } as never)],
  ['Card.verify, reading', (reading) => api.Card.verify('{}', { key }, { reading } as never)],
  [
    'Card.canonicalize, an answer',
    (defaults) => api.Card.canonicalize('{}', { reading: { defaults } } as never),
  ],
  [
    'purposes of a trusted key',
    (purposes) => api.Card.verify('{}', { keys: [{ key, purposes }] } as never),
  ],
  [
    'requireFacts, unchecked',
    (unchecked) => api.requireFacts({ facts } as never, { unchecked } as never),
  ],
]

test.each(members)('%s', { timeout: 600_000 }, async (name, call) => {
  await attack(name, call)
  await attack(`${name}, in a list`, (argument) => call([argument]))
  const found = [name, `${name}, in a list`].flatMap((path) => [...(faults.get(path) ?? [])])
  expect(found).toEqual([])
})
