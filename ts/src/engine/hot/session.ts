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
  const { put2 } = buffer
  return {
    ...sealLane(raw, buffer),
    ...batchLane(raw, buffer),
    ...openLane(raw, buffer),

    sessionCreate(secret, context, initiator, confirmed, now) {
      const size = sizeOf(context)
      if (sizeOf(secret) !== SECRET || !put2(secret, SECRET, context, size, 0)) return undefined
      const id = raw.hotSessionCreate(size, initiator ? 1 : 0, confirmed ? 1 : 0, now)
      return id === ASK ? undefined : id
    },
  }
}

type Lane<Name extends keyof SessionLane> = Pick<SessionLane, Name>

function sealLane(
  raw: Raw,
  { capacity, view, put2 }: Buffer,
): Lane<'sessionSeal' | 'sessionSealInto'> {
  /** Length of the message, which stands behind `head` bytes, or ASK. */
  const seal = (
    handle: number,
    associated: Uint8Array,
    head: number,
    plaintext: Uint8Array,
    room: number,
    now: number,
  ): number => {
    const size = sizeOf(plaintext)
    if (!put2(associated, head, plaintext, size, CONTENT)) return ASK
    return raw.hotSessionSeal(handle, head, size, room, now)
  }
  return {
    sessionSeal(handle, associated, plaintext, now) {
      const head = sizeOf(associated)
      const length = seal(handle, associated, head, plaintext, capacity, now)
      return length === ASK ? undefined : view().slice(head, head + length)
    },

    sessionSealInto(handle, associated, plaintext, output, now) {
      const head = sizeOf(associated)
      const length = seal(handle, associated, head, plaintext, sizeOf(output), now)
      if (length === ASK) return undefined
      copyTo(output, view().subarray(head, head + length))
      return length
    },
  }
}

function batchLane(raw: Raw, buffer: Buffer): Lane<'sessionSealBatch'> {
  const { view } = buffer
  return {
    sessionSealBatch(handle, associated, plaintexts, now) {
      const head = sizeOf(associated)
      const end = putList(buffer, associated, head, plaintexts)
      if (end === undefined) return undefined
      const done = raw.hotSessionSealBatch(handle, head, end - head, now)
      return done === ASK ? undefined : view().slice(head, end)
    },
  }
}

function openLane(raw: Raw, { view, put2 }: Buffer): Lane<'sessionOpen' | 'sessionOpenInto'> {
  /** What `take` makes of the plaintext, given its place. */
  const open = <T>(
    handle: number,
    associated: Uint8Array,
    message: Uint8Array,
    size: number,
    now: number,
    take: (from: number, to: number) => T,
  ): T | undefined => {
    const head = sizeOf(associated)
    if (!put2(associated, head, message, size, 0)) return undefined
    const length = raw.hotSessionOpen(handle, head, size, now)
    if (length === ASK) return undefined
    const from = head + CONTENT
    try {
      return take(from, from + length)
    } finally {
      view().fill(0, from, head + size)
    }
  }

  return {
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

/** Writes plaintexts where their messages will hold them, behind `head` bytes; gives the end, if all fit. */
function putList(
  { capacity, view, put }: Buffer,
  associated: Uint8Array,
  head: number,
  plaintexts: readonly Uint8Array[],
): number | undefined {
  if (head > capacity || !put(associated, head, 0)) return undefined
  const start = view()
  let place = head
  for (const plaintext of plaintexts) {
    const size = sizeOf(plaintext)
    const end = place + LENGTH + size + OVERHEAD
    if (end > capacity || !put(plaintext, size, place + LENGTH + CONTENT)) {
      start.fill(0)
      return undefined
    }
    const length = size + OVERHEAD
    start[place] = length >>> 24
    start[place + 1] = length >>> 16
    start[place + 2] = length >>> 8
    start[place + 3] = length
    place = end
  }
  return place
}
