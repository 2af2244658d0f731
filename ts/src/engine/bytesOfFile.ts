/**
 * The bytes of an engine, out of its file: for Node, Deno and Bun, where that can be done at once.
 *
 * @internal
 * @module
 */

import { readFileSync } from 'node:fs'

import { reasonOf, shown, unfetched } from './address.js'

/** Name of a file that is read here. */
type EngineFile = 'wasm' | 'wasm-fma'

/**
 * The whole file `name`.
 *
 * @throws `ERR_WASM_FETCH`
 */
export function engineBytes(name: EngineFile): Uint8Array {
  let url: URL | undefined
  try {
    url = urlOf(name)
    return readFileSync(url)
  } catch (cause) {
    const file = url === undefined ? `${name}.wasm` : shown(url)
    throw unfetched(`${file} cannot be read${reasonOf(cause)}`, cureFor(file), { cause })
  }
}

/** Tools that trace files look for exactly these expressions. */
function urlOf(name: EngineFile): URL {
  return name === 'wasm'
    ? new URL('../../generated/wasm.wasm', import.meta.url)
    : new URL('../../generated/wasm-fma.wasm', import.meta.url)
}

function cureFor(file: string): string {
  if (file.includes('/node_modules/countersign/dist/')) return 'install `countersign` again'
  return "after a bundler that copies no files (esbuild, Rollup, Bun), import 'countersign/inline' in place of 'countersign', or leave the package out of the bundle (`--packages=external` of esbuild)"
}
