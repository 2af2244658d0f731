import { describe, expect, test, vi } from 'vitest'
import { Encoding, Identity } from '../src/subpath/all.js'
import { refusal } from './setup/help.js'

const page = typeof document === 'object'

/** What every store must do. */
async function keeps(store: Identity.Store): Promise<void> {
  expect(await store.list()).toEqual([])
  expect(await store.get('agent')).toBeUndefined()
  await store.set('agent', 'one')
  await store.set('agent', 'two, ü')
  await store.set('a.b_c-1', 'three')
  expect(await store.get('agent')).toBe('two, ü')
  expect(await store.list()).toEqual(['a.b_c-1', 'agent'])
  expect(await store.delete('agent')).toBe(true)
  expect(await store.delete('agent')).toBe(false)
  expect(await store.list()).toEqual(['a.b_c-1'])
  for (const name of names)
    await expect(store.get(name)).rejects.toThrowError(refusal('ERR_STORE_NAME'))
  for (const name of names)
    await expect(store.set(name, '')).rejects.toThrowError(refusal('ERR_STORE_NAME'))
  await expect(store.set('agent', 1 as never)).rejects.toThrowError(refusal('ERR_ARGUMENT'))
}

const names = [
  '',
  '.',
  '..',
  '../agent',
  'a/b',
  'a\\b',
  'a..b',
  '.agent',
  'agent.',
  'Agent',
  'con',
  'nul.json',
  'com1',
  'a b',
  'a\0b',
  'ä',
  'x'.repeat(65),
]

test('memory', () => keeps(Identity.memoryStore()))

test('IndexedDB, under a key that no script can read', async () => {
  if (!page) {
    expect(() => Identity.indexedDbStore()).toThrowError(refusal('ERR_STORE_UNAVAILABLE'))
    return
  }
  const database = `test-${Math.random()}`
  await keeps(Identity.indexedDbStore({ database }))
  const request = indexedDB.open(database)
  const base = await new Promise<IDBDatabase>((resolve) => {
    request.onsuccess = () => resolve(request.result)
  })
  const read = (name: string, key: string) =>
    new Promise<never>((resolve) => {
      const got = base.transaction(name).objectStore(name).get(key)
      got.onsuccess = () => resolve(got.result as never)
    })
  const key: CryptoKey = await read('keys', 'aes')
  expect(key.extractable).toBe(false)
  const entry: { nonce: Uint8Array; sealed: ArrayBuffer } = await read('texts', 'a.b_c-1')
  expect(new TextDecoder().decode(entry.sealed)).not.toContain('three')

  // An entry under another name does not decrypt.
  const write = base.transaction('texts', 'readwrite').objectStore('texts').put(entry, 'moved')
  await new Promise((resolve) => {
    write.onsuccess = resolve
  })
  base.close()
  const store = Identity.indexedDbStore({ database })
  expect(await store.get('a.b_c-1')).toBe('three')
  await expect(store.get('moved')).rejects.toThrowError(refusal('ERR_STORE_DAMAGED'))
})

test.runIf(page)('IndexedDB is opened anew when another page renewed it', async () => {
  const database = `test-${Math.random()}`
  const store = Identity.indexedDbStore({ database })
  await store.set('kept', 'before')
  // It waits until the store lets go of the database.
  const request = indexedDB.deleteDatabase(database)
  await new Promise((resolve, reject) => {
    request.onsuccess = resolve
    request.onerror = reject
    request.onblocked = reject
  })
  expect(await store.list()).toEqual([])
  await store.set('kept', 'after')
  expect(await Identity.indexedDbStore({ database }).get('kept')).toBe('after')
})

test.runIf(page)('two pages that make a database at once have one key', async () => {
  const database = `test-${Math.random()}`
  const stores = [1, 2, 3].map(() => Identity.indexedDbStore({ database }))
  await Promise.all(stores.map((store, index) => store.set(`of-${index}`, String(index))))
  for (const store of stores)
    for (const index of stores.keys()) expect(await store.get(`of-${index}`)).toBe(String(index))
})

test('a folder needs Node', () => {
  if (page)
    expect(() => Identity.fileStore({ folder: 'x' })).toThrowError(refusal('ERR_STORE_UNAVAILABLE'))
  expect(() => Identity.fileStore({} as never)).toThrowError(refusal('ERR_ARGUMENT'))
})

describe('a passkey', () => {
  const output = new Uint8Array(32).fill(5)
  const credential = (first?: BufferSource) => ({
    rawId: new Uint8Array([1, 2, 3]).buffer,
    getClientExtensionResults: () => ({
      prf: { enabled: true, ...(first && { results: { first } }) },
    }),
  })
  /** An authenticator that gives the output when it is asked for it, as most do. */
  const seam = (value: unknown, atOnce = false) =>
    ({
      create: async () => credential(atOnce ? output : undefined),
      get: async () => value,
    }) as unknown as CredentialsContainer
  const of = { relyingParty: 'agent.example', user: 'agent' }

  test.each([false, true])('opens the file (output at once: %s)', async (atOnce) => {
    using vault = Identity.create({ identity: 'did:web:agent.example' })
    const credentials = seam(credential(output.buffer), atOnce)
    const slot = await Identity.passkeySlot({ ...of, credentials, label: 'touch' })
    vault.addSlot(slot)
    const file = vault.seal()
    expect(Identity.read(file).slots[0]).toMatchObject({
      kind: 'passkey',
      relyingParty: 'agent.example',
      credential: Encoding.base64url.encode(new Uint8Array([1, 2, 3])),
    })
    using opened = Identity.open(file, await Identity.unlockWithPasskey(file, { credentials }))
    expect(opened.info().identity).toBe('did:web:agent.example')
    const other = seam(credential(new Uint8Array(32)))
    const unlock = await Identity.unlockWithPasskey(file, { credentials: other })
    expect(() => Identity.open(file, unlock)).toThrowError(refusal('ERR_IDENTITY_FILE_LOCKED'))
  })

  test('without PRF, or refused by the user', async () => {
    const slot = (credentials: CredentialsContainer) => Identity.passkeySlot({ ...of, credentials })
    await expect(slot(seam(credential()))).rejects.toThrowError(refusal('ERR_PASSKEY_UNAVAILABLE'))
    await expect(slot(seam(null))).rejects.toThrowError(refusal('ERR_PASSKEY_FAILED'))
    const refusing = { create: () => Promise.reject(new Error('NotAllowedError')) }
    await expect(slot(refusing as never)).rejects.toThrowError(refusal('ERR_PASSKEY_FAILED'))
  })

  test('outside a page, or in one without passkeys', async () => {
    vi.stubGlobal('navigator', undefined)
    try {
      await expect(Identity.passkeySlot(of)).rejects.toThrowError(
        refusal('ERR_PASSKEY_UNAVAILABLE'),
      )
    } finally {
      vi.unstubAllGlobals()
    }
  })

  // The real thing: a virtual authenticator, with its PRF, where the browser's driver has one.
  test.runIf(page)('of the browser opens the file', async ({ skip }) => {
    const { commands } = (await import('vitest/browser')) as unknown as Page
    if (!(await commands.addAuthenticator())) skip("the browser's driver has no authenticator")
    using vault = Identity.create({ identity: 'did:web:agent.example' })
    const mine = { relyingParty: location.hostname, user: 'agent' }
    const slot = await Identity.passkeySlot(mine)
    vault.addSlot(slot)
    vault.addSlot(await Identity.passkeySlot(mine))
    const file = vault.seal()
    const [first, second] = Identity.read(file).slots.map(({ id }) => id) as [string, string]

    // The output is the authenticator's: 32 bytes, the same each time, and of this passkey alone.
    const unlock = await Identity.unlockWithPasskey(file)
    expect(unlock).toEqual({ slot: first, secret: slot.secret })
    expect(unlock.secret.length).toBe(32)
    const other = await Identity.unlockWithPasskey(file, { slot: second })
    expect(other.secret).not.toEqual(unlock.secret)

    using opened = Identity.open(file, unlock)
    expect(opened.info().identity).toBe('did:web:agent.example')
    const crossed = { slot: first, secret: other.secret }
    expect(() => Identity.open(file, crossed)).toThrowError(refusal('ERR_IDENTITY_FILE_LOCKED'))
  })
})

/** What the configuration of the tests adds to a page. */
type Page = { readonly commands: { addAuthenticator(): Promise<boolean> } }
