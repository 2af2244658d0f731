import { describe, expect, test } from 'vitest'
import { Did, Keys } from '../src/subpath/all.js'
import { memoryStores } from '../src/subpath/stores/memory.js'

const did = 'did:sage:ethereum:0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const code = async (run: Promise<unknown>) =>
  run.then(
    () => 'no error',
    (error) => error.code,
  )

/** A resolver over one plugged-in method, whose calls and clock the test sees. */
function plugged(options: Did.resolver.Options = {}) {
  const seen: string[] = []
  let time = 0
  const resolver = Did.resolver({
    methods: {
      sage: async (asked) => {
        seen.push(asked)
        return JSON.stringify({ id: asked })
      },
    },
    now: () => new Date(time * 1000),
    ...options,
  })
  return { resolver, seen, setTime: (seconds: number) => (time = seconds) }
}

describe('options of a resolver', () => {
  test('a misspelt member is refused by name, also in the policy', () => {
    for (const [options, name] of [
      [{ tll: 5 }, 'ttl'],
      [{ policy: { maxbytes: 5 } }, 'maxBytes'],
    ] as const)
      expect(() => Did.resolver(options as never)).toThrow(
        expect.objectContaining({
          code: 'ERR_ARGUMENT',
          message: expect.stringContaining(`did you mean "${name}"?`),
        }),
      )
    expect(() => Did.resolver({ methods: { sage: 5 as never } })).toThrow(
      expect.objectContaining({ code: 'ERR_ARGUMENT' }),
    )
  })

  test('a method that cannot be read is refused', () => {
    const methods = {
      get sage(): never {
        throw new Error('code of the caller')
      },
    }
    expect(() => Did.resolver({ methods })).toThrow(
      expect.objectContaining({ name: 'CountersignError', code: 'ERR_ARGUMENT' }),
    )
  })

  test('what a class gives counts, and Object.prototype does not', async () => {
    const seen: string[] = []
    const sage = (asked: string) => {
      seen.push(asked)
      return { id: asked }
    }
    const resolver = Did.resolver(Object.create({ ttl: 0, methods: { sage } }))
    Object.assign(Object.prototype, { methods: {}, sage: () => '{}', policy: { allowHttp: true } })
    try {
      await resolver.resolve(did)
      await resolver.resolve(did)
      const bare = Did.resolver({ methods: {} })
      expect(await code(bare.resolve(did))).toBe('ERR_DID_METHOD_UNSUPPORTED')
    } finally {
      for (const name of ['methods', 'sage', 'policy'])
        Reflect.deleteProperty(Object.prototype, name)
    }
    expect(seen).toEqual([did, did])
  })
})

describe('resolver', () => {
  test('makes local documents without any method plugged in', async () => {
    const own = Did.fromKey(Keys.generate('Ed25519').publicKey)
    expect(await Did.resolver().resolve(own)).toMatchObject({ id: own })
  })

  test('passes the canonical DID, and caches by it', async () => {
    const { resolver, seen } = plugged()
    await resolver.resolve(did.replace('ethereum', 'eth'))
    await resolver.resolve(did)
    expect(seen).toEqual([did])
  })

  test('asks again after the time to live', async () => {
    const { resolver, seen, setTime } = plugged({ ttl: 10 })
    await resolver.resolve(did)
    setTime(9)
    await resolver.resolve(did)
    expect(seen.length).toBe(1)
    setTime(10)
    await resolver.resolve(did)
    expect(seen.length).toBe(2)
  })

  test('gives every caller a document of its own', async () => {
    const { resolver } = plugged()
    const first = (await resolver.resolve(did)) as { id: string }
    first.id = 'did:web:evil.example'
    expect(await resolver.resolve(did)).toEqual({ id: did })
  })

  test('shares one load among callers at the same time', async () => {
    const { resolver, seen } = plugged({ ttl: 0 })
    await Promise.all([resolver.resolve(did), resolver.resolve(did)])
    expect(seen.length).toBe(1)
  })

  test('keeps documents in a cache that others share', async () => {
    const { documents } = memoryStores()
    const [mine, theirs] = [plugged({ cache: documents }), plugged({ cache: documents })]
    await mine.resolver.resolve(did)
    expect(await theirs.resolver.resolve(did)).toEqual({ id: did })
    expect([mine.seen, theirs.seen]).toEqual([[did], []])
    await theirs.resolver.forget(did)
    await mine.resolver.resolve(did)
    expect(mine.seen).toEqual([did, did])
    expect(await code(mine.resolver.forget())).toBe('ERR_ARGUMENT')
  })

  test('a shared cache that fails, or gives something else, refuses', async () => {
    const cache = memoryStores().documents
    const { resolver, seen } = plugged({ cache })
    for (const text of ['{', '{"id":"did:web:other.example"}', `{"id":"${did}","id":"${did}"}`]) {
      await cache.keep(did, text, 60)
      expect(await code(resolver.resolve(did))).toBe('ERR_STORE_DAMAGED')
    }
    expect(seen).toEqual([])
    const gone = { ...cache, find: () => Promise.reject(new Error('gone')) }
    const other = plugged({ cache: gone })
    await expect(other.resolver.resolve(did)).rejects.toThrow('gone')
    expect(other.seen).toEqual([])
    expect(() => Did.resolver({ cache: { ...cache, keep: 5 as never } })).toThrow(
      expect.objectContaining({ code: 'ERR_ARGUMENT', member: 'cache.keep' }),
    )
  })

  test('a document that was forgotten while it was kept is not kept', async () => {
    const { documents } = memoryStores()
    const cache = {
      ...documents,
      async keep(asked: string, text: string, seconds: number) {
        await documents.keep(asked, text, seconds)
        if (asked === did) await resolver.forget(asked)
      },
    }
    const { resolver } = plugged({ cache })
    await resolver.resolve(did)
    expect(await documents.find(did)).toBe(undefined)
  })

  test('forgets', async () => {
    const { resolver, seen } = plugged()
    await resolver.resolve(did)
    resolver.forget(did)
    await resolver.resolve(did)
    resolver.forget()
    await resolver.resolve(did)
    expect(seen.length).toBe(3)
  })

  test('keeps nothing of a load that was running when it forgot', async () => {
    const answers: ((document: object) => void)[] = []
    const resolver = Did.resolver({
      methods: { sage: () => new Promise<object>((answer) => answers.push(answer)) },
    })
    const old = resolver.resolve(did)
    await Promise.resolve()
    resolver.forget(did)
    const fresh = resolver.resolve(did)
    await Promise.resolve()
    answers[1]?.({ id: did, version: 'new' })
    expect(await fresh).toMatchObject({ version: 'new' })
    answers[0]?.({ id: did, version: 'old' })
    expect(await old).toMatchObject({ version: 'old' })
    expect(await resolver.resolve(did)).toMatchObject({ version: 'new' })
  })

  test('keeps no more characters than it may', async () => {
    const { resolver, seen } = plugged({ maxCharacters: 200 })
    for (const nonce of [1, 2, 3, 3, 1]) await resolver.resolve(`${did}:${nonce}`)
    expect(seen.length).toBe(4)
  })

  test('gives no document of an account on a chain unasked', async () => {
    const account = Did.ethrFromKey(Keys.generate('secp256k1').publicKey)
    expect(await code(Did.resolver().resolve(account))).toBe('ERR_DID_METHOD_UNSUPPORTED')
    const asked = Did.resolver({ methods: { ethr: (did) => Did.document(did) } })
    expect(await asked.resolve(account)).toMatchObject({ id: account })
  })

  test('resolves a short did:peer where its long form is known', async () => {
    const publicKeyMultibase = Keys.toMultikey(Keys.generate('Ed25519').publicKey)
    const key = { id: '#k', type: 'Multikey', publicKeyMultibase }
    const long = Did.peerFromDocument({ verificationMethod: [key], authentication: ['#k'] })
    const short = Did.peerShortForm(long)
    const resolver = Did.resolver({ methods: { peer: () => Did.peerShortDocument(long) } })
    expect(await resolver.resolve(short)).toMatchObject({ id: short, alsoKnownAs: [long] })
    expect(await code(Did.resolver().resolve(short))).toBe('ERR_DID_NEEDS_RESOLVER')
  })

  test('keeps no more than it may', async () => {
    const { resolver, seen } = plugged({ maxEntries: 2 })
    for (const nonce of [1, 2, 3, 1]) await resolver.resolve(`${did}:${nonce}`)
    expect(seen.length).toBe(4)
  })

  test.each([
    ['another subject', () => ({ id: 'did:web:evil.example' }), 'ERR_DID_DOCUMENT_ID'],
    ['no document', () => 5, 'ERR_ARGUMENT'],
    ['a duplicate member', () => `{"id":"${did}","id":"${did}"}`, 'ERR_JSON_DUPLICATE'],
  ])('refuses %s from a method, and does not cache it', async (_, sage, want) => {
    const resolver = Did.resolver({ methods: { sage: sage as never } })
    expect(await code(resolver.resolve(did))).toBe(want)
    expect(await code(resolver.resolve(did))).toBe(want)
  })

  test('says which method is missing', async () => {
    expect(await code(Did.resolver().resolve(did))).toBe('ERR_DID_METHOD_UNSUPPORTED')
    expect(await code(Did.resolver().resolve('did:constructor:a'))).toBe(
      'ERR_DID_METHOD_UNSUPPORTED',
    )
    expect(await code(Did.resolver().resolve('nonsense'))).toBe('ERR_DID_SYNTAX')
  })

  test.each([
    ['ttl', { ttl: -1 }],
    ['methods', { methods: { sage: 5 } }],
    ['now', { now: 5 }],
    ['maxCharacters', { maxCharacters: 0 }],
  ])('checks its options: %s', (_, options) => {
    expect(() => Did.resolver(options as never)).toThrowError(
      expect.objectContaining({ code: 'ERR_ARGUMENT' }),
    )
  })
})
