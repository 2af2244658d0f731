/**
 * What to do about codes of the host: arguments, the engine, fetching.
 *
 * @internal
 * @module
 */

import type { AdviceOn, Host } from './families.js'
export const host: AdviceOn<Host> = {
  ERR_ARGUMENT: 'Pass what the message asks for: types and documentation say more.',
  ERR_CSP_BLOCKED: "Add 'wasm-unsafe-eval' to script-src of the content security policy.",
  ERR_ENGINE_LOADED: 'Load one engine, before the first call.',
  ERR_ENGINE_LOST: 'Call `init()` again, then make your keys and sessions anew.',
  ERR_ENGINE_PANIC: 'This is a fault of the package. Please report it with what you called.',
  ERR_FETCH_BLOCKED: 'Use an https address that is public, or allow others in the `policy`.',
  ERR_FETCH_FAILED: 'Check that the server answers this address with status 200.',
  ERR_FETCH_LIMIT: 'Serve less, serve it faster, or raise the limit in the `policy`.',
  ERR_FETCH_TYPE: 'Serve the document with a JSON content type.',
  ERR_HANDLE_CLOSED: 'Use the key or session before you close it, or make another one.',
  ERR_HANDLE_LIMIT: 'Close keys, sessions and trusts that are no longer used.',
  ERR_HANDLE_LOST: 'Make the key or session anew: its engine is gone.',
  ERR_INTERNAL: 'This is a fault of the package. Please report it with what you called.',
  ERR_NATIVE_INVALID: 'Install the addon of the same version, or import `countersign`.',
  ERR_NATIVE_MISSING: 'Install the addon for your platform, or import `countersign`.',
  ERR_NOT_READY: 'Call `await init()` once, before the first call.',
  ERR_PART_MISSING: 'Call `await init({ with: [part] })` with the part that the error names.',
  ERR_WASM_FETCH:
    'Serve the file that the error names. A bundler that copies no files needs `countersign/inline`.',
  ERR_WASM_INVALID: 'Serve the file of the package unchanged, of the same version.',
}
