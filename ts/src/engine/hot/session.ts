/**
 * Sessions on the hot lane.
 *
 * @internal
 * @module
 */

import { copyTo, sizeOf } from '../../check.js'
import type { Buffer } from './buffer.js'
import { ASK, type Raw } from './raw.js'

/** Each gives `undefined` where the ordinary entry must decide. */
export type SessionLane = {
  /** The handle of a session with default options. */
  sessionCreate(
    secret: Uint8Array,
    context: Uint8Array,
    initiator: boolean,
    confirmed: boolean,
    now: number,
  ): number | undefined
  sessionSeal(
    handle: number,
    associated: Uint8Array,
    plaintext: Uint8Array,
    now: number,
  ): Uint8Array | undefined
  /** Gives the length of the message. */
  sessionSealInto(
    handle: number,
    associated: Uint8Array,
    plaintext: Uint8Array,
    output: Uint8Array,
    now: number,
  ): number | undefined
  /** The messages, each after its length. A session with padding is left to the ordinary entry. */
  sessionSealBatch(
    handle: number,
    associated: Uint8Array,
    plaintexts: readonly Uint8Array[],
    now: number,
  ): Uint8Array | undefined
  sessionOpen(
    handle: number,
    associated: Uint8Array,
    message: Uint8Array,
    now: number,
  ): Uint8Array | undefined
  /** Gives the length of the plaintext. */
  sessionOpenInto(
    handle: number,
    associated: Uint8Array,
    message: Uint8Array,
    output: Uint8Array,
    now: number,
  ): number | undefined
}

/** Length of a session's secret. */
const SECRET = 32
/** Where the content of a message stands in it, and how much longer a message is. */
const CONTENT = 14
const OVERHEAD = 30
/** Length of the length before each message of a batch. */
const LENGTH = 4

export function sessionLane(raw: Raw, buffer: Buffer): SessionLane {
  const { capacity, view, put2 } = buffer

  /** Length of the message, which stands behind `one` bytes, or ASK. */
  const seal = (
    handle: number,
    associated: Uint8Array,
    one: number,
    plaintext: Uint8Array,
    room: number,
    now: number,
  ): number => {
    const two = sizeOf(plaintext)
    if (!put2(associated, one, plaintext, two, CONTENT)) return ASK
    return raw.hotSessionSeal(handle, one, two, room, now)
  }
  /** What `take` makes of the plaintext, given its place. */
  const open = <T>(
    handle: number,
    associated: Uint8Array,
    message: Uint8Array,
    two: number,
    now: number,
    take: (from: number, to: number) => T,
  ): T | undefined => {
    const one = sizeOf(associated)
    if (!put2(associated, one, message, two, 0)) return undefined
    const length = raw.hotSessionOpen(handle, one, two, now)
    if (length === ASK) return undefined
    const from = one + CONTENT
    try {
      return take(from, from + length)
    } finally {
      view().fill(0, from, one + two)
    }
  }

  return {
    sessionCreate(secret, context, initiator, confirmed, now) {
      const size = sizeOf(context)
      if (sizeOf(secret) !== SECRET || !put2(secret, SECRET, context, size, 0)) return undefined
      const id = raw.hotSessionCreate(size, initiator ? 1 : 0, confirmed ? 1 : 0, now)
      return id === ASK ? undefined : id
    },

    sessionSeal(handle, associated, plaintext, now) {
      const one = sizeOf(associated)
      const length = seal(handle, associated, one, plaintext, capacity, now)
      return length === ASK ? undefined : view().slice(one, one + length)
    },

    sessionSealInto(handle, associated, plaintext, output, now) {
      const one = sizeOf(associated)
      const length = seal(handle, associated, one, plaintext, sizeOf(output), now)
      if (length === ASK) return undefined
      copyTo(output, view().subarray(one, one + length))
      return length
    },

    sessionSealBatch(handle, associated, plaintexts, now) {
      const one = sizeOf(associated)
      const end = putList(buffer, associated, one, plaintexts)
      if (end === undefined) return undefined
      const done = raw.hotSessionSealBatch(handle, one, end - one, now)
      return done === ASK ? undefined : view().slice(one, end)
    },

    sessionOpen: (handle, associated, message, now) =>
      open(handle, associated, message, sizeOf(message), now, (from, to) => view().slice(from, to)),

    sessionOpenInto(handle, associated, message, output, now) {
      const size = sizeOf(message)
      // It is shared, and grew since it was measured.
      if (sizeOf(output) < size - OVERHEAD) return undefined
      return open(handle, associated, message, size, now, (from, to) => {
        copyTo(output, view().subarray(from, to))
        return to - from
      })
    },
  }
}

/** Writes plaintexts where their messages will hold them, behind `one` bytes; gives the end, if all fit. */
function putList(
  { capacity, view, put }: Buffer,
  associated: Uint8Array,
  one: number,
  plaintexts: readonly Uint8Array[],
): number | undefined {
  if (one > capacity || !put(associated, one, 0)) return undefined
  const start = view()
  let at = one
  for (const plaintext of plaintexts) {
    const size = sizeOf(plaintext)
    const end = at + LENGTH + size + OVERHEAD
    if (end > capacity || !put(plaintext, size, at + LENGTH + CONTENT)) {
      start.fill(0)
      return undefined
    }
    const length = size + OVERHEAD
    start[at] = length >>> 24
    start[at + 1] = length >>> 16
    start[at + 2] = length >>> 8
    start[at + 3] = length
    at = end
  }
  return at
}
