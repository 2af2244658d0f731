/**
 * The hot lane: short arguments go through one fixed buffer of the instance.
 *
 * The exports and the layout are in `rust/bindings/src/scratch.rs`. Whatever they
 * leave undecided is asked of the ordinary entry, which has the errors.
 *
 * What is secret does not stay: plaintexts and messages to be signed are wiped once they were used.
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
  hotJcs(length: number): number
  hotSessionSeal(
    handle: number,
    associated: number,
    plaintext: number,
    room: number,
    now: number,
  ): number
  hotSessionOpen(handle: number, associated: number, message: number, now: number): number
}

/** What only the hot lane has: results that go straight to where the caller wants them. */
export type Direct = {
  /** Gives the length, or `undefined` where the ordinary entry must decide. */
  sessionSealInto(
    handle: number,
    associated: Uint8Array,
    plaintext: Uint8Array,
    output: Uint8Array,
    now: number,
  ): number | undefined
  /** As `sessionSealInto`. */
  sessionOpenInto(
    handle: number,
    associated: Uint8Array,
    message: Uint8Array,
    output: Uint8Array,
    now: number,
  ): number | undefined
}

/** What an export gives for a case that it leaves to the ordinary entry. */
const ASK = -1

/** Where the content of a session's message stands in it. */
const CONTENT = 14

/** Text of at most this many UTF-16 units is within the buffer in UTF-8. */
const MAX_TEXT = 1 << 14

/** A DID is at most this many UTF-16 units where the hot lane takes it; UTF-8 needs up to three bytes each. */
const MAX_DID = 1024

const codes: ReadonlyMap<string, number> = new Map(algorithms.map((name, at) => [name, at + 1]))
const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** `engine` with its hottest entries on the hot lane. */
export function withHotLane(engine: Engine, exports: WebAssembly.Exports): Engine & Direct {
  const raw = exports as unknown as Raw
  const scratch = scratchOf(raw)

  /** Length of the message, which stands after the associated data, or ASK. */
  const seal = (
    handle: number,
    associated: Uint8Array,
    plaintext: Uint8Array,
    room: number,
    now: number,
  ) => {
    if (!scratch.write2(associated, plaintext, CONTENT)) return ASK
    const length = raw.hotSessionSeal(handle, associated.length, plaintext.length, room, now)
    // Otherwise the message stands where the plaintext stood.
    if (length === ASK) scratch.wipe(associated.length + CONTENT + plaintext.length)
    return length
  }
  /** What `take` makes of the plaintext, given its length and place; or `undefined`. */
  const open = <T>(
    handle: number,
    associated: Uint8Array,
    message: Uint8Array,
    now: number,
    take: (length: number, at: number) => T,
  ): T | undefined => {
    if (!scratch.write2(associated, message, 0)) return undefined
    try {
      const length = raw.hotSessionOpen(handle, associated.length, message.length, now)
      return length === ASK ? undefined : take(length, associated.length + CONTENT)
    } finally {
      scratch.wipe(associated.length + message.length)
    }
  }

  return {
    ...engine,

    sessionSeal(handle, associated, plaintext, room, now) {
      const length = seal(handle, associated, plaintext, room, now)
      if (length !== ASK) return scratch.read(length, associated.length)
      return engine.sessionSeal(handle, associated, plaintext, room, now)
    },

    sessionOpen(handle, associated, message, now) {
      const plaintext = open(handle, associated, message, now, scratch.read)
      return plaintext ?? engine.sessionOpen(handle, associated, message, now)
    },

    sessionSealInto(handle, associated, plaintext, output, now) {
      const length = seal(handle, associated, plaintext, output.length, now)
      return length === ASK ? undefined : scratch.copy(length, associated.length, output)
    },

    sessionOpenInto(handle, associated, message, output, now) {
      return open(handle, associated, message, now, (length, at) =>
        scratch.copy(length, at, output),
      )
    },

    keysVerify(algorithm, key, message, signature, highS) {
      const code = codes.get(algorithm)
      if (code !== undefined && !highS && scratch.write(key, message, signature)) {
        const verdict = raw.hotVerify(code, key.length, message.length, signature.length)
        scratch.wipe(key.length + message.length)
        if (verdict !== ASK) return verdict === 1
      }
      return engine.keysVerify(algorithm, key, message, signature, highS)
    },

    signerSign(handle, algorithm, message) {
      const code = codes.get(algorithm)
      if (code !== undefined && scratch.write(message)) {
        const length = raw.hotSign(handle, code, message.length)
        const signature = length === ASK ? undefined : scratch.read(length)
        scratch.wipe(message.length)
        if (signature !== undefined) return signature
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

    encodingJcs(text) {
      if (text.length <= MAX_TEXT) {
        const written = scratch.writeText(text)
        const length = raw.hotJcs(written)
        const canonical = length === ASK ? undefined : scratch.readText(length)
        scratch.wipe(Math.max(written, length))
        if (canonical !== undefined) return canonical
      }
      return engine.encodingJcs(text)
    },

    encodingJcsBytes(text) {
      if (scratch.write(text)) {
        const length = raw.hotJcs(text.length)
        const canonical = length === ASK ? undefined : scratch.read(length)
        scratch.wipe(Math.max(text.length, length))
        if (canonical !== undefined) return canonical
      }
      return engine.encodingJcsBytes(text)
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
    /** Writes two parts with `gap` bytes between them. */
    write2(first: Uint8Array, second: Uint8Array, gap: number): boolean {
      if (first.length + gap + second.length > capacity) return false
      const buffer = current()
      if (first.length > 0) buffer.set(first)
      buffer.set(second, first.length + gap)
      return true
    },
    /** Copies a part to the start of `output`, and gives its length. */
    copy(length: number, at: number, output: Uint8Array): number {
      output.set(current().subarray(at, at + length))
      return length
    },
    /** Fills what was used, which is the start. */
    wipe(end: number): void {
      current().fill(0, 0, end)
    },
    writeText: (text: string): number => encoder.encodeInto(text, current()).written,
    read: (length: number, at = 0): Uint8Array => current().slice(at, at + length),
    readText: (length: number): string => decoder.decode(current().subarray(0, length)),
  }
}
