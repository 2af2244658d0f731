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
import type { Hot } from './hot.js'

/** Name of a build. */
export type EngineName = 'wasm' | 'wasm-fma' | 'native'

/** An engine, and its hot lane where it has one. */
export type Loaded = Engine & { readonly hot?: Hot | undefined }

let loaded: Loaded | undefined
let loadedName: EngineName | undefined
let makeSpare: (() => Engine) | undefined
let forget: (() => void) | undefined
let loadedLean = false
let lost = false
let generation = 0
let loadNow: (() => void) | undefined
let asked = false

/** What is known of an engine beside its functions. */
export type Traits = {
  /** Makes one more instance, where memory that has grown never shrinks. */
  readonly spare?: () => Engine
  /** Wipes what lives in it, where its memory stays when it is dropped. */
  readonly forget?: () => void
  /** Some functions only say that the full engine has them. */
  readonly lean?: boolean
}

/** Installs a fresh engine. Handles of an earlier one are lost, and what lived in an addon is wiped. */
export function install(engine: Loaded, name: EngineName, traits: Traits = {}): void {
  drop()
  loaded = engine
  loadedName = name
  makeSpare = traits.spare
  forget = traits.forget
  loadedLean = traits.lean === true
  lost = false
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

/** Tells whether an engine with every function is loaded. */
export function isFull(): boolean {
  return isReady() && !loadedLean
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
  if (!makeSpare) return call(use)
  try {
    return use(makeSpare())
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
  generation += 1
  loaded = undefined
  loadedName = undefined
  makeSpare = undefined
  lost = true
  try {
    forget?.()
    forget = undefined
  } catch {
    // A stack that is full: what is left has no handle, and is wiped when an engine is installed.
  }
}
