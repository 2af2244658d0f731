/**
 * Files of Node, whose module the caller has loaded: a browser bundle may have this too, and never runs it.
 *
 * @internal
 * @module
 */

/** Makes a file, and writes it to the disk before it returns. `mode` as of `open`. */
export async function writeSynced(
  files: typeof import('node:fs/promises'),
  path: string,
  content: string | Uint8Array,
  mode?: number,
): Promise<void> {
  const file = await files.open(path, 'wx', mode)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** What `pending` gives, or `undefined` if there is no such file. */
export async function ignoreMissing<T>(pending: Promise<T>): Promise<T | undefined> {
  try {
    return await pending
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ENOENT') return undefined
    throw error
  }
}
