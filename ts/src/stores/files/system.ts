/**
 * What is done with files: whole ones are made, folders synced, old ones deleted.
 *
 * @internal
 * @module
 */

import type { join as Join } from 'node:path'

import { ignoreMissing, writeSynced } from '../../nodeFiles.js'

/** What is used of Node. */
export type FileSystem = {
  readonly files: typeof import('node:fs/promises')
  readonly join: typeof Join
  readonly dirname: (path: string) => string
}

/** Makes a file that is whole from the start. Gives whether it was the one who made it. */
export async function makeFile(
  { files, join }: FileSystem,
  folder: string,
  name: string,
  bytes: Uint8Array,
): Promise<boolean> {
  const fresh = join(folder, `.${globalThis.crypto.randomUUID()}`)
  try {
    await writeSynced(files, fresh, bytes)
    await files.link(fresh, join(folder, name))
    return true
  } catch (error) {
    if (isTaken(error)) return false
    throw error
  } finally {
    await files.rm(fresh, { force: true })
  }
}

/** Somebody made the version before, or the last one and deleted the folder. */
function isTaken(error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return code === 'EEXIST' || code === 'ENOENT'
}

/** Syncs a folder, if it is there. */
export async function syncFolder({ files }: FileSystem, folder: string): Promise<void> {
  const opened = await ignoreMissing(files.open(folder, 'r'))
  if (opened === undefined) return
  try {
    await opened.sync()
  } finally {
    await opened.close()
  }
}

/** Deletes the versions of what is final. A writer that is late makes one more, finds out, and deletes it. */
export async function discardFolder({ files }: FileSystem, folder: string): Promise<void> {
  try {
    await files.rm(folder, { recursive: true, force: true })
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'ENOTEMPTY') throw error
  }
}

/** What is wrong with a folder, in words. */
export async function inspectFolder(
  { files }: FileSystem,
  folder: string,
): Promise<readonly string[]> {
  try {
    await files.mkdir(folder, { recursive: true })
    await files.access(folder, files.constants.R_OK | files.constants.W_OK)
    return []
  } catch (error) {
    return [`the folder cannot be written: ${(error as { code?: unknown }).code}`]
  }
}
