/**
 * Requests and transactions of IndexedDB as promises, and the error of a host without it.
 *
 * @internal
 * @module
 */

import { CountersignError } from './errors.js'

/** Refuses a host that has no IndexedDB, or no WebCrypto for what is put there. */
export function checkIndexedDb(): void {
  if (typeof indexedDB !== 'object' || !globalThis.crypto?.subtle)
    throw new CountersignError(
      'ERR_STORE_UNAVAILABLE',
      'IndexedDB and WebCrypto are missing: use a secure page of a browser',
    )
}

/** The error of a browser that has IndexedDB and does not let this page use it. */
export function storeRefused(cause: unknown): CountersignError {
  return new CountersignError(
    'ERR_STORE_UNAVAILABLE',
    'the browser refused the store: private windows may have none',
    { cause },
  )
}

/** The result of a request. */
export function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

/** Resolves when the transaction is on the disk, not only accepted. */
export function write(
  store: IDBObjectStore,
  use: (store: IDBObjectStore) => IDBRequest,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const { transaction } = store
    transaction.oncomplete = () => resolve()
    transaction.onerror = () => reject(transaction.error)
    transaction.onabort = () => reject(transaction.error)
    use(store)
  })
}
