/**
 * From whatever a caller has to a compiled module, with an error that names the cure.
 *
 * @internal
 * @module
 */

import { CountersignError } from '../errors.js'
import { compileError } from './wasm.js'

/** What an engine can be loaded from. */
export type Source =
  | string
  | URL
  | Response
  | Uint8Array
  | ArrayBuffer
  | WebAssembly.Module
  | Promise<Response | Uint8Array | ArrayBuffer | WebAssembly.Module>

/** Every WebAssembly file starts with these bytes (core specification, section 5.5.16). */
const MAGIC = [0, 0x61, 0x73, 0x6d] as const

/** Compiles `source`. */
export async function fromSource(source: Source): Promise<WebAssembly.Module> {
  if (typeof source === 'string' || source instanceof URL) return fromResponse(fetch(source))
  const value = await source
  if (value instanceof WebAssembly.Module) return value
  if (typeof Response === 'function' && value instanceof Response) return fromResponse(value)
  return fromBytes(value as Uint8Array | ArrayBuffer, 'the given source')
}

/**
 * Compiles the body of a response, after its status was checked: while it arrives where it says that
 * it is WebAssembly, and otherwise after its first bytes were checked.
 *
 * A browser may keep the machine code beside what it compiled from a stream.
 */
export async function fromResponse(
  pending: Response | Promise<Response>,
): Promise<WebAssembly.Module> {
  const response = await settle(pending)
  if (!response.ok)
    throw new CountersignError(
      'ERR_WASM_FETCH',
      `${response.url} answered with status ${response.status}`,
    )
  const type = response.headers.get('content-type') ?? 'no content type'
  if (type.toLowerCase() === 'application/wasm' && WebAssembly.compileStreaming !== undefined)
    return fromStream(response)
  const body = await settle(response.arrayBuffer())
  return fromBytes(body, `${response.url} (${type})`)
}

async function fromStream(response: Response): Promise<WebAssembly.Module> {
  try {
    return await WebAssembly.compileStreaming(response)
  } catch (cause) {
    // A connection that broke, or a body that was read before.
    if (cause instanceof TypeError)
      throw new CountersignError('ERR_WASM_FETCH', 'the engine could not be fetched', { cause })
    throw compileError(cause)
  }
}

async function settle<T>(pending: T | Promise<T>): Promise<T> {
  try {
    return await pending
  } catch (cause) {
    throw new CountersignError('ERR_WASM_FETCH', 'the engine could not be fetched', { cause })
  }
}

async function fromBytes(
  source: Uint8Array | ArrayBuffer,
  from: string,
): Promise<WebAssembly.Module> {
  if (
    !ArrayBuffer.isView(source) &&
    Object.prototype.toString.call(source) !== '[object ArrayBuffer]'
  )
    throw new CountersignError(
      'ERR_ARGUMENT',
      'wasm must be a URL, a Response, bytes or a WebAssembly.Module',
    )
  const bytes = new Uint8Array(source as Uint8Array<ArrayBuffer>)
  if (MAGIC.some((byte, at) => bytes[at] !== byte))
    throw new CountersignError(
      'ERR_WASM_INVALID',
      `${from} is not WebAssembly; a dev server that answers with a page does this, see README`,
    )
  try {
    return await WebAssembly.compile(bytes)
  } catch (cause) {
    throw compileError(cause)
  }
}
