/**
 * An instance of an engine: the parts that are loaded, one after another, around one memory.
 *
 * @module
 */

import type { CountersignError } from '../errors.js'
import { contractName, type Engine } from '../generated/contract.js'
import { needs, type Part } from '../generated/parts.js'
import type { WasmModule } from '../host.js'
import { linkError } from './compile.js'
import { type Boundary, Memory } from './entries/memory.js'
import { fillRandom } from './entries/random.js'
import { decode } from './entries/text.js'
import { type Export, entriesOf, exportedBy } from './entries.js'
import { checkPart, core, missing, partOf } from './parts.js'

/** Gives the module of a part; none where it is not at hand. */
export type Find = (part: Part) => WasmModule | undefined

/** The instance. */
export type Instance = {
  readonly engine: Engine
  /** What the loaded parts export, all together. */
  readonly exports: Readonly<Record<string, unknown>>
  /** Loads a part and what it needs, unless they are there. `false` where one of them is not at hand. */
  load(part: Part): boolean
}

/**
 * Instantiates the core. Other parts follow when something of theirs is called, if `find` gives them then. `isTested` where
 * an instance of the same code passed its tests.
 *
 * Throws `ERR_WASM_INVALID` for what is no part of the build, or `ERR_CSP_BLOCKED`, as `load` does.
 */
export function instantiate(find: Find, isTested: boolean = false): Instance {
  // An engine asks for random bytes when it is called, which is after it was made.
  const random = (start: number, length: number): number => {
    const { bytes } = memory
    return fillRandom(bytes.subarray(start >>> 0, (start >>> 0) + length)) ? 0 : 1
  }
  const exports: WebAssembly.Exports = Object.create(null)
  // It asks for a part where something leads to one that no entry of it led to: a key of ML-DSA in a card.
  const part = (start: number, length: number): number => {
    const name = decode(memory.bytes, start >>> 0, length) as Part
    unloaded = undefined
    try {
      return load(name) ? 1 : 0
    } catch (error) {
      // No error may cross frames of the engine, which would not put its stack back.
      unloaded = error
      return 0
    }
  }
  let unloaded: unknown
  const imports = { countersign: { part, random }, p: exports }
  const entries = new Map<string, Export>()
  const loaded = new Set<Part>()
  const load = (part: Part): boolean => {
    if (loaded.has(part)) return true
    const module = needs[part].every(load) ? find(part) : undefined
    if (!module) return false
    checkPart(module, part)
    const own = start(module, imports).exports
    finish(own, isTested)
    Object.assign(exports, own)
    for (const [name, entry] of exportedBy(own)) entries.set(name, entry)
    loaded.add(part)
    return true
  }
  load(core)
  const memory = memoryOf(exports)
  const lookup = (name: string) => {
    const part = entries.has(name) ? undefined : partOf(name)
    if (part && !load(part)) throw missing(name, part)
    return entries.get(name)
  }
  const explain = (error: CountersignError) =>
    error.code === 'ERR_PART_MISSING' && unloaded !== undefined ? unloaded : error
  return { engine: entriesOf(memory, lookup, explain), exports, load }
}

/** Lets a part say what it makes callable in the core, and test what it computes: a wrong result stops the engine. */
function finish(exports: WebAssembly.Exports, isTested: boolean): void {
  for (const [name, run] of Object.entries(exports))
    if (/^register[A-Z]/.test(name) || (!isTested && /^selfTest[A-Z]/.test(name)))
      (run as () => void)()
}

function start(module: WebAssembly.Module, imports: WebAssembly.Imports): WebAssembly.Instance {
  try {
    return new WebAssembly.Instance(module, imports)
  } catch (cause) {
    throw linkError(cause)
  }
}

function memoryOf(exports: WebAssembly.Exports): Memory {
  // The name of the contract says nothing of what is no function of it.
  if (!exports[contractName] || !exports['engineFuses']) throw linkError(undefined)
  return new Memory(exports as unknown as Boundary)
}
