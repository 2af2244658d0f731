/**
 * `countersign/slim`: the caller gives the engine. Nothing is fetched, nothing is inlined.
 *
 * The file is exported as `countersign/wasm.wasm`, and `countersign/wasm-fma.wasm`
 * for hosts with relaxed SIMD.
 *
 * @module
 */

import * as check from '../check.js'
import { once, type Patience } from '../engine/once.js'
import { isReady } from '../engine/slot.js'
import { fromSource, type Source } from '../engine/source.js'
import { compile, installModule, installUnlessReady } from '../engine/wasm.js'
import { anything, type Field, type Fields, shape } from '../shape.js'
import { type InitOptions, patience } from './options.js'

export * from '../index.js'
export { isReady, type Source }

/** What `init` may be told, with the engine that it needs. */
export type SlimInitOptions = Omit<InitOptions, 'full'> & { readonly wasm: Source }

/**
 * Loads the engine from `options.wasm`, which is required here unless an engine is loaded.
 *
 * @throws `ERR_ARGUMENT` for options that are none, and for a `wasm` of another kind; `ERR_WASM_FETCH`, also after
 * `timeout`; `ERR_WASM_INVALID` or `ERR_CSP_BLOCKED`; the reason of `signal`.
 */
export async function init(options?: SlimInitOptions): Promise<void> {
  if (options === undefined && isReady()) return
  await load(readInit(check.record(options, 'options')))
}

const load = once<Patience & { readonly wasm: Source }>(async ({ wasm }, attempt) => {
  const module = await fromSource(wasm, attempt)
  if (!attempt.signal.aborted) installUnlessReady(module, 'wasm')
})

const readInit = shape({
  ...patience,
  // What it is, is seen when it is compiled.
  wasm: anything as Field<Source>,
} satisfies Fields<SlimInitOptions>)
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
