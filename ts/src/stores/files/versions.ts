/**
 * The versions of an object: files of one folder, whose names are their numbers.
 *
 * @internal
 * @module
 */

import { ignoreMissing } from '../../nodeFiles.js'
import { type FileSystem, makeFile } from './system.js'

/** The number of the newest version; 0 if there is none. */
export async function newestVersion(system: FileSystem, folder: string): Promise<number> {
  return Math.max(0, ...(await versionsIn(system, folder)))
}

async function versionsIn({ files }: FileSystem, folder: string): Promise<readonly number[]> {
  const names = (await ignoreMissing(files.readdir(folder))) ?? []
  return names.map(Number).filter(Number.isSafeInteger)
}

/** Makes a version, in a folder that may not be there yet. Gives whether it was the one who made it. */
export async function addVersion(
  system: FileSystem,
  folder: string,
  version: number,
  bytes: Uint8Array,
): Promise<boolean> {
  await system.files.mkdir(folder, { recursive: true })
  return makeFile(system, folder, String(version), bytes)
}

/** Deletes what nobody needs any more. The version before stays, for those who have just looked. */
export async function deleteOld(system: FileSystem, folder: string, newest: number): Promise<void> {
  const versions = await versionsIn(system, folder)
  for (const version of versions.filter((number) => number < newest - 1))
    await system.files.rm(system.join(folder, String(version)), { force: true })
}
