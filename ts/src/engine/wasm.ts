/**
 * Makes an engine from compiled modules.
 *
 * @internal
 * @module
 */

import { CountersignError } from '../errors.js'
import type { Part } from '../generated/parts.js'
import { hotOfInstance } from './hot.js'
import { type Find, instantiate } from './instance.js'
import { canFuse } from './probe.js'
import { install, isReady, type Loaded, type WasmName } from './slot.js'

/** Modules by the parts that they are; the core is always there. */
export type Modules = Map<Part, WebAssembly.Module>

/** The build this host runs best. */
export function choose(): WasmName {
  return canFuse() ? 'wasm-fma' : 'wasm'
}

/** Installs the engine of these modules. More may be added. Throws as {@link installFound} does. */
export function installModules(modules: Modules, name: WasmName): void {
  if (!installIfSound((part) => modules.get(part), name, modules)) throw unsound()
}

/**
 * Installs the engine whose parts `find` gives when they are used. Throws `ERR_WASM_INVALID` if it is not an engine or
 * fails its self-test.
 */
export function installFound(find: Find, name: WasmName): void {
  if (!installIfSound(find, name)) throw unsound()
}

/** As the others; `false`, and nothing is installed, if the self-test fails. */
export function installIfSound(find: Find, name: WasmName, modules?: Modules): boolean {
  const { engine, load } = createEngine(find)
  const sound = engine.engineSelfTest()
  const add = (part: Part, module: WebAssembly.Module) => modules?.set(part, module)
  if (sound) install(engine, name, { add, load, spare: () => createEngine(find).engine })
  return sound
}

/** As {@link installModules}, unless an engine came while this one was loading. */
export function installUnlessReady(modules: Modules, name: WasmName): void {
  if (!isReady()) installModules(modules, name)
}

function createEngine(find: Find): { engine: Loaded; load: (part: Part) => boolean } {
  const { exports, engine, load } = instantiate(find)
  return { engine: Object.assign(engine, { hot: hotOfInstance(exports) }), load }
}

function unsound(): CountersignError {
  return new CountersignError('ERR_WASM_INVALID', 'the engine failed its self-test')
}
