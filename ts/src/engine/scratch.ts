/**
 * The hot lane: short arguments go through one fixed buffer of the instance.
 *
 * The exports and the layout are in `rust/bindings/src/scratch.rs`. Whatever they
 * leave undecided is asked of the ordinary entry, which has the errors.
 *
 * @internal
 * @module
 */

import { algorithms } from '../algorithm.js'
import type { Engine } from '../generated/contract.js'

/** The raw exports of `scratch.rs`. */
type Raw = {
  readonly memory: WebAssembly.Memory
  scratchAddress(): number
  scratchCapacity(): number
  hotVerify(algorithm: number, key: number, message: number, signature: number): number
  hotSign(handle: number, algorithm: number, message: number): number
  hotDidParse(length: number): number
}

/** What an export gives for a case that it leaves to the ordinary entry. */
const ASK = -1

/** A DID is at most this many UTF-16 units where the hot lane takes it; UTF-8 needs up to three bytes each. */
const MAX_DID = 1024

const codes: ReadonlyMap<string, number> = new Map(algorithms.map((name, at) => [name, at + 1]))
const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** `engine` with its hottest entries on the hot lane. */
export function withHotLane(engine: Engine, exports: WebAssembly.Exports): Engine {
  const raw = exports as unknown as Raw
  const scratch = scratchOf(raw)
  return {
    ...engine,

    keysVerify(algorithm, key, message, signature, highS) {
      const code = codes.get(algorithm)
      if (code !== undefined && !highS && scratch.write(key, message, signature)) {
        const verdict = raw.hotVerify(code, key.length, message.length, signature.length)
        if (verdict !== ASK) return verdict === 1
      }
      return engine.keysVerify(algorithm, key, message, signature, highS)
    },

    signerSign(handle, algorithm, message) {
      const code = codes.get(algorithm)
      if (code !== undefined && scratch.write(message)) {
        const length = raw.hotSign(handle, code, message.length)
        if (length !== ASK) return scratch.read(length)
      }
      return engine.signerSign(handle, algorithm, message)
    },

    didParse(text) {
      if (text.length <= MAX_DID) {
        const length = raw.hotDidParse(scratch.writeText(text))
        if (length === 0) return text
        if (length !== ASK) return scratch.readText(length)
      }
      return engine.didParse(text)
    },
  }
}

function scratchOf(raw: Raw) {
  const capacity = raw.scratchCapacity()
  const address = raw.scratchAddress()
  let view = new Uint8Array(raw.memory.buffer, address, capacity)
  /** Memory that grew has another buffer; the old view is then empty. */
  const current = (): Uint8Array => {
    if (view.length === 0) view = new Uint8Array(raw.memory.buffer, address, capacity)
    return view
  }
  return {
    /** Writes `parts` one after the other. `false` if they are too long together. */
    write(...parts: readonly Uint8Array[]): boolean {
      let end = 0
      for (const part of parts) end += part.length
      if (end > capacity) return false
      const buffer = current()
      let at = 0
      for (const part of parts) {
        buffer.set(part, at)
        at += part.length
      }
      return true
    },
    writeText: (text: string): number => encoder.encodeInto(text, current()).written,
    read: (length: number): Uint8Array => current().slice(0, length),
    readText: (length: number): string => decoder.decode(current().subarray(0, length)),
  }
}
