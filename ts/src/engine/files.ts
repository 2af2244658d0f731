/**
 * The files that a page fetches, by name; and what helps where a tool has lost them.
 *
 * @module
 */

import { files } from '../generated/files.js'
import type { Part } from '../generated/parts.js'
import type { HostUrl } from '../host.js'
import { fetchError } from './address.js'
import type { WasmName } from './slot.js'

/** Path of a file below the folder of the engines. The package exports it under the same name. */
export type EngineFile = `${WasmName}/${Part}.wasm`

/** The path of a part. */
export function fileOf(name: WasmName, part: Part): EngineFile {
  return `${name}/${part}.wasm`
}

/** Where a file lies, and what to do if it is not there. */
export type Place = { readonly url: HostUrl; readonly cure: string }

/**
 * Where the file of a part lies.
 *
 * @throws `ERR_WASM_FETCH` in a bundle that is no module, or a worker that was made from text: such code has no address
 */
export function placeOf(name: WasmName, part: Part): Place {
  let url: URL
  try {
    url = files[name][part]()
  } catch (cause) {
    throw fetchError(
      `${fileOf(name, part)} lies beside code without an address of its own`,
      `${inline} in place of 'countersign', or give the addresses of its files, \`init({ wasm })\``,
      { cause },
    )
  }
  return { url: backInPackage(url), cure: cureFor(url) }
}

/**
 * Vite's dev server, before version 8, moves the code to `node_modules/.vite/deps` and leaves the files where they were. The
 * address then is one of a package `generated`, which is none.
 */
function backInPackage(url: URL): URL {
  const address = url.href.replace(/\/node_modules\/(?=generated\/wasm)/, '$&countersign/dist/')
  // Next gives one without a host, which `URL` takes for none.
  return address === url.href ? url : new URL(address)
}

const inline = "import 'countersign/inline'"

function cureFor(url: URL): string {
  if (url.protocol === 'file:')
    return `a file on a disk cannot be fetched: serve the page, or ${inline}`
  // Vite's dev server keeps dependencies there, and leaves files behind.
  if (/\/\.vite\/deps/.test(import.meta.url))
    return "add `optimizeDeps: { exclude: ['countersign'] }` to the configuration of Vite"
  return `after a bundler that copies no files (esbuild, Rollup, Bun), ${inline} in place of 'countersign'; \`init({ wasm })\` takes other addresses`
}
