/**
 * Sessions on the hot lane. Each function gives `undefined` where the ordinary entry must decide.
 *
 * @internal
 * @module
 */

import { copyTo, sizeOf } from '../../check.js'
import type { Hot } from '../hot.js'
import type { Scratch } from './buffer.js'
import { ASK } from './raw.js'

/** Length of a session's secret. */
const SECRET = 32
/** Where the content of a message stands in it, and how much longer a message is. */
const CONTENT = 14
const OVERHEAD = 30
/** Length of the length before each message of a batch. */
const LENGTH = 4

/** The handle of a session with default options. */
export function sessionCreate(
  hot: Hot | undefined,
  secret: Uint8Array,
  context: Uint8Array,
  initiator: boolean,
  confirmed: boolean,
  now: number,
): number | undefined {
  if (!hot) return undefined
  const { raw, buffer } = hot
  const size = sizeOf(context)
  if (sizeOf(secret) !== SECRET || !buffer.put2(secret, SECRET, context, size, 0)) return undefined
  const id = raw.hotSessionCreate(size, initiator ? 1 : 0, confirmed ? 1 : 0, now)
  return id === ASK ? undefined : id
}

export function sessionSeal(
  hot: Hot | undefined,
  handle: number,
  associated: Uint8Array,
  plaintext: Uint8Array,
  now: number,
): Uint8Array | undefined {
  if (!hot) return undefined
  const head = sizeOf(associated)
  const length = seal(hot, handle, associated, head, plaintext, hot.buffer.capacity, now)
  return length === ASK ? undefined : hot.buffer.view().slice(head, head + length)
}

/** Gives the length of the message. */
export function sessionSealInto(
  hot: Hot | undefined,
  handle: number,
  associated: Uint8Array,
  plaintext: Uint8Array,
  output: Uint8Array,
  now: number,
): number | undefined {
  if (!hot) return undefined
  const head = sizeOf(associated)
  const length = seal(hot, handle, associated, head, plaintext, sizeOf(output), now)
  if (length === ASK) return undefined
  copyTo(output, hot.buffer.view().subarray(head, head + length))
  return length
}

/** Length of the message, which stands behind `head` bytes, or ASK. */
function seal(
  { raw, buffer }: Hot,
  handle: number,
  associated: Uint8Array,
  head: number,
  plaintext: Uint8Array,
  room: number,
  now: number,
): number {
  const size = sizeOf(plaintext)
  if (!buffer.put2(associated, head, plaintext, size, CONTENT)) return ASK
  return raw.hotSessionSeal(handle, head, size, room, now)
}

/** The messages, each after its length. A session with padding is left to the ordinary entry. */
export function sessionSealBatch(
  hot: Hot | undefined,
  handle: number,
  associated: Uint8Array,
  plaintexts: readonly Uint8Array[],
  now: number,
): Uint8Array | undefined {
  if (!hot) return undefined
  const { raw, buffer } = hot
  const head = sizeOf(associated)
  const end = putList(buffer, associated, head, plaintexts)
  if (end === undefined) return undefined
  const done = raw.hotSessionSealBatch(handle, head, end - head, now)
  return done === ASK ? undefined : buffer.view().slice(head, end)
}

export function sessionOpen(
  hot: Hot | undefined,
  handle: number,
  associated: Uint8Array,
  message: Uint8Array,
  now: number,
): Uint8Array | undefined {
  const size = sizeOf(message)
  return hot && open(hot, handle, associated, message, size, now, (plaintext) => plaintext.slice())
}

/** Gives the length of the plaintext. */
export function sessionOpenInto(
  hot: Hot | undefined,
  handle: number,
  associated: Uint8Array,
  message: Uint8Array,
  output: Uint8Array,
  now: number,
): number | undefined {
  const size = sizeOf(message)
  // It is shared, and grew since it was measured.
  if (!hot || sizeOf(output) < size - OVERHEAD) return undefined
  return open(hot, handle, associated, message, size, now, (plaintext) => {
    copyTo(output, plaintext)
    return plaintext.length
  })
}

/** What `take` makes of the plaintext. */
function open<T>(
  { raw, buffer }: Hot,
  handle: number,
  associated: Uint8Array,
  message: Uint8Array,
  size: number,
  now: number,
  take: (plaintext: Uint8Array) => T,
): T | undefined {
  const head = sizeOf(associated)
  if (!buffer.put2(associated, head, message, size, 0)) return undefined
  const length = raw.hotSessionOpen(handle, head, size, now)
  if (length === ASK) return undefined
  const from = head + CONTENT
  try {
    return take(buffer.view().subarray(from, from + length))
  } finally {
    buffer.view().fill(0, from, head + size)
  }
}

/** Writes plaintexts where their messages will hold them, behind `head` bytes; gives the end, if all fit. */
function putList(
  { capacity, view, put }: Scratch,
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
