import { expect, test } from 'vitest'
import { Keys, Receipt } from '../src/subpath/all.js'
import { refusal } from './setup/help.js'

const page = typeof document === 'object'
const database = `test-${Math.random()}`

test('a key of the browser is found again, and is another under another name', async () => {
  if (!page) {
    await expect(Keys.browserKey('agent')).rejects.toThrowError(refusal('ERR_STORE_UNAVAILABLE'))
    return
  }
  const [first, same] = await Promise.all([
    Keys.browserKey('agent', { database }),
    Keys.browserKey('agent', { database }),
  ])
  expect(same.publicKey).toEqual(first.publicKey)
  const later = await Keys.browserKey('agent', { database })
  expect(later.publicKey).toEqual(first.publicKey)
  expect((await Keys.browserKey('other', { database })).publicKey).not.toEqual(first.publicKey)
  const receipt = await Receipt.issue({ action: 'a', content: 1 }, later)
  expect(Receipt.verify(receipt, { key: first.publicKey }).actor).toBe(receipt.actor)
})

test('no script can read it, and what is no key is refused', async () => {
  if (!page) return
  await Keys.browserKey('agent', { database })
  const request = indexedDB.open(database)
  const base = await new Promise<IDBDatabase>((resolve) => {
    request.onsuccess = () => resolve(request.result)
  })
  const store = () => base.transaction('keys', 'readwrite').objectStore('keys')
  const read = store().get('agent')
  const pair = await new Promise<CryptoKeyPair>((resolve) => {
    read.onsuccess = () => resolve(read.result)
  })
  await expect(crypto.subtle.exportKey('pkcs8', pair.privateKey)).rejects.toThrowError()
  const put = store().put('no key', 'bad')
  await new Promise((resolve) => {
    put.onsuccess = resolve
  })
  base.close()
  await expect(Keys.browserKey('bad', { database })).rejects.toThrowError(
    refusal('ERR_STORE_DAMAGED'),
  )
})

test('a name must be a text', async () => {
  await expect(Keys.browserKey(7 as never)).rejects.toThrowError(refusal('ERR_ARGUMENT'))
})
