/**
 * Compiles WebAssembly, and says why it does not compile or start.
 *
 * @internal
 * @module
 */

import { CountersignError } from '../errors.js'

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

/** Says why a module does not start beside the parts that are loaded. */
export function linkError(cause: unknown): CountersignError {
  return refusal(cause, 'the module is no part of an engine of this build')
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
