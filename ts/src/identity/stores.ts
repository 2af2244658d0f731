/**
 * Where identity files are kept.
 *
 * | Store | In | Adds |
 * | --- | --- | --- |
 * | {@link memoryStore} | this process | nothing |
 * | {@link indexedDbStore} | the browser | a second encryption, under a key that no script can read |
 * | {@link fileStore} | a folder, in Node | mode 0600; a file is replaced as a whole or not at all |
 *
 * A name is 1 to 64 of `a-z 0-9 . _ -`, starts and ends with a letter or digit, and has no two dots in a row:
 * it can name no other folder, and means the same where case does not count.
 *
 * @module
 */

import * as check from '../check.js'
import { CountersignError } from '../errors.js'
import { type Fields, shape, withDefault } from '../shape.js'
import { folderEntries } from './folder.js'
import { indexedDbEntries } from './indexedDb.js'
import type { Store } from './store.js'

/**
 * A store that lasts as long as the process.
 *
 * @throws `ERR_STORE_NAME`, from every function that takes a name.
 */
export function memoryStore(): Store {
  const texts = new Map<string, string>()
  return withCheckedNames({
    get: async (name) => texts.get(name),
    async set(name, text) {
      texts.set(name, text)
    },
    delete: async (name) => texts.delete(name),
    list: async () => [...texts.keys()],
  })
}

/**
 * A store in IndexedDB, encrypted under an AES key of WebCrypto that cannot be exported. It protects against copies of
 * the disk. A script of the same origin can use the key, which is why the identity file keeps its own encryption.
 *
 * @example
 * ```ts no-run: it needs a page
 * const store = Identity.indexedDbStore()
 * await store.set('agent', identity.seal())
 * ```
 *
 * @throws `ERR_STORE_NAME`; `ERR_STORE_UNAVAILABLE` where there is no IndexedDB; `ERR_STORE_DAMAGED` for an
 * entry that does not decrypt.
 */
export function indexedDbStore(options: indexedDbStore.Options = {}): Store {
  const { database } = readIndexedDb(options)
  return withCheckedNames(indexedDbEntries(database))
}

const readIndexedDb = shape({
  database: withDefault(check.text, 'countersign'),
} satisfies Fields<indexedDbStore.Options>)

export declare namespace indexedDbStore {
  type Options = {
    /** Name of the database. Default: `countersign`. */
    readonly database?: string
  }
}

/**
 * A store in a folder, in Node. The folder is made with mode 0700 if it is not there.
 *
 * @example
 * ```ts
 * const store = Identity.fileStore({ folder: '.agent' })
 * ```
 *
 * @throws `ERR_STORE_NAME`; `ERR_STORE_UNAVAILABLE` outside Node. Errors of the file system pass as they are.
 */
export function fileStore(options: fileStore.Options): Store {
  const { folder } = readFolder(options)
  return withCheckedNames(folderEntries(folder))
}

const readFolder = shape({ folder: check.text } satisfies Fields<fileStore.Options>)

export declare namespace fileStore {
  type Options = {
    /** Where the files are: `<folder>/<name>.json`. */
    readonly folder: string
  }
}

const pattern = /^[a-z0-9](?:[a-z0-9._-]{0,62}[a-z0-9])?$/
/** Names that Windows takes for devices, whatever follows. */
const devices = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/

/** `store` behind a check of every name. */
function withCheckedNames(store: Store): Store {
  const checked = (name: unknown): string => {
    const text = check.text(name, 'name')
    if (pattern.test(text) && !text.includes('..') && !devices.test(text)) return text
    throw new CountersignError(
      'ERR_STORE_NAME',
      'a name must be 1 to 64 of a-z, 0-9, dot, underscore and hyphen',
      { member: 'name', want: '1 to 64 of a-z, 0-9, dot, underscore and hyphen', got: text },
    )
  }
  return {
    get: async (name) => store.get(checked(name)),
    set: async (name, text) => store.set(checked(name), check.text(text, 'text')),
    delete: async (name) => store.delete(checked(name)),
    list: async () => (await store.list()).sort(),
  }
}
