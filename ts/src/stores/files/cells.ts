/**
 * Objects in files, of which a version follows another.
 *
 * A version is a file whose name is its number, made by a hard link, which only one writer can make. A writer that slept
 * may make a number again that was deleted as old; then a higher one is there, and it looks again. The last version of a
 * tile, which is full, gets the path of the tile itself, and its versions go.
 *
 * @internal
 * @module
 */

import type { join as Join } from 'node:path'

import { ignoreMissing } from '../../http/node.js'
import type { Cell, Cells } from '../cells.js'
import { maxTile } from '../log.js'

/** What is used of Node. */
export type FileSystem = {
  readonly files: typeof import('node:fs/promises')
  readonly join: typeof Join
  readonly dirname: (path: string) => string
}

/** The version of what is never replaced. */
const final = 'final'

export function fileCells({ files, join, dirname }: FileSystem, root: string): Cells {
  const folderOf = (path: string) => `${join(root, path)}.versions`
  /** Folders above those of tiles that this process has synced. */
  const settled = new Set<string>()

  async function read(path: string): Promise<Cell | undefined> {
    for (;;) {
      const whole = await ignoreMissing(files.readFile(join(root, path)))
      if (whole) return { bytes: whole, version: final }
      const folder = folderOf(path)
      const newest = await newestIn(folder)
      if (newest === 0) return undefined
      const bytes = await ignoreMissing(files.readFile(join(folder, String(newest))))
      // Somebody may have replaced and deleted it since.
      if (bytes) return { bytes, version: String(newest) }
    }
  }

  async function newestIn(folder: string): Promise<number> {
    return Math.max(0, ...(await versionsIn(folder)))
  }

  async function versionsIn(folder: string): Promise<readonly number[]> {
    const names = (await ignoreMissing(files.readdir(folder))) ?? []
    return names.map(Number).filter(Number.isSafeInteger)
  }

  async function swap(path: string, bytes: Uint8Array, old: Cell | undefined): Promise<boolean> {
    const folder = folderOf(path)
    const next = Number(old?.version ?? 0) + 1
    // Whoever finds the tile final takes the folder away, at any moment: then there is nothing to replace.
    if (!(await ignoreMissing(add(folder, String(next), bytes)))) return false
    if (await ignoreMissing(files.stat(join(root, path)))) {
      await discard(folder)
      return false
    }
    if ((await newestIn(folder)) !== next) return false
    const isFull = bytes.length === maxTile && path.includes('/tile/')
    if (isFull) await files.link(join(folder, String(next)), join(root, path))
    await settle(path)
    if (isFull) await discard(folder)
    else await tidy(folder, next)
    return true
  }

  /** Syncs the folders that lead to an object: a new file, or folder, is an entry of the one above. */
  async function settle(path: string): Promise<void> {
    const place = dirname(join(root, path))
    await sync(folderOf(path))
    await sync(place)
    for (const folder of parents(dirname(place))) {
      if (settled.has(folder)) continue
      await sync(folder)
      settled.add(folder)
    }
  }

  /** As {@link make}, in a folder that may not be there yet. */
  async function add(folder: string, name: string, bytes: Uint8Array): Promise<boolean> {
    await files.mkdir(folder, { recursive: true })
    return make(folder, name, bytes)
  }

  /** Makes a file that is whole from the start. Gives whether it was the one who made it. */
  async function make(folder: string, name: string, bytes: Uint8Array): Promise<boolean> {
    const fresh = join(folder, `.${globalThis.crypto.randomUUID()}`)
    try {
      const file = await files.open(fresh, 'wx')
      try {
        await file.writeFile(bytes)
        await file.sync()
      } finally {
        await file.close()
      }
      await files.link(fresh, join(folder, name))
      return true
    } catch (error) {
      if (isTaken(error)) return false
      throw error
    } finally {
      await files.rm(fresh, { force: true })
    }
  }

  /** Deletes what nobody needs any more. The version before stays, for those who have just looked. */
  async function tidy(folder: string, newest: number): Promise<void> {
    const versions = await versionsIn(folder)
    for (const version of versions.filter((number) => number < newest - 1))
      await files.rm(join(folder, String(version)), { force: true })
  }

  /** Deletes the versions of what is final. A writer that is late makes one more, finds out, and deletes it. */
  async function discard(folder: string): Promise<void> {
    try {
      await files.rm(folder, { recursive: true, force: true })
    } catch (error) {
      if ((error as { code?: unknown }).code !== 'ENOTEMPTY') throw error
    }
  }

  /** A folder, and those above it as far as the root. */
  function parents(folder: string): readonly string[] {
    return folder.length <= root.length ? [root] : [folder, ...parents(dirname(folder))]
  }

  async function sync(folder: string): Promise<void> {
    const opened = await ignoreMissing(files.open(folder, 'r'))
    if (opened === undefined) return
    try {
      await opened.sync()
    } finally {
      await opened.close()
    }
  }

  async function inspect(): Promise<readonly string[]> {
    try {
      await files.mkdir(root, { recursive: true })
      await files.access(root, files.constants.R_OK | files.constants.W_OK)
      return []
    } catch (error) {
      return [`the folder cannot be written: ${(error as { code?: unknown }).code}`]
    }
  }

  return { read, swap, settle, inspect }
}

/** Somebody made the version before, or the last one and deleted the folder. */
function isTaken(error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return code === 'EEXIST' || code === 'ENOENT'
}
