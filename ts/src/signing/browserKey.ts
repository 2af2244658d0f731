/**
 * A key that a page finds again after a reload, and that no script can read.
 *
 * @module
 */

import * as check from '../check.js'
import { CountersignError } from '../errors.js'
import { checkIndexedDb, done, storeRefused } from '../indexedDb.js'
import { type Fields, shape, withDefault } from '../shape.js'
import type { Signer } from '../signing.js'
import { fromCryptoKey } from './webCrypto.js'

/**
 * The key of this name in this browser: made at the first call, and found at every later one. WebCrypto holds it in
 * IndexedDB, and gives it out to nobody. It is an Ed25519 key, or a P-256 key where the browser has no Ed25519; a key that
 * is there stays what it is.
 *
 * Scripts of the same origin can sign with it, and the user can delete it with the data of the site. Ask for
 * `navigator.storage.persist()`, and let a second key speak for the same identity.
 *
 * @example
 * ```ts no-run: it needs a page
 * const signer = await Keys.browserKey('agent')
 * const did = Did.fromKey(signer.publicKey)
 * ```
 *
 * @throws `ERR_STORE_UNAVAILABLE` outside a secure page of a browser, and where the browser refuses the store;
 * `ERR_STORE_DAMAGED` if what has this name is no key pair.
 */
export async function browserKey(name: string, options: browserKey.Options = {}): Promise<Signer> {
  const label = check.text(name, 'name')
  const { database } = readOptions(options)
  checkIndexedDb()
  return signerOf(await storedPair(database, label))
}

const readOptions = shape({
  database: withDefault(check.text, 'countersign-keys'),
} satisfies Fields<browserKey.Options>)

export declare namespace browserKey {
  type Options = {
    /** Name of the database. Default: `countersign-keys`. */
    readonly database?: string
  }
}

async function signerOf(pair: unknown): Promise<Signer> {
  try {
    return await fromCryptoKey(pair as CryptoKeyPair)
  } catch (cause) {
    throw new CountersignError(
      'ERR_STORE_DAMAGED',
      'the entry of this name is no key pair for signing: delete it, or use another name',
      { cause },
    )
  }
}

async function storedPair(database: string, name: string): Promise<unknown> {
  const request = indexedDB.open(database, 1)
  request.onupgradeneeded = () => request.result.createObjectStore('keys')
  try {
    const base = await done(request)
    try {
      return (await pairIn(base, name)) ?? (await addPair(base, name))
    } finally {
      base.close()
    }
  } catch (cause) {
    throw storeRefused(cause)
  }
}

function pairIn(base: IDBDatabase, name: string): Promise<unknown> {
  return done(base.transaction('keys', 'readonly').objectStore('keys').get(name))
}

/** Two pages may get here at once: the first one wins, and both then read what it wrote. */
async function addPair(base: IDBDatabase, name: string): Promise<unknown> {
  const fresh = await freshPair()
  const store = base.transaction('keys', 'readwrite').objectStore('keys')
  const failure = await done(store.add(fresh, name)).then(
    () => undefined,
    (error: unknown) => error,
  )
  const stored = await pairIn(base, name)
  if (stored === undefined) throw failure
  return stored
}

async function freshPair(): Promise<unknown> {
  const uses: KeyUsage[] = ['sign', 'verify']
  const { subtle } = globalThis.crypto
  try {
    return await subtle.generateKey('Ed25519', false, uses)
  } catch {
    // A browser without Ed25519.
    return subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, uses)
  }
}
