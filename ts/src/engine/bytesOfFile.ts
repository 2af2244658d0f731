/**
 * The parts of an engine, out of their files: for Node, Deno and Bun, where that can be done at once.
 *
 * @internal
 * @module
 */

import { files } from '../generated/files.js'
import type { Part } from '../generated/parts.js'
import type { HostUrl } from '../host.js'
import { describeUrl, fetchError, reasonOf } from './address.js'
import { compile } from './compile.js'
import { fileOf } from './files.js'
import type { Find } from './instance.js'
import type { WasmName } from './slot.js'

const inline = "import 'countersign/inline' in place of 'countersign'"

/**
 * Gives the parts of an engine, each compiled when it is asked for.
 *
 * The part throws `ERR_WASM_FETCH` where its file is gone, `ERR_WASM_INVALID` or `ERR_CSP_BLOCKED`.
 */
export function findInFiles(name: WasmName): Find {
  return (part) => compile(bytesOf(name, part), spoilt)
}

/** What ncc does to files that are no text. */
const spoilt = `; where a bundler has copied them as text (ncc), ${inline}`

// Not imported: for an import Node first makes all that the module has, streams and promises as well, which takes longer
// than to compile the engine.
const { readFileSync } = process.getBuiltinModule('node:fs')
const { fileURLToPath } = process.getBuiltinModule('node:url')

function bytesOf(name: WasmName, part: Part): Uint8Array {
  let url: HostUrl | undefined
  try {
    url = files[name][part]()
    // By its path: a test environment may have a `URL` of its own, which Node does not take.
    return readFileSync(fileURLToPath(url.href))
  } catch (cause) {
    const file = url === undefined ? fileOf(name, part) : describeUrl(url)
    throw fetchError(`${file} cannot be read${reasonOf(cause)}`, cureFor(file), { cause })
  }
}

function cureFor(file: string): string {
  if (file.includes('/node_modules/countersign/dist/'))
    return `install \`countersign\` again; where a tool has copied a part of it only (Nuxt), ${inline}`
  return `after a bundler that copies no files (esbuild, Rollup, Bun), ${inline}, or leave the package out of the bundle (\`--packages=external\` of esbuild)`
}
