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

import { ignoreMissing } from '../../nodeFiles.js'
import type { Cell, Cells } from '../cells.js'
import { maxTile } from '../log.js'
import { discardFolder, type FileSystem, inspectFolder, syncFolder } from './system.js'
import { addVersion, deleteOld, newestVersion } from './versions.js'

/** The version of what is never replaced. */
const final = 'final'

export function fileCells(system: FileSystem, root: string): Cells {
  const { files, join } = system
  const fileOf = (path: string) => join(root, path)
  const settle = settler(system, root)

  async function read(path: string): Promise<Cell | undefined> {
    const folder = versionsOf(fileOf(path))
    for (;;) {
      const whole = await ignoreMissing(files.readFile(fileOf(path)))
      if (whole) return { bytes: whole, version: final }
      const newest = await newestVersion(system, folder)
      if (newest === 0) return undefined
      const bytes = await ignoreMissing(files.readFile(join(folder, String(newest))))
      // Somebody may have replaced and deleted it since.
      if (bytes) return { bytes, version: String(newest) }
    }
  }

  async function swap(path: string, bytes: Uint8Array, old: Cell | undefined): Promise<boolean> {
    const folder = versionsOf(fileOf(path))
    const next = Number(old?.version ?? 0) + 1
    // Whoever finds the tile final takes the folder away, at any moment: then there is nothing to replace.
    if (!(await ignoreMissing(addVersion(system, folder, next, bytes)))) return false
    if (await ignoreMissing(files.stat(fileOf(path)))) {
      await discardFolder(system, folder)
      return false
    }
    if ((await newestVersion(system, folder)) !== next) return false
    const isFinal = isFullTile(path, bytes)
    if (isFinal) await files.link(join(folder, String(next)), fileOf(path))
    await settle(fileOf(path))
    await (isFinal ? discardFolder(system, folder) : deleteOld(system, folder, next))
    return true
  }

  const inspect = () => inspectFolder(system, root)
  return { read, swap, settle: (path) => settle(fileOf(path)), inspect }
}

function isFullTile(path: string, bytes: Uint8Array): boolean {
  return bytes.length === maxTile && path.includes('/tile/')
}

/** The folder with the versions of an object. */
function versionsOf(file: string): string {
  return `${file}.versions`
}

/** Syncs the folders that lead to an object: a new file, or folder, is an entry of the one above. */
function settler(system: FileSystem, root: string): (file: string) => Promise<void> {
  const { dirname } = system
  /** Folders above those of tiles that this process has synced. */
  const settled = new Set<string>()
  /** A folder, and those above it as far as the root. */
  const parents = (folder: string): readonly string[] =>
    folder.length <= root.length ? [root] : [folder, ...parents(dirname(folder))]

  return async (file) => {
    const place = dirname(file)
    await syncFolder(system, versionsOf(file))
    await syncFolder(system, place)
    for (const folder of parents(dirname(place))) {
      if (settled.has(folder)) continue
      await syncFolder(system, folder)
      settled.add(folder)
    }
  }
}
