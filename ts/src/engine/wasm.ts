/**
 * Makes an engine from a compiled module.
 *
 * @internal
 * @module
 */

import { CountersignError } from '../errors.js'
import { hotOfInstance } from './hot.js'
import { instantiate } from './instance.js'
import { canFuse } from './probe.js'
import { type EngineName, install, isReady, type Loaded } from './slot.js'

/** The build this host runs best. */
export function choose(): 'wasm' | 'wasm-fma' {
  return canFuse() ? 'wasm-fma' : 'wasm'
}

/**
 * As {@link installModule}, unless an engine came while this one was loading: to replace it would
 * lose every handle that it has given out.
 */
export function installUnlessReady(module: WebAssembly.Module, name: EngineName): void {
  if (!isReady()) installModule(module, name)
}

/**
 * Instantiates `module` and installs it as the engine. Throws `ERR_WASM_INVALID` if it is not an
 * engine or fails its self-test.
 */
export function installModule(module: WebAssembly.Module, name: EngineName): void {
  if (!installIfSound(module, name))
    throw new CountersignError('ERR_WASM_INVALID', 'the engine failed its self-test')
}

/** As {@link installModule}; `false`, and nothing is installed, if the self-test fails. */
export function installIfSound(module: WebAssembly.Module, name: EngineName): boolean {
  const { engine, lean, sound } = createEngine(module)
  if (sound) install(engine, name, { lean, spare: () => createEngine(module).engine })
  return sound
}

/** Instantiates `module`; `sound` says whether it passed its self-test. */
function createEngine(module: WebAssembly.Module): {
  engine: Loaded
  lean: boolean
  sound: boolean
} {
  try {
    const { exports, engine } = instantiate(module)
    const sound = engine.engineSelfTest()
    // `ts/scripts/lean.mjs` takes that export away.
    const lean = !('isFull' in exports)
    return { engine: Object.assign(engine, { hot: hotOfInstance(exports) }), lean, sound }
  } catch (cause) {
    throw refusal(cause, 'the module is not an engine of this version')
  }
}

/** Throws `ERR_CSP_BLOCKED` where the host has no WebAssembly at all. */
export function needWebAssembly(): void {
  if (typeof WebAssembly === 'undefined')
    throw new CountersignError(
      'ERR_CSP_BLOCKED',
      'this host has no WebAssembly; a lockdown mode takes it away',
    )
}

/** Compiles `bytes` at once. Throws `ERR_CSP_BLOCKED` or `ERR_WASM_INVALID`. */
export function compile(bytes: Uint8Array): WebAssembly.Module {
  needWebAssembly()
  try {
    return new WebAssembly.Module(bytes as Uint8Array<ArrayBuffer>)
  } catch (cause) {
    throw compileError(cause)
  }
}

/** Says why a compilation failed: the policy of the page, or the bytes. */
export function compileError(cause: unknown): CountersignError {
  return refusal(cause, 'the bytes do not compile as WebAssembly')
}

/** Chromium and Firefox hold a page to its policy when they compile, WebKit when it instantiates. */
function refusal(cause: unknown, otherwise: string): CountersignError {
  if (
    /content security policy|unsafe-eval|blocked by CSP|disallowed by embedder/i.test(String(cause))
  )
    return new CountersignError(
      'ERR_CSP_BLOCKED',
      "the page's policy forbids WebAssembly; add 'wasm-unsafe-eval' to script-src",
      { cause },
    )
  return new CountersignError('ERR_WASM_INVALID', otherwise, { cause })
}
