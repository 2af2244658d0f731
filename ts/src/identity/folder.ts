/**
 * A store in a folder. Node's modules are taken from `process.getBuiltinModule`, so that this file can be
 * part of a browser bundle, where it is never run.
 *
 * @internal
 * @module
 */

import { CountersignError } from '../errors.js'
import { builtin } from '../http/node.js'
import { ignoreMissing, writeSynced } from '../nodeFiles.js'
import type { Store } from './store.js'

const suffix = '.json'

/** Entries of `folder`, whose names were checked. */
export function folderEntries(folder: string): Store {
  const { files, join } = fileSystem()
  const path = (name: string) => join(folder, `${name}${suffix}`)

  /** Writes to another file, then renames it: a reader sees the whole old text or the whole new one. */
  const replace = async (name: string, text: string): Promise<void> => {
    await files.mkdir(folder, { recursive: true, mode: 0o700 })
    const fresh = join(folder, `.${name}.${globalThis.crypto.randomUUID()}`)
    try {
      await writeSynced(files, fresh, text, 0o600)
      await files.rename(fresh, path(name))
    } catch (error) {
      await files.rm(fresh, { force: true })
      throw error
    }
  }

  return {
    get: (name) => ignoreMissing(files.readFile(path(name), 'utf8')),
    set: replace,
    delete: async (name) =>
      (await ignoreMissing(files.unlink(path(name)).then(() => true))) ?? false,
    async list() {
      const names = (await ignoreMissing(files.readdir(folder))) ?? []
      return names
        .filter((name) => name.endsWith(suffix) && !name.startsWith('.'))
        .map((name) => name.slice(0, -suffix.length))
    },
  }
}

function fileSystem() {
  const load = builtin()
  if (!load)
    throw new CountersignError(
      'ERR_STORE_UNAVAILABLE',
      'there is no file system here: use indexedDbStore or memoryStore',
    )
  return { files: load('node:fs/promises'), join: load('node:path').join }
}
