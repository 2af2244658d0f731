/**
 * The one error class of the package.
 *
 * @module
 */

import type { Code } from './generated/codes.js'

export type { Code }

/**
 * Codes raised by the TypeScript layer itself, before or around the core.
 *
 * | Code | When |
 * | --- | --- |
 * | `ERR_ARGUMENT` | a value of the wrong type, or text with a lone surrogate; the core says so of a number out of range |
 * | `ERR_CSP_BLOCKED` | the page's content security policy forbids WebAssembly, or the host has none |
 * | `ERR_DID_METHOD_UNSUPPORTED` | the resolver has nothing for this DID method |
 * | `ERR_ENGINE_LOADED` | an engine of another kind is in use already |
 * | `ERR_ENGINE_LOST` | the engine stopped after a fault; `init()` loads a fresh one |
 * | `ERR_ENGINE_PANIC` | the native addon panicked: the cause of an `ERR_INTERNAL`, and never thrown by itself |
 * | `ERR_FETCH_BLOCKED` | the fetch policy forbids the address or the redirect |
 * | `ERR_FETCH_FAILED` | no answer, or a status other than 200 |
 * | `ERR_FETCH_LIMIT` | the answer was too large or too slow |
 * | `ERR_FETCH_TYPE` | the answer has the wrong content type |
 * | `ERR_HANDLE_LOST` | the handle belongs to an engine that is gone |
 * | `ERR_INTERNAL` | a defect of this package, or a host that computes wrongly; the cause is attached |
 * | `ERR_MERKLE_FORK` | a store of tiles has other bytes for a tile: another history |
 * | `ERR_NATIVE_INVALID` | the native addon is of another version or build, does not load on this machine, or computes wrongly there |
 * | `ERR_NATIVE_MISSING` | the native addon is not installed, or there is none for this platform |
 * | `ERR_NOT_READY` | no engine is loaded yet |
 * | `ERR_PASSKEY_FAILED` | the user or the browser did not use a passkey |
 * | `ERR_PASSKEY_UNAVAILABLE` | there are no passkeys here, or the authenticator has no PRF |
 * | `ERR_REPLAY` | a replay store had seen the value before, or its time is over |
 * | `ERR_REPLAY_FULL` | a replay store has no room, so that it can take nothing new |
 * | `ERR_SESSION_FULL` | a session manager has no room and may close nothing |
 * | `ERR_SESSION_UNKNOWN` | a session manager holds no such session of this peer |
 * | `ERR_SIGNER_UNAVAILABLE` | the service behind a signer refuses, fails or does not answer; its own error is the cause |
 * | `ERR_STORE_DAMAGED` | an entry of a store does not decrypt, or a store answers what makes no sense |
 * | `ERR_STORE_NAME` | a name that a store does not take |
 * | `ERR_STORE_UNAVAILABLE` | this host has nothing to store in, or a store fails or does not answer in time |
 * | `ERR_WASM_FETCH` | the engine's file could not be fetched or read, or not in time, or a page came in its place; the message has its address and the cure |
 * | `ERR_WASM_INVALID` | what was given or fetched is not the engine, or this host computes wrongly on it |
 */
export type HostCode = (typeof hostCodes)[number]

/** Every {@link HostCode}. */
export const hostCodes = [
  'ERR_ARGUMENT',
  'ERR_CSP_BLOCKED',
  'ERR_DID_METHOD_UNSUPPORTED',
  'ERR_ENGINE_LOADED',
  'ERR_ENGINE_LOST',
  'ERR_ENGINE_PANIC',
  'ERR_FETCH_BLOCKED',
  'ERR_FETCH_FAILED',
  'ERR_FETCH_LIMIT',
  'ERR_FETCH_TYPE',
  'ERR_HANDLE_LOST',
  'ERR_INTERNAL',
  'ERR_MERKLE_FORK',
  'ERR_NATIVE_INVALID',
  'ERR_NATIVE_MISSING',
  'ERR_NOT_READY',
  'ERR_PASSKEY_FAILED',
  'ERR_PASSKEY_UNAVAILABLE',
  'ERR_REPLAY',
  'ERR_REPLAY_FULL',
  'ERR_SESSION_FULL',
  'ERR_SESSION_UNKNOWN',
  'ERR_SIGNER_UNAVAILABLE',
  'ERR_STORE_DAMAGED',
  'ERR_STORE_NAME',
  'ERR_STORE_UNAVAILABLE',
  'ERR_WASM_FETCH',
  'ERR_WASM_INVALID',
] as const

/** The facts of a failure, each where the failure has it. None holds a key, a token or plaintext. */
export type ErrorData = {
  /** Name of the member, field, option or part that is wrong. */
  readonly member?: string
  /** Where it stands: a JSON pointer, or the path of a field. */
  readonly path?: string
  /** Where it stands: a byte of the text, or the index of an element, from 0. */
  readonly at?: number
  /** What was expected: a length in bytes, a type, a name, a time; or words that say what may be. */
  readonly want?: string | number
  /** What came instead; a number if `want` is one. */
  readonly got?: string | number
  /** The most that is allowed; of a time, when it ended. Times are Unix seconds; of receipts, milliseconds. */
  readonly limit?: number
  /** What is wrong, in words. */
  readonly reason?: string
}

/** The names of {@link ErrorData}. @internal */
export const dataNames = ['member', 'path', 'at', 'want', 'got', 'limit', 'reason'] as const

/**
 * Thrown by every function of this package.
 *
 * Branch on {@link CountersignError.code}, and read the facts from the members of {@link ErrorData}; the message
 * is for people and may change, as is `cure`, which says what to do.
 *
 * @example
 * ```ts
 * try {
 *   Encoding.hex.decode(input)
 * } catch (error) {
 *   if (!isCountersignError(error)) throw error
 *   console.error(error.code, error.want)
 * }
 * ```
 */
export class CountersignError extends Error implements ErrorData {
  override readonly name = 'CountersignError'

  /** Stable code, the same in Rust, WebAssembly and Node. */
  readonly code: Code | HostCode

  // Declared alone: a member that this failure does not have is not there.
  declare readonly member?: string
  declare readonly path?: string
  declare readonly at?: number
  declare readonly want?: string | number
  declare readonly got?: string | number
  declare readonly limit?: number
  declare readonly reason?: string
  /** What to do about it. In a page it is there if `countersign/cures` was imported before. */
  declare readonly cure?: string
  /** Where the documentation has it: a file of the package, or its address, and the heading. It is there if `cure` is. */
  declare readonly help?: string

  constructor(code: Code | HostCode, message: string, options: CountersignError.Options = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined)
    this.code = code
    Object.assign(this, dataOf(options))
    if (cures) Object.assign(this, cures(code))
  }
}

export declare namespace CountersignError {
  type Options = { readonly cause?: unknown } & ErrorData
}

/** What to do about each error and where that is documented, where that is loaded. */
let cures: Cures | undefined

type Cures = (code: Code | HostCode) => { readonly cure: string; readonly help: string }

/** Gives every error from now on its `cure` and `help`. @internal */
export function tellCures(give: Cures): void {
  cures = give
}

/** The start of a text that came from somebody, as the core shows it. @internal */
export function excerpt(text: string): string {
  return Array.from(text.slice(0, 80)).slice(0, 40).join('')
}

/** The data of an error alone. @internal */
export function dataOf(from: ErrorData): ErrorData {
  const present = dataNames.filter((name) => from[name] !== undefined)
  return Object.fromEntries(present.map((name) => [name, from[name]]))
}

/**
 * Tells whether `error` came from this package, and with `code` if one is given.
 *
 * Compares the name and code, not the class, so it also holds when an
 * application has two copies of the package.
 *
 * @example
 * ```ts
 * try {
 *   Did.parse(input)
 * } catch (error) {
 *   if (!isCountersignError(error, 'ERR_DID_SYNTAX')) throw error
 * }
 * ```
 */
export function isCountersignError(
  error: unknown,
  code?: Code | HostCode,
): error is CountersignError {
  try {
    return (
      error instanceof Error &&
      error.name === 'CountersignError' &&
      (code === undefined || (error as CountersignError).code === code)
    )
  } catch {
    // A proxy whose traps throw is not one of our errors.
    return false
  }
}

/**
 * Turns what an engine threw into a {@link CountersignError}, or says that it is a fault. An error of an engine is known
 * by its message, which is JSON; a list of all codes would be a quarter of a small page.
 *
 * @internal
 */
export function lift(thrown: unknown): CountersignError | undefined {
  if (thrown instanceof CountersignError) return thrown
  const { code, message } = (thrown ?? {}) as { code?: unknown; message?: unknown }
  if (typeof code !== 'string' || typeof message !== 'string') return undefined
  return /^ERR_/.test(code) && message.startsWith('{"')
    ? fromEngine(code as Code, message)
    : undefined
}

/** The data that a message has places for. */
type Placed<Message> = Message extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placed<Rest>
  : never

/**
 * An error of the core that TypeScript finds before the core is asked: it has the core's words, of
 * `generated/messages.ts`, and its data.
 *
 * @internal
 */
export function coreError<const M extends string>(
  { code, message }: { readonly code: Code; readonly message: M },
  data: { readonly [Name in Placed<M>]: string | number },
  cause: { readonly cause?: unknown } = {},
): CountersignError {
  const placed = data as Readonly<Record<string, string | number>>
  const words = message.replace(/\{(\w+)\}/g, (_, name: string) => String(placed[name]))
  return new CountersignError(code, words, { ...cause, ...placed })
}

/** An error of the core. What an engine tells of it is JSON text: the message, and the data by name. @internal */
export function fromEngine(code: Code, told: string): CountersignError {
  const { message, ...data } = JSON.parse(told) as { message: string } & ErrorData
  return new CountersignError(code, message, data)
}
