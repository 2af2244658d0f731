/**
 * Engines that the caller gives, compiled or not.
 *
 * @module
 */

import * as check from '../check.js'
import { compile, isModule } from '../engine/compile.js'
import { once, type Patience } from '../engine/once.js'
import { core } from '../engine/parts.js'
import { addParts, isReady } from '../engine/slot.js'
import { fromSource, type Source } from '../engine/source.js'
import { installEngine, type Modules } from '../engine/wasm.js'
import { needs, type Part } from '../generated/parts.js'
import type { WasmModule } from '../host.js'
import { anything, type Field, type Fields, shape } from '../shape.js'
import { patience } from './options.js'

/** Name of a part beside the core. */
export type OtherPart = Exclude<Part, typeof core>

/** Names of the parts beside the core, each after those that it needs. */
export const parts: readonly OtherPart[] = (Object.keys(needs) as Part[]).filter(
  (part) => part !== core,
)

/** Parts of an engine, by name. What a part needs is given with it. */
export type Parts<T> = { readonly [Name in OtherPart]?: T }

/**
 * Loads the engine from what is given, which is required here unless an engine is loaded: that one gets the parts.
 *
 * @throws `ERR_ARGUMENT` for options of a wrong type, and for a module of another kind; `ERR_WASM_FETCH`, also after
 * `timeout`; `ERR_WASM_INVALID` or `ERR_CSP_BLOCKED`; `ERR_INTERNAL` as `init` of `countersign`; the reason of `signal`.
 */
export async function init(options?: init.Options): Promise<void> {
  if (options === undefined && isReady()) return
  await load(readInit(check.record(options, 'options')))
}

export declare namespace init {
  type Options = Omit<import('./options.js').Options, 'wasm' | 'with'> & Given<Source>
}

const load = once<Patience & Given<Source>>(
  async (options, attempt) => {
    const compiled = sources(options).map(
      async ([part, source]) => [part, await fromSource(() => source, attempt)] as const,
    )
    const modules: Modules = new Map(await Promise.all(compiled))
    if (!attempt.signal.aborted) use(modules)
  },
  // Whoever gives modules wants these.
  () => false,
)

type Given<T> = {
  /** The core. It is not looked at where an engine is loaded. */
  readonly core: T
  /** What is to be called beside it. */
  readonly parts?: Parts<T>
}

// What the modules are, is seen when they are compiled.
const sourceFields = {
  core: anything as Field<never>,
  parts: shape(Object.fromEntries(parts.map((part) => [part, anything]))) as Field<Parts<never>>,
}
const readInit = shape({ ...patience, ...sourceFields } satisfies Fields<init.Options>)
const readSync = shape(sourceFields satisfies Fields<initSync.Options>)

/**
 * Loads the engine at once, from compiled modules or their bytes. An engine that is loaded gets the parts.
 *
 * On a browser's main thread, bytes over 8 MB are refused by the host; ours are far below.
 *
 * @throws `ERR_ARGUMENT`, `ERR_WASM_INVALID` or `ERR_CSP_BLOCKED`; `ERR_INTERNAL` as `init` of `countersign`
 */
export function initSync(options: initSync.Options): void {
  const list: [Part, unknown][] = sources(readSync(check.record(options, 'options')))
  use(new Map(list.map(([part, source]) => [part, moduleOf(source, part)])))
}

export declare namespace initSync {
  type Options = Given<WasmModule | Uint8Array>
}

/** What is to be compiled: the parts, and the core where no engine is loaded. */
function sources<T>({ core: first, parts: more }: Given<T>): [Part, T][] {
  const list = Object.entries(more ?? {}).filter(([, source]) => source !== undefined)
  return [...(isReady() ? [] : [[core, first]]), ...list] as [Part, T][]
}

function moduleOf(source: unknown, part: Part): WebAssembly.Module {
  if (isModule(source)) return source as WebAssembly.Module
  return compile(check.bytes(source, part === core ? 'core' : `parts.${part}`))
}

function use(modules: Modules): void {
  if (isReady()) addParts(modules)
  else installEngine(modules)
}
