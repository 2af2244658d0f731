/**
 * Versions of the packages that are installed beside this one, in Node.
 *
 * @module
 */

import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { type Peer, versions } from './peers.js'

/** Of those that ran; a package that does not tell its version has the one of the bench. */
export function installedVersions(names: readonly Peer[]): Record<string, string> {
  const found = names.flatMap((name) => {
    const version = versionOf(name)
    return version === undefined ? [] : [[name, version] as const]
  })
  return { ...versions(names), ...Object.fromEntries(found) }
}

/** The package.json above what an import of the name finds; a package need not export that file. */
function versionOf(name: string): string | undefined {
  let folder = folderOf(name)
  while (folder !== undefined && folder !== dirname(folder)) {
    const path = join(folder, 'package.json')
    const manifest = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
    if (manifest.name === name) return manifest.version
    folder = dirname(folder)
  }
  return undefined
}

function folderOf(name: string): string | undefined {
  try {
    return dirname(fileURLToPath(import.meta.resolve(name)))
  } catch {
    // A host's own module, or a package without a main file.
    return undefined
  }
}
