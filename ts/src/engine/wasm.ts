/**
 * Makes an engine from compiled modules.
 *
 * @internal
 * @module
 */

import { CountersignError } from '../errors.js'
import type { Part } from '../generated/parts.js'
import type { WasmModule } from '../host.js'
import { linkError } from './compile.js'
import { hotOfInstance } from './hot.js'
import { type Find, type Instance, instantiate } from './instance.js'
import { withNeeds } from './parts.js'
import { canFuse } from './probe.js'
import { install, type Loaded, type WasmName } from './slot.js'

/** Modules by the parts that they are; the core is always there. */
export type Modules = Map<Part, WasmModule>

/** Whether an engine has computed wrongly here. The next one is the plain one. */
let distrusted = false

/** The build this host runs best. */
export function choose(): WasmName {
  return !distrusted && canFuse() ? 'wasm-fma' : 'wasm'
}

/**
 * Installs the engine of these modules, and loads them all. More may be added. `find` gives other parts when they are used.
 *
 * Throws `ERR_WASM_INVALID` if it is not an engine or fails a self-test.
 */
export function installEngine(modules: Modules, find?: Find): void {
  if (!installIfSound(modules, find))
    throw new CountersignError('ERR_WASM_INVALID', 'the engine failed its self-test')
}

/** As {@link installEngine}; `false`, and nothing is installed, if a self-test fails. */
export function installIfSound(modules: Modules, find?: Find): boolean {
  const own: Modules = new Map(modules)
  const findOwn: Find = (part) => {
    const module = own.get(part) ?? find?.(part)
    if (module) own.set(part, module)
    return module
  }
  const made = createSound(findOwn, own, modules)
  if (!made) {
    // Also if the plain one failed under the name of the other, as a caller may give any file: it is not asked for again.
    distrusted = true
    return false
  }
  const { engine, exports, load } = made
  const add = (more: Modules) => loadAll(more, own, load)
  const spare = () => createEngine(findOwn, true).engine
  install(engine, nameOf(exports), { add, load, spare, dropped: () => distrustIfFailed(exports) })
  return true
}

/** The build that this is, whoever gave it: only parts of the same one fit it. */
function nameOf(exports: Instance['exports']): WasmName {
  return (exports['engineFuses'] as () => number)() === 1 ? 'wasm-fma' : 'wasm'
}

/** An engine with these modules; none where it fails a self-test. That of a part stops the engine, which is a trap. */
function createSound(find: Find, own: Modules, modules: Modules): Made | undefined {
  try {
    const made = createEngine(find)
    if (!made.engine.engineSelfTest()) return undefined
    loadAll(modules, own, made.load)
    return made
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) return undefined
    throw error
  }
}

/** Loads what is added to `own`. What does not load is not kept, so that it may be given again. */
function loadAll(more: Modules, own: Modules, load: (part: Part) => boolean): void {
  for (const [part, module] of more) own.set(part, module)
  for (const part of more.keys())
    try {
      if (!load(part)) throw incomplete(part)
    } catch (error) {
      own.delete(part)
      throw error
    }
}

/** An engine that found its own results wrong stops, and says so. The next one is the plain one. */
function distrustIfFailed(exports: Instance['exports']): void {
  distrusted ||= (exports['engineFailed'] as () => number)() === 1
}

type Made = Pick<Instance, 'exports' | 'load'> & { readonly engine: Loaded }

function createEngine(find: Find, isTested?: boolean): Made {
  const { exports, engine, load } = instantiate(find, isTested)
  try {
    return { engine: Object.assign(engine, { hot: hotOfInstance(exports) }), exports, load }
  } catch (cause) {
    throw linkError(cause)
  }
}

function incomplete(part: Part): CountersignError {
  const list = withNeeds([part]).slice(1, -1).join(', ')
  const why = `the part ${part} needs ${list}: give them as well`
  return new CountersignError('ERR_ARGUMENT', why, { member: `parts.${part}` })
}
