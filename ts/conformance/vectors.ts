/**
 * The folder of vectors: one folder an area, any depth below.
 *
 * Files are read whole; `json` is there when the text is JSON. Sibling files are
 * reached through the folder, because some schemas spread a case over files.
 *
 * @module
 */

import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join, posix, relative, resolve, sep } from 'node:path'

export type VectorFile = {
  /** First folder below the root. */
  readonly area: string
  /** Path below the root, with `/`. */
  readonly path: string
  readonly name: string
  readonly bytes: Uint8Array
  readonly text: string
  /** Parsed content, `undefined` where the text is not JSON. */
  readonly json: unknown
}

export class Folder {
  readonly files: readonly VectorFile[]
  readonly #byPath: ReadonlyMap<string, VectorFile>

  constructor(files: readonly VectorFile[]) {
    this.files = files
    this.#byPath = new Map(files.map((file) => [file.path, file]))
  }

  /** The file at `path` relative to the folder of `from`. */
  beside(from: VectorFile, path: string): VectorFile | undefined {
    return this.#byPath.get(posix.join(posix.dirname(from.path), path))
  }

  /** The files in the folder of `from`, itself included. */
  around(from: VectorFile): readonly VectorFile[] {
    const folder = posix.dirname(from.path)
    return this.files.filter((file) => posix.dirname(file.path) === folder)
  }

  areas(): string[] {
    return [...new Set(this.files.map((file) => file.area))].sort()
  }
}

/** Reads every file below `root`; hidden ones are left out. */
export function readFolder(root: string): Folder {
  const absolute = resolve(root)
  const paths = readdirSync(absolute, { recursive: true, encoding: 'utf8' })
    .filter((path) => !path.split(sep).some((part) => part.startsWith('.')))
    .map((path) => join(absolute, path))
    .filter((path) => statSync(path).isFile())
  return new Folder(paths.sort().map((path) => readVector(absolute, path)))
}

function readVector(root: string, path: string): VectorFile {
  const below = relative(root, path).split(sep).join('/')
  return vectorFile(below, readFileSync(path), basename(root))
}

/** A file from its content. `root` names the area of a file that is in no folder. */
export function vectorFile(path: string, content: Uint8Array, root = ''): VectorFile {
  const text = new TextDecoder().decode(content)
  const area = path.includes('/') ? (path.split('/')[0] ?? root) : root
  return { area, path, name: posix.basename(path), bytes: content, text, json: parse(text) }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
