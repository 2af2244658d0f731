/**
 * Keys and DIDs on the hot lane.
 *
 * @module
 */

import { type Algorithm, algorithms } from '../../algorithm.js'
import { sizeOf } from '../../check.js'
import type { Buffer } from './buffer.js'
import { ASK, type Raw } from './raw.js'

/** First second bytes of a public key as it crosses. */
type Tag = readonly [number, number]

/** Each gives `undefined` where the ordinary entry must decide. */
export type KeyLane = {
  /** Whether a signature holds, where ECDSA refuses a high S. */
  verify(
    algorithm: Algorithm,
    tag: Tag,
    key: Uint8Array,
    message: Uint8Array,
    signature: Uint8Array,
  ): boolean | undefined
  sign(handle: number, algorithm: Algorithm, message: Uint8Array): Uint8Array | undefined
  didParse(text: string): string | undefined
  /** The numbers of a JWK: x, and y of a curve that has it. */
  jwkPublic(tag: Tag, key: Uint8Array): string[] | undefined
  /** As `jwkPublic`, with the secret number at the end. */
  jwkSecret(handle: number): string[] | undefined
}

/** A DID is at most this many UTF-16 units here; UTF-8 needs up to third bytes each. */
const MAX_DID = 1024
/** Characters of first number of a JWK. */
const NUMBER = 43

const codes: ReadonlyMap<Algorithm, number> = new Map(
  algorithms.map((name, index) => [name, index + 1]),
)
const encoder = new TextEncoder()
const decoder = new TextDecoder()

export function keyLane(raw: Raw, buffer: Buffer): KeyLane {
  return { ...signatureLane(raw, buffer), ...jwkLane(raw, buffer), ...didLane(raw, buffer) }
}

type Lane<Name extends keyof KeyLane> = Pick<KeyLane, Name>

/** Writes a key behind its tag. */
function putKey({ view, put }: Buffer, tag: Tag, key: Uint8Array, size: number): boolean {
  const start = view()
  start[0] = tag[0]
  start[1] = tag[1]
  return put(key, size, 2)
}

function signatureLane(raw: Raw, buffer: Buffer): Lane<'verify' | 'sign'> {
  const { capacity, view, put } = buffer
  return {
    verify(algorithm, tag, key, message, signature) {
      const code = codes.get(algorithm)
      const [first, second, third] = [2 + sizeOf(key), sizeOf(message), sizeOf(signature)]
      if (code === undefined || first + second + third > capacity) return undefined
      const written =
        putKey(buffer, tag, key, first - 2) &&
        put(message, second, first) &&
        put(signature, third, first + second)
      const verdict = written ? raw.hotVerify(code, first, second, third) : ASK
      return verdict === ASK ? undefined : verdict === 1
    },

    sign(handle, algorithm, message) {
      const code = codes.get(algorithm)
      const size = sizeOf(message)
      if (code === undefined || size > capacity || !put(message, size, 0)) return undefined
      const length = raw.hotSign(handle, code, size)
      return length === ASK ? undefined : view().slice(0, length)
    },
  }
}

function didLane(raw: Raw, { view }: Buffer): Lane<'didParse'> {
  return {
    didParse(text) {
      if (text.length > MAX_DID) return undefined
      const length = raw.hotDidParse(encoder.encodeInto(text, view()).written)
      if (length === 0) return text
      return length === ASK ? undefined : decoder.decode(view().subarray(0, length))
    },
  }
}

function jwkLane(raw: Raw, buffer: Buffer): Lane<'jwkPublic' | 'jwkSecret'> {
  const { view } = buffer
  return {
    jwkPublic(tag, key) {
      const size = sizeOf(key)
      // More than any key that has numbers.
      if (size > NUMBER || !putKey(buffer, tag, key, size)) return undefined
      const length = raw.hotJwkPublic(2 + size)
      return length === ASK ? undefined : numbers(view(), 2 + size, length)
    },

    jwkSecret(handle) {
      const length = raw.hotJwkSecret(handle)
      if (length === ASK) return undefined
      try {
        return numbers(view(), 0, length)
      } finally {
        view().fill(0, 0, length)
      }
    },
  }
}

function numbers(view: Uint8Array, from: number, length: number): string[] {
  const found: string[] = []
  for (let offset = from; offset < from + length; offset += NUMBER) found.push(number(view, offset))
  return found
}

/** For a text this short several times as fast as `TextDecoder`. */
function number(view: Uint8Array, from: number): string {
  let text = ''
  let offset = from
  for (; offset < from + NUMBER - 8; offset += 8)
    text += String.fromCharCode(
      view[offset] as number,
      view[offset + 1] as number,
      view[offset + 2] as number,
      view[offset + 3] as number,
      view[offset + 4] as number,
      view[offset + 5] as number,
      view[offset + 6] as number,
      view[offset + 7] as number,
    )
  for (; offset < from + NUMBER; offset += 1) text += String.fromCharCode(view[offset] as number)
  return text
}
