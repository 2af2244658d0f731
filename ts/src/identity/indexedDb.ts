/**
 * A store in IndexedDB: texts under AES-256-GCM, with a key that WebCrypto keeps and does not give out.
 *
 * Object store `keys` holds the one key; `texts` holds `{ nonce, sealed }` by name. The name is
 * authenticated, so that entries cannot change places.
 *
 * A connection that the browser or another page closes is opened anew. The browser may delete all of it (Safari does
 * after seven days without a visit) unless `navigator.storage.persist()` was granted: keep a copy of an identity
 * elsewhere.
 *
 * @internal
 * @module
 */

import { CountersignError } from '../errors.js'
import { checkIndexedDb, done, storeRefused, write } from '../indexedDb.js'
import type { Store } from './store.js'

type Opened = { readonly base: IDBDatabase; readonly key: CryptoKey }
type Entry = { readonly nonce: Uint8Array<ArrayBuffer>; readonly sealed: ArrayBuffer }

/** Entries of `database`, whose names were checked. */
export function indexedDbEntries(database: string): Store {
  checkIndexedDb()
  const use = connected(database)
  return {
    get: (name) =>
      use(async ({ base, key }) => {
        const entry = await done<Entry | undefined>(texts(base, 'readonly').get(name))
        return entry && decrypt(key, name, entry)
      }),
    set: (name, text) =>
      use(async ({ base, key }) => {
        const entry = await encrypt(key, name, text)
        await write(texts(base, 'readwrite'), (store) => store.put(entry, name))
      }),
    delete: (name) =>
      use(async ({ base }) => {
        const present = (await done(texts(base, 'readonly').getKey(name))) !== undefined
        await write(texts(base, 'readwrite'), (store) => store.delete(name))
        return present
      }),
    list: () =>
      use(async ({ base }) => (await done(texts(base, 'readonly').getAllKeys())).map(String)),
  }
}

/** Runs what needs a connection on one that stays open; after an error the next run gets another. */
function connected(database: string): <T>(run: (opened: Opened) => Promise<T>) => Promise<T> {
  let opening: Promise<Opened> | undefined
  const forget = () => {
    opening = undefined
  }
  const opened = () => {
    opening ??= connect(database, forget).catch((error) => {
      forget()
      throw error
    })
    return opening
  }
  return async (run) => {
    try {
      return await run(await opened())
    } catch (cause) {
      if (cause instanceof CountersignError) throw cause
      forget()
      throw storeRefused(cause)
    }
  }
}

async function connect(database: string, lost: () => void): Promise<Opened> {
  const request = indexedDB.open(database, 1)
  request.onupgradeneeded = () => {
    request.result.createObjectStore('keys')
    request.result.createObjectStore('texts')
  }
  const base = await done(request)
  base.onclose = lost
  base.onversionchange = () => {
    // Another page deletes or renews the database, and waits until this one lets go.
    base.close()
    lost()
  }
  const keys = () => base.transaction('keys', 'readonly').objectStore('keys')
  const old = await done<CryptoKey | undefined>(keys().get('aes'))
  if (old) return { base, key: old }
  const algorithm = { name: 'AES-GCM', length: 256 }
  const fresh = await crypto.subtle.generateKey(algorithm, false, ['encrypt', 'decrypt'])
  // Two pages may get here at once: the first one wins, and both then read what it wrote.
  const store = base.transaction('keys', 'readwrite').objectStore('keys')
  await done(store.add(fresh, 'aes')).catch(() => undefined)
  return { base, key: await done<CryptoKey>(keys().get('aes')) }
}

async function encrypt(key: CryptoKey, name: string, text: string): Promise<Entry> {
  const nonce = crypto.getRandomValues(new Uint8Array(12))
  const sealed = await crypto.subtle.encrypt(parameters(nonce, name), key, encode(text))
  return { nonce, sealed }
}

async function decrypt(key: CryptoKey, name: string, entry: Entry): Promise<string> {
  try {
    const { nonce, sealed } = entry
    return new TextDecoder().decode(
      await crypto.subtle.decrypt(parameters(nonce, name), key, sealed),
    )
  } catch (cause) {
    throw new CountersignError(
      'ERR_STORE_DAMAGED',
      'the entry of the store does not decrypt: somebody changed it, or the store has another key',
      { cause },
    )
  }
}

function parameters(iv: Uint8Array<ArrayBuffer>, name: string): AesGcmParams {
  return { name: 'AES-GCM', iv, additionalData: encode(name) }
}

function texts(base: IDBDatabase, mode: IDBTransactionMode): IDBObjectStore {
  return base.transaction('texts', mode).objectStore('texts')
}

function encode(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text)
}
