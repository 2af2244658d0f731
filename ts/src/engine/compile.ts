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

/** Whether `value` is a compiled module, also of another realm: edge functions get theirs from outside of their own. */
export function isModule(value: unknown): boolean {
  try {
    WebAssembly.Module.exports(value as WebAssembly.Module)
    return true
  } catch {
    return false
  }
}

/** Compiles `bytes` at once. Throws `ERR_CSP_BLOCKED` or `ERR_WASM_INVALID`, with `cure` where one is known. */
export function compile(bytes: Uint8Array, cure: string = ''): WebAssembly.Module {
  needWebAssembly()
  try {
    return new WebAssembly.Module(bytes as Uint8Array<ArrayBuffer>)
  } catch (cause) {
    throw compileError(cause, cure)
  }
}

/** Says why a compilation failed: the policy of the page, or the bytes. */
export function compileError(cause: unknown, cure: string = ''): CountersignError {
  return refusal(cause, `the bytes do not compile as WebAssembly${cure}`)
}

/** Says why a module does not start beside the parts that are loaded. */
export function linkError(cause: unknown): CountersignError {
  return refusal(cause, 'the module is no part of an engine of this build')
}

/** For hosts that compile only what is deployed with the program: Workers, edge functions. They have no address. */
const deployed =
  "this host compiles no WebAssembly at run time; import its files as modules (`countersign/wasm/verify.wasm`) and give them to `init` of 'countersign/slim'"

/** Chromium and Firefox hold a page to its policy when they compile, WebKit when it instantiates. */
function refusal(cause: unknown, otherwise: string): CountersignError {
  const why = String(cause)
  if (/disallowed by embedder/i.test(why) && typeof location === 'undefined')
    return new CountersignError('ERR_CSP_BLOCKED', deployed, { cause })
  if (/content security policy|unsafe-eval|blocked by CSP|disallowed by embedder/i.test(why))
    return new CountersignError(
      'ERR_CSP_BLOCKED',
      "the page's policy forbids WebAssembly; add 'wasm-unsafe-eval' to script-src",
      { cause },
    )
  return new CountersignError('ERR_WASM_INVALID', otherwise, { cause })
}
