// Sums of files, in the form that `sha256sum --check` and `sha512sum --check` read.

import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/** The files that hold the sums, by algorithm. */
export const sumFiles = { sha256: 'SHA256SUMS', sha512: 'SHA512SUMS' }

/** Writes the sums of `paths` into `folder`, where these files are too. */
export function writeSums(folder, paths) {
  for (const [algorithm, name] of Object.entries(sumFiles)) {
    const lines = paths.map((path) => `${sumOf(path, algorithm)}  ${basename(path)}\n`)
    writeFileSync(join(folder, name), lines.join(''))
  }
}

/** In hexadecimal. */
export function sumOf(path, algorithm) {
  return createHash(algorithm).update(readFileSync(path)).digest('hex')
}
