/**
 * What to do about each error. Importing this module gives every error its `cure`, and `help`, where that is documented.
 *
 * In Node, Deno and Bun all errors have it. A page imports `countersign/cures` if it wants them: 38 kB of text, 8 after
 * brotli, for developers more than for users.
 *
 * @module
 */

import type { Code, HostCode } from './errors.js'
import { tellCures } from './errors.js'
import { cures as coreCures } from './generated/cures.js'
import { tableOf } from './lines.js'

const hostCures: Readonly<Record<Exclude<HostCode, Code>, string>> = {
  ERR_CSP_BLOCKED: "Add 'wasm-unsafe-eval' to script-src of the content security policy.",
  ERR_DID_METHOD_UNSUPPORTED: 'Add a function for this method to `Did.resolver({ methods })`.',
  ERR_ENGINE_LOADED: 'Load one engine, before the first call.',
  ERR_ENGINE_LOST: 'Call `init()` again, then make your keys and sessions anew.',
  ERR_ENGINE_PANIC: 'This is a fault of the package. Please report it with what you called.',
  ERR_FETCH_BLOCKED: 'Use an https address that is public, or allow others in the `policy`.',
  ERR_FETCH_FAILED: 'Check that the server answers this address with status 200.',
  ERR_FETCH_LIMIT: 'Serve less, serve it faster, or raise the limit in the `policy`.',
  ERR_FETCH_TYPE: 'Serve the document with a JSON content type.',
  ERR_HANDLE_LOST: 'Make the key or session anew: its engine is gone.',
  ERR_INTERNAL:
    'Call `init()`: if this host computes wrongly, that takes another build. If it comes again, report it with what you called.',
  ERR_MERKLE_FORK: 'The log shows two histories. Keep both, and stop trusting the log.',
  ERR_NATIVE_INVALID: 'Install the addon of the same version, or import `countersign`.',
  ERR_NATIVE_MISSING: 'Install the addon for your platform, or import `countersign`.',
  ERR_NOT_READY: 'Call `await init()` once, before the first call.',
  ERR_PASSKEY_FAILED: 'Let the user try again: the prompt was closed, or timed out.',
  ERR_PASSKEY_UNAVAILABLE: 'Offer a passphrase or a recovery key instead.',
  ERR_REPLAY: 'It came before. The sender must make a new one; the first was taken already.',
  ERR_REPLAY_FULL: 'Raise the limit, or let old entries end earlier.',
  ERR_SESSION_FULL: 'Close sessions that are no longer used, or raise the limit.',
  ERR_SESSION_UNKNOWN: 'Begin with a new handshake: the session is gone, or another peer’s.',
  ERR_SIGNER_UNAVAILABLE:
    'Read the cause: permissions, address and key of the service. What was to be signed is not; try again later.',
  ERR_STORE_DAMAGED: 'Delete the entry, and make it again.',
  ERR_STORE_NAME: 'Use 1 to 64 of a-z, 0-9, dot, underscore and hyphen.',
  ERR_STORE_UNAVAILABLE: 'Use another store: `memoryStore`, or your own.',
  ERR_WASM_FETCH:
    'Serve the file that the error names. A bundler that copies no files needs `countersign/inline`.',
  ERR_WASM_INVALID:
    'Serve the file of the package unchanged, of the same version. If it is, this host cannot be used.',
}

/** Made for the first error, so that a start does not wait for it. */
let table: ReadonlyMap<string, string> | undefined

function cures(): ReadonlyMap<string, string> {
  table ??= new Map([...tableOf(coreCures), ...Object.entries(hostCures)])
  return table
}

/** Below `node_modules`. A release puts its address there. */
const page = 'countersign/ts/docs/errors.md'

tellCures((code) => ({ cure: cureOf(code), help: helpOf(code) }))

/** Every code, in the order of the alphabet. */
export function allCodes(): readonly (Code | HostCode)[] {
  return ([...cures().keys()] as (Code | HostCode)[]).sort()
}

/** What to do about an error with this code, in a sentence or two. */
export function cureOf(code: Code | HostCode): string {
  return cures().get(code) as string
}

/** Where the documentation tells of an error with this code: a file of the package, or the address of one. */
export function helpOf(code: Code | HostCode): string {
  return `${page}#${code.toLowerCase()}`
}

/** Whether a text is a code of this package. */
export function isCode(text: string): text is Code | HostCode {
  return cures().has(text)
}
