// How our formats frame what is hashed and signed, written once more from their descriptions alone.

import { join } from './bytes.js'
import { utf8 } from './help.js'
import { jcs } from './jcs.js'

/** Four bytes, the highest first. */
export function u32(value: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, value)
  return bytes
}

/** Eight bytes, the highest first. */
export function u64(value: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value))
  return bytes
}

/** Each part behind its length. */
export function frame(...parts: readonly (string | Uint8Array)[]): Uint8Array<ArrayBuffer> {
  const framed = parts.flatMap((part) => {
    const bytes = typeof part === 'string' ? utf8(part) : part
    return [u32(bytes.length), bytes]
  })
  return join(...framed)
}

/** `frame(label) ‖ JCS(value)`. */
export function frameRecord(label: string, value: unknown): Uint8Array<ArrayBuffer> {
  return join(frame(label), utf8(jcs(value)))
}

/** An object without some of its members. */
export function without(value: object, ...names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)))
}
