/**
 * The files that a page fetches, by name; and what helps where a tool has lost them.
 *
 * @internal
 * @module
 */

import { unfetched } from './address.js'

/** Name of a file, without its ending. */
export type EngineFile = 'wasm' | 'wasm-fma' | 'wasm-lean' | 'wasm-fma-lean'

/** Bundlers look for exactly these expressions. */
const places: Readonly<Record<EngineFile, () => URL>> = {
  wasm: () => new URL('../../generated/wasm.wasm', import.meta.url),
  'wasm-fma': () => new URL('../../generated/wasm-fma.wasm', import.meta.url),
  'wasm-lean': () => new URL('../../generated/wasm-lean.wasm', import.meta.url),
  'wasm-fma-lean': () => new URL('../../generated/wasm-fma-lean.wasm', import.meta.url),
}

/** Where a file lies, and what to do if it is not there. */
export type Place = { readonly url: URL; readonly cure: string }

/**
 * Where the file `name` lies.
 *
 * @throws `ERR_WASM_FETCH` in a bundle that is no module, or a worker that was made from text: such code has no address
 */
export function placeOf(name: EngineFile): Place {
  let url: URL
  try {
    url = places[name]()
  } catch (cause) {
    throw unfetched(
      `${name}.wasm lies beside code without an address of its own`,
      `${inline} in place of 'countersign', or give the file's address, \`init({ wasm })\``,
      { cause },
    )
  }
  return { url, cure: cureFor(url) }
}

const inline = "import 'countersign/inline'"

function cureFor(url: URL): string {
  if (url.protocol === 'file:')
    return `a file on a disk cannot be fetched: serve the page, or ${inline}`
  // Vite's dev server keeps dependencies there, and leaves files behind.
  if (/\/\.vite\/deps/.test(import.meta.url))
    return "add `optimizeDeps: { exclude: ['countersign'] }` to the configuration of Vite"
  return `after a bundler that copies no files (esbuild, Rollup, Bun), ${inline} in place of 'countersign'; \`init({ wasm })\` takes another address`
}
