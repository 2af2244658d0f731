/**
 * Compiles a part of an engine from any source that a caller may pass. Errors name the cure.
 *
 * @internal
 * @module
 */

import * as check from '../check.js'
import { CountersignError } from '../errors.js'
import type { HostResponse, HostUrl, WasmModule } from '../host.js'
import { describeUrl, fetchError, reasonOf } from './address.js'
import { compileError, isModule, needWebAssembly } from './compile.js'
import type { Place } from './files.js'
import type { Attempt } from './once.js'

/** What a part of an engine can be loaded from. */
export type Source = Ready | Promise<Ready>

type Ready = string | HostUrl | HostResponse | Uint8Array | ArrayBuffer | WasmModule

/** Every WebAssembly file starts with these bytes (core specification, section 5.5.16). */
const MAGIC = [0, 0x61, 0x73, 0x6d] as const

/**
 * Compiles what `give` gives.
 *
 * @throws `ERR_ARGUMENT`, `ERR_WASM_FETCH`, `ERR_WASM_INVALID` or `ERR_CSP_BLOCKED`
 */
export async function fromSource(give: () => Source, attempt: Attempt): Promise<WasmModule> {
  needWebAssembly()
  try {
    // In an object, so that nothing of it is read before it can be told whether that fails.
    const { source } = await settle(() => ({ source: give() }), 'the given source', '')
    if (typeof source !== 'string' && source instanceof URL)
      return await fromUrl(source, attempt, '')
    const value = await settle(() => source, 'the given source', '')
    if (typeof value === 'string' || value instanceof URL) return await fromUrl(value, attempt, '')
    if (isModule(value)) return value as WasmModule
    if (typeof Response === 'function' && value instanceof Response)
      return await fromResponse(value, '')
    return await fromBytes(value as Uint8Array | ArrayBuffer, 'the given source')
  } catch (error) {
    // An object that does not let itself be read, or whose memory is gone.
    throw check.unreadable('wasm', error)
  }
}

/**
 * Compiles the file at `place`.
 *
 * @throws `ERR_WASM_FETCH`, `ERR_WASM_INVALID` or `ERR_CSP_BLOCKED`
 */
export async function fromPlace({ url, cure }: Place, attempt: Attempt): Promise<WasmModule> {
  needWebAssembly()
  return fromUrl(url, attempt, cure)
}

async function fromUrl(url: string | URL, attempt: Attempt, cure: string): Promise<WasmModule> {
  attempt.address = describeUrl(url)
  const response = await settle(() => fetch(url, { signal: attempt.signal }), attempt.address, cure)
  return fromResponse(response, cure)
}

/**
 * Compiles the body of a response, after its status was checked: while it arrives where it says that
 * it is WebAssembly, and otherwise after its first bytes were checked.
 *
 * A page in the place of the file is `ERR_WASM_FETCH`: the file did not come. What says that it is WebAssembly and is not, is
 * `ERR_WASM_INVALID`.
 *
 * A browser may keep the machine code beside what it compiled from a stream.
 */
async function fromResponse(response: Response, cure: string): Promise<WasmModule> {
  const address = describeUrl(response.url) || 'the given response'
  if (!response.ok) throw fetchError(`${address} answered with status ${response.status}`, cure)
  const type = response.headers.get('content-type') ?? 'no content type'
  const says = type.toLowerCase() === 'application/wasm'
  if (says && WebAssembly.compileStreaming !== undefined) return fromStream(response, address, cure)
  const body = await settle(() => response.arrayBuffer(), address, cure)
  if (!says && !isWasm(new Uint8Array(body)))
    throw fetchError(
      `${address} answered with status ${response.status}, but not with WebAssembly (${type}), as servers do that have a page for every address`,
      cure,
    )
  return fromBytes(body, address)
}

async function fromStream(response: Response, address: string, cure: string): Promise<WasmModule> {
  try {
    return await WebAssembly.compileStreaming(response)
  } catch (cause) {
    // A connection that broke, or a body that was read before.
    if (cause instanceof TypeError) throw notCome(address, cure, cause)
    throw compileError(cause)
  }
}

/** What `start` gives; what it throws becomes the cause of an `ERR_WASM_FETCH`. */
async function settle<T>(start: () => T | Promise<T>, address: string, cure: string): Promise<T> {
  try {
    return await start()
  } catch (cause) {
    throw notCome(address, cure, cause)
  }
}

function notCome(address: string, cure: string, cause: unknown): CountersignError {
  return fetchError(`${address} could not be fetched${reasonOf(cause)}`, cure, { cause })
}

async function fromBytes(source: Uint8Array | ArrayBuffer, from: string): Promise<WasmModule> {
  if (
    !ArrayBuffer.isView(source) &&
    Object.prototype.toString.call(source) !== '[object ArrayBuffer]'
  )
    throw new CountersignError(
      'ERR_ARGUMENT',
      'wasm must be a URL, a Response, bytes or a WebAssembly.Module',
      { member: 'wasm' },
    )
  const bytes = new Uint8Array(source as Uint8Array<ArrayBuffer>)
  if (!isWasm(bytes)) throw new CountersignError('ERR_WASM_INVALID', `${from} is not WebAssembly`)
  try {
    return await WebAssembly.compile(bytes)
  } catch (cause) {
    throw compileError(cause)
  }
}

function isWasm(bytes: Uint8Array): boolean {
  return MAGIC.every((byte, index) => bytes[index] === byte)
}
