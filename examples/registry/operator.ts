// The key of the registry, which signs entries and checkpoints. Instances that share its file are one registry.

import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

import { Keys } from 'countersign'

/** Reads the key, or makes one where there is none. */
export async function openOperator(file: string): Promise<Keys.LocalSigner> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const fresh = Keys.generate('Ed25519')
  try {
    const text = JSON.stringify(Keys.dangerouslyExportJwk(fresh))
    // Of instances that start at once, one makes the file.
    await writeFile(file, text, { flag: 'wx', mode: 0o600 })
    return fresh
  } catch (error) {
    fresh.close()
    if ((error as { code?: string }).code !== 'EEXIST') throw error
    return Keys.signerFromJwk(await readFile(file, 'utf8'))
  }
}
