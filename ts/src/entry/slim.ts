/**
 * `countersign/slim`: the caller gives the engine. Nothing is fetched, nothing is inlined.
 *
 * The file is exported as `countersign/wasm.wasm`, and `countersign/wasm-fma.wasm`
 * for hosts with relaxed SIMD.
 *
 * @module
 */

import * as check from '../check.js'
import { once } from '../engine/once.js'
import { isReady } from '../engine/slot.js'
import { fromSource, type Source } from '../engine/source.js'
import { compile, installModule, installUnlessReady } from '../engine/wasm.js'
import { anything, type Fields, shape } from '../shape.js'

export * from '../index.js'
export { isReady, type Source }

/** Loads the engine from `options.wasm`, which is required here. */
export const init: (options?: { wasm: Source }) => Promise<void> = once(
  async (options?: unknown) => {
    const { wasm } = readInit(check.record(options, 'options'))
    installUnlessReady(await fromSource(wasm), 'wasm')
  },
)

// What it is, is seen when it is compiled.
const readInit = shape({ wasm: (value) => value as Source } satisfies Fields<{ wasm: Source }>)
const readModule = shape({ module: anything } satisfies Fields<{ module: unknown }>)

/**
 * Loads the engine at once, from a compiled module or its bytes.
 *
 * On a browser's main thread, bytes over 8 MB are refused by the host; ours are far below.
 */
export function initSync(options: { module: WebAssembly.Module | Uint8Array }): void {
  if (isReady()) return
  const { module } = readModule(options)
  installModule(
    module instanceof WebAssembly.Module ? module : compile(check.bytes(module, 'module')),
    'wasm',
  )
}
