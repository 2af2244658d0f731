/**
 * The loaded engine, and the only way to call it.
 *
 * | State | A call |
 * | --- | --- |
 * | empty | loads the engine where that can be done at once (Node), else `ERR_NOT_READY` |
 * | loaded | runs |
 * | lost | `ERR_ENGINE_LOST` until `init()` has loaded a fresh one |
 *
 * @internal
 * @module
 */

import { CountersignError, lift } from '../errors.js'
import type { Engine } from '../generated/contract.js'
import type { Part } from '../generated/parts.js'
import type { WasmModule } from '../host.js'
import type { Hot } from './hot.js'

/** Name of a build of WebAssembly. */
export type WasmName = 'wasm' | 'wasm-fma'

/** Name of a build. */
export type EngineName = WasmName | 'native'

/** An engine, and its hot lane where it has one. */
export type Loaded = Engine & { readonly hot?: Hot | undefined }

let loaded: Loaded | undefined
let loadedName: EngineName | undefined
let traits: Traits = {}
let lost = false
let generation = 0
let loadNow: (() => void) | undefined
let fetchLater: ((part: Part) => Promise<void>) | undefined
let asked = false

/** What is known of an engine beside its functions. */
export type Traits = {
  /** Makes one more instance, where memory that has grown never shrinks. */
  readonly spare?: () => Engine
  /** Wipes what lives in it, where its memory stays when it is dropped. */
  readonly forget?: () => void
  /** Is told that it was dropped. */
  readonly dropped?: () => void
  /** Loads a part, unless it is there. `false` where it is not at hand. Without it the engine has all parts. */
  readonly load?: (part: Part) => boolean
  /** Takes modules of parts, and loads them. */
  readonly add?: (modules: Map<Part, WasmModule>) => void
}

/** Installs a fresh engine. Handles of an earlier one are lost, and what lived in an addon is wiped. @internal */
export function install(engine: Loaded, name: EngineName, own: Traits = {}): void {
  drop()
  loaded = engine
  loadedName = name
  traits = own
  lost = false
}

/** Gives modules of parts to the engine that is loaded, and loads them. One that fails its self-test costs the engine. */
export function addParts(modules: Map<Part, WasmModule>): void {
  call(() => traits.add?.(modules))
}

/** Tells whether an engine is loaded that has this part. */
export function hasPart(part: Part): boolean {
  return isReady() && call(() => traits.load?.(part) ?? true)
}

/** Sets what fetches a part for the engine that is loaded. */
export function fetchPartsBy(fetch: (part: Part) => Promise<void>): void {
  fetchLater = fetch
}

/** Fetches a part that is missing. `false` where it is there, or where nothing can be fetched. */
export async function fetchPart(part: Part): Promise<boolean> {
  if (!fetchLater || hasPart(part)) return false
  await fetchLater(part)
  return true
}

/**
 * Sets what loads an engine at first use, where loading can be synchronous. What was asked `byName`
 * stays, whatever else is imported.
 */
export function loadAtFirstUse(load: () => void, byName: boolean = false): void {
  if (byName || !asked) loadNow = load
  asked ||= byName
}

/** Loads an engine as at first use, unless one is loaded. */
export function loadUnlessReady(): void {
  if (!loaded) loadNow?.()
}

/** Tells whether an engine is loaded and sound. */
export function isReady(): boolean {
  return loaded !== undefined
}

/** Name of the loaded engine. */
export function engineName(): EngineName | undefined {
  return loadedName
}

/** Counts installed engines, so that a handle knows whether its own is still there. */
export function currentGeneration(): number {
  return generation
}

/**
 * Runs `use` on the engine; whatever it throws leaves as a `CountersignError`.
 *
 * What is thrown without a code of the engine is taken for a fault of it, and costs every handle. So `use` runs no
 * code of the caller (getters, clocks, stores, proxies): all is read and checked before. `ts/scripts/mirror/calls.mjs`
 * looks for it.
 */
export function call<T>(use: (engine: Loaded) => T): T {
  const engine = loaded ?? need()
  try {
    return use(engine)
  } catch (thrown) {
    const known = lift(thrown)
    if (known) throw known
    drop()
    throw new CountersignError(
      'ERR_INTERNAL',
      'the engine failed and was dropped; `init()` loads a fresh one',
      {
        cause: thrown,
      },
    )
  }
}

/**
 * Runs `use` on an instance of its own, which is thrown away with the memory it took. It knows no handle.
 * An engine that gives its memory back is used as it is.
 */
export function callApart<T>(use: (engine: Engine) => T): T {
  if (!loaded) need()
  const { spare } = traits
  if (!spare) return call(use)
  try {
    return use(spare())
  } catch (thrown) {
    const known = lift(thrown)
    if (known) throw known
    throw new CountersignError('ERR_INTERNAL', 'an instance made for one call failed', {
      cause: thrown,
    })
  }
}

function need(): Loaded {
  if (lost)
    throw new CountersignError(
      'ERR_ENGINE_LOST',
      'the engine stopped after a fault; call `await init()` for a fresh one',
    )
  loadNow?.()
  if (!loaded)
    throw new CountersignError('ERR_NOT_READY', 'no engine is loaded: call `await init()` first')
  return loaded
}

/** A trap or panic can leave memory half-written, so the instance is not used again. */
function drop(): void {
  const { dropped, forget } = traits
  generation += 1
  loaded = undefined
  loadedName = undefined
  // Until it has done its work.
  traits = forget ? { forget } : {}
  lost = true
  dropped?.()
  try {
    forget?.()
    traits = {}
  } catch {
    // A stack that is full: what is left has no handle, and is wiped when an engine is installed.
  }
}
