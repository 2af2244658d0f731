/**
 * Files and standard input. A file is never overwritten, and a secret file is for its owner alone.
 *
 * @internal
 * @module
 */

import { appendFile, readFile, stat, writeFile } from 'node:fs/promises'

import { misuse } from './misuse.js'

/** Bytes of a file, or of standard input for `-` and for no name. */
export async function readBytes(path: string | undefined): Promise<Uint8Array> {
  if (path === undefined || path === '-') return standardInput()
  try {
    return await readFile(path)
  } catch (error) {
    throw misuse(`${path} cannot be read: ${reasonOf(error)}`, error)
  }
}

/** As {@link readBytes}, of text in UTF-8. */
export async function readText(path: string | undefined): Promise<string> {
  const bytes = await readBytes(path)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    throw misuse(`${path ?? 'standard input'} is not text in UTF-8`, error)
  }
}

/** Refuses a file with a secret that somebody else than its owner may read. */
export async function requirePrivate(path: string): Promise<void> {
  if (path !== '-' && process.platform !== 'win32' && (await isOpenToOthers(path)))
    throw misuse(`${path} can be read by other users: run chmod 600 ${path}`)
}

async function isOpenToOthers(path: string): Promise<boolean> {
  try {
    const found = await stat(path)
    return found.isFile() && (found.mode & 0o077) !== 0
  } catch (error) {
    throw misuse(`${path} cannot be read: ${reasonOf(error)}`, error)
  }
}

/** Writes a file that must not be there yet. */
export async function writeNew(
  path: string,
  content: string | Uint8Array,
  mode = 0o666,
): Promise<void> {
  try {
    await writeFile(path, content, { flag: 'wx', mode })
  } catch (error) {
    throw misuse(`${path} cannot be written: ${reasonOf(error)}`, error)
  }
}

/** Adds a line to a file, which is made if it is not there. */
export async function appendLine(path: string, line: string): Promise<void> {
  try {
    await appendFile(path, `${line}\n`)
  } catch (error) {
    throw misuse(`${path} cannot be written: ${reasonOf(error)}`, error)
  }
}

/** Text of a file, or nothing where there is no such file. */
export async function readIfThere(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw misuse(`${path} cannot be read: ${reasonOf(error)}`, error)
  }
}

let isRead = false

async function standardInput(): Promise<Uint8Array> {
  if (process.stdin.isTTY) throw misuse('name a file, or send one through a pipe')
  if (isRead) throw misuse('standard input can be read once: name a file for the others')
  isRead = true
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EEXIST: 'it is there already, and files are never overwritten',
  EISDIR: 'it is a folder',
  ENOENT: 'there is no such file or folder',
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  return reasons[code ?? ''] ?? message
}
