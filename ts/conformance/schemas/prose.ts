/**
 * Files that are there to be read: descriptions, grammars, schemas, lists of sources.
 *
 * INDEX.md and README.md describe their folder and are no cases. A list of
 * checksums is judged: each file that is here must have its sum.
 *
 * @module
 */

import { createHash } from 'node:crypto'
import { type Case, Skip, same } from '../case.js'
import { isTable, type Schema } from '../schema.js'
import type { VectorFile } from '../vectors.js'

/** INDEX.md, README.md and licences. */
export const description: Schema = {
  name: 'description',
  matches: (file) => /^(INDEX|README|LICEN[CS]E|NOTICE)(\.(md|txt))?$/.test(file.name),
  cases: () => [],
  expectations: [],
}

/** Specification text, protobuf and ABNF. */
export const reference: Schema = {
  name: 'reference text',
  matches: (file) =>
    file.area === 'a2a-spec' || isAbnf(file) || isTable(file.json, 'file', 'repo', 'licence'),
  *cases() {
    yield {
      name: 'text',
      run: () => {
        throw new Skip('reference text')
      },
    }
  },
  expectations: [],
}

function isAbnf(file: VectorFile): boolean {
  return file.json === undefined && /^[a-z-]+ +=/m.test(file.text) && file.text.includes('%x')
}

const sum = /^([0-9a-f]{64}) [ *](.+)$/

/** `sha256sum` output. Files that are not here are not asked for: folders hold parts of larger sets. */
export const checksums: Schema = {
  name: 'SHA-256 sums',
  matches: (file) =>
    file.text.trim() !== '' &&
    file.text
      .trim()
      .split('\n')
      .every((line) => sum.test(line)),
  *cases(file, folder): Iterable<Case> {
    for (const line of file.text.trim().split('\n')) {
      const [, expected, path] = sum.exec(line) ?? []
      const target = folder.beside(file, path ?? '')
      if (target)
        yield {
          name: target.path,
          run: () =>
            same(createHash('sha256').update(target.bytes).digest('hex'), expected, 'SHA-256'),
        }
    }
  },
  expectations: [],
  lines(line, file, folder) {
    const [, digest, path] = sum.exec(line) ?? []
    return folder.beside(file, path ?? '') && digest
  },
}
