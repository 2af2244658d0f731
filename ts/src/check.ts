/**
 * Argument checks, made before every call of an engine.
 *
 * They are needed for safety: without them, the boundary to WebAssembly would silently read the
 * number 5 as no bytes at all, and a text of 64 letters as 64 bytes. Where a key or a
 * signature is expected, that must be an error.
 *
 * @internal
 * @module
 */

import { CountersignError, coreError } from './errors.js'
import { argument, limitExceeded } from './generated/messages.js'

/** The longest byte array that an engine takes: its text in any base still fits a JavaScript string. */
export const maxBytes = 64_000_000

/** The longest text, in UTF-16 units, that an engine takes: that of {@link maxBytes} in hex. */
export const maxText: number = 2 * maxBytes

/**
 * The longest document, in bytes and so in UTF-16 units, and any text that is not the encoding of bytes. The core
 * refuses a longer one too, but the memory that it took to cross would never be given back.
 */
export const maxDocument: number = 2 ** 20

/** The longest list: room for a million links of a chain, and no more work than that for an empty one. */
export const maxItems: number = 2 ** 20

/** What JavaScript itself knows of a typed array; a subclass or a property of the same name changes nothing. */
const typedArray = Object.getPrototypeOf(Uint8Array.prototype) as Uint8Array
// One by one: a function that made them would make calls that no compiler can see through.
const tag = getter(typedArray, Symbol.toStringTag) as () => string | undefined
const length = getter(typedArray, 'length') as () => number
const offset = getter(typedArray, 'byteOffset') as () => number
const memory = getter(typedArray, 'buffer') as () => ArrayBufferLike
const size = getter(ArrayBuffer.prototype, 'byteLength')
const set = typedArray.set
const getTime = Date.prototype.getTime

/** Throws `ERR_ARGUMENT` unless `value` is a string of whole characters, of at most {@link maxDocument} units. */
export function text(value: unknown, name: string): string {
  return characters(value, name, maxDocument)
}

/** As {@link text}, for text that encodes bytes, or several documents. */
export function longText(value: unknown, name: string): string {
  return characters(value, name, maxText)
}

function characters(value: unknown, name: string, most: number): string {
  if (typeof value !== 'string') throw wrong(name, 'a string', value)
  limit(value.length, most, name)
  // A lone surrogate would reach the core as U+FFFD: another text than was given.
  if (!value.isWellFormed())
    throw new CountersignError(
      'ERR_ARGUMENT',
      `${name} has a lone surrogate: give whole characters`,
      { member: name },
    )
  return value
}

/**
 * Throws `ERR_ARGUMENT` unless `value` is a live Uint8Array (of `length` bytes).
 *
 * Gives a plain view, whose methods and length are JavaScript's own; memory that is shared or can be resized
 * is copied.
 */
export function bytes(value: unknown, name: string, want?: number): Uint8Array {
  const array = source(value, name)
  const got = sizeOf(array)
  if (want !== undefined && got !== want)
    throw new CountersignError('ERR_ARGUMENT', `${name} must be ${want} bytes, got ${got}`, {
      member: name,
      want,
      got,
    })
  return plain(array, got)
}

/**
 * Throws `ERR_ARGUMENT` unless `value` is a live Uint8Array; gives it as it is.
 *
 * For arrays that are copied at once, and only once: shared memory can do no harm then. Its length is {@link sizeOf}.
 */
export function source(value: unknown, name: string): Uint8Array {
  if (tag.call(value) !== 'Uint8Array') throw wrong(name, 'a Uint8Array', value)
  const got = length.call(value)
  if (got === 0 && isGone(value as Uint8Array))
    throw new CountersignError(
      'ERR_ARGUMENT',
      `${name} must be live bytes: its buffer was detached or is too short`,
      { member: name },
    )
  limit(got, maxBytes, name)
  return value as Uint8Array
}

/** The real length of an array that {@link source} let through. */
export function sizeOf(array: Uint8Array): number {
  return length.call(array)
}

/** The real buffer of an array, not what a getter of its own returns. */
export function memoryOf(array: Uint8Array): ArrayBufferLike {
  return memory.call(array)
}

/** Copies `bytes` to the start of `target`. A method of the array's own would be code of the caller, and see them. */
export function copyTo(target: Uint8Array, bytes: Uint8Array): void {
  set.call(target, bytes)
}

/** Throws `ERR_LIMIT_EXCEEDED` if `size` is over `most`. */
export function limit(size: number, most: number, name: string): void {
  if (size > most) throw coreError(limitExceeded, { member: name, limit: most })
}

/**
 * Throws `ERR_ARGUMENT` unless `value` is a whole number, zero or more, that a double has exactly. That is a type, and
 * no range: the core has the ranges of what it is given.
 */
export function integer(value: unknown, name: string): number {
  return whole(value, name, 0, Number.MAX_SAFE_INTEGER)
}

/**
 * Throws `ERR_ARGUMENT` unless `value` is a whole number that a double has exactly, of either sign. For a number whose
 * range the core has: it crosses as it is, and what is out of range is refused there, in the words of the core.
 */
export function safeInteger(value: unknown, name: string): number {
  return whole(value, name, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)
}

/** As {@link integer}, for a number that crosses as 32 bits. */
export function integer32(value: unknown, name: string): number {
  return whole(value, name, 0, 0xffff_ffff)
}

/** As {@link integer}, for a `bigint` that crosses as 64 bits, which is as decimal text. */
export function integer64(value: unknown, name: string): string {
  if (typeof value !== 'bigint' || BigInt.asUintN(64, value) !== value)
    throw wrong(name, `a bigint from 0 to ${BigInt.asUintN(64, -1n)}`, value)
  return value.toString()
}

/**
 * A check for a whole number from `min` to `max`. For what stays in TypeScript, as the size of a store or the time of
 * a fetch.
 */
export function within(
  min: number,
  max: number = Number.MAX_SAFE_INTEGER,
): (value: unknown, name: string) => number {
  return (value, name) => whole(value, name, min, max)
}

function whole(value: unknown, name: string, min: number, max: number): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < min || value > max)
    throw wrong(name, `a whole number from ${min} to ${max}`, value)
  return value
}

/** Throws `ERR_ARGUMENT` unless `value` is true or false. */
export function boolean(value: unknown, name: string): boolean {
  if (typeof value !== 'boolean') throw wrong(name, 'true or false', value)
  return value
}

/** Whether `value` has members, or could: it is no primitive, and no function. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** Throws `ERR_ARGUMENT` unless `value` is an object that is not an array. */
export function record(value: unknown, name: string): Record<string, unknown> {
  if (!isObject(value) || isArray(value, name)) throw wrong(name, 'an object', value)
  return value as Record<string, unknown>
}

/**
 * Throws `ERR_ARGUMENT` unless `value` is an array; gives a plain copy, with `undefined` where nothing is.
 *
 * The methods of an array of the caller may be its own, and skip what is not there.
 */
export function list(value: unknown, name: string): readonly unknown[] {
  if (!isArray(value, name)) throw wrong(name, 'an array', value)
  return readable(name, () => {
    const count = integer(value.length, `${name}.length`)
    limit(count, maxItems, name)
    const copy: unknown[] = []
    // What is not there is not looked up further: `Object.prototype` may hold a member of that name.
    for (let index = 0; index < count; index += 1)
      copy.push(Object.hasOwn(value, index) ? value[index] : undefined)
    return copy
  })
}

/**
 * Runs `read`, which reads an object of the caller: what a getter or a proxy throws becomes the cause of an
 * `ERR_ARGUMENT`.
 */
export function readable<T>(name: string, read: () => T): T {
  try {
    return read()
  } catch (cause) {
    throw unreadable(name, cause)
  }
}

/** What {@link readable} throws for `cause`. */
export function unreadable(name: string, cause: unknown): CountersignError {
  if (cause instanceof CountersignError) return cause
  return new CountersignError('ERR_ARGUMENT', `${name} cannot be read`, {
    cause,
    member: name,
  })
}

/** A proxy that was revoked is not even asked what it is. */
export function isArray(value: unknown, name: string): value is unknown[] {
  return readable(name, () => Array.isArray(value))
}

/** Throws `ERR_ARGUMENT` unless `value` is one of `allowed`. */
export function oneOf<const T extends string>(
  value: unknown,
  name: string,
  allowed: readonly T[],
): T {
  if (!allowed.includes(value as T)) throw wrong(name, `one of ${allowed.join(', ')}`, value)
  return value as T
}

/** Throws `ERR_ARGUMENT` unless `value` is a function. */
export function callable(value: unknown, name: string): (...args: never) => unknown {
  if (typeof value !== 'function') throw wrong(name, 'a function', value)
  return value as (...args: never) => unknown
}

/** Whole Unix seconds of `value`, a `Date`; throws `ERR_ARGUMENT` for any other. */
export function seconds(value: unknown, name: string): number {
  const time = timeOf(value)
  if (!(time >= 0)) throw wrong(name, 'a valid Date since 1970', value)
  return Math.floor(time / 1000)
}

/** What JavaScript itself knows of a `Date`, of any realm; a method of its own changes nothing. */
function timeOf(value: unknown): number {
  try {
    return getTime.call(value as Date)
  } catch {
    return Number.NaN
  }
}

/** As {@link seconds}; the clock where there is none. */
export function secondsOrNow(value: unknown, name: string): number {
  return value === undefined ? Math.floor(Date.now() / 1000) : seconds(value, name)
}

/** A clock of whole Unix seconds from `value`, a function that gives a `Date`; the system's where there is none. */
export function clock(value: unknown, name: string): () => number {
  if (value === undefined) return () => Math.floor(Date.now() / 1000)
  const read = callable(value, name) as () => unknown
  return () => seconds(read(), name)
}

/** RFC 3339 of `value`, a `Date`, in whole seconds; throws `ERR_ARGUMENT` for any other. */
export function timestamp(value: unknown, name: string): string {
  return new Date(seconds(value, name) * 1000).toISOString().replace('.000Z', 'Z')
}

/** As {@link timestamp}; the clock where there is none. */
export function timestampOrNow(value: unknown, name: string): string {
  return timestamp(value === undefined ? new Date() : value, name)
}

/** The error for `value`. It names the type that came, never the value: it may be a secret. */
export function wrong(name: string, want: string, value: unknown): CountersignError {
  const got = value === null ? 'null' : isArray(value, name) ? 'an array' : typeof value
  return coreError(argument, { member: name, want, got })
}

/** The error for a text that is not what it must be: `got` is the text itself. */
export function unfit(name: string, want: string, got: string): CountersignError {
  return new CountersignError('ERR_ARGUMENT', `${name} must be ${want}`, {
    member: name,
    want,
    got,
  })
}

function plain(array: Uint8Array, size: number): Uint8Array {
  const buffer = memory.call(array)
  const view = new Uint8Array(buffer, offset.call(array), size)
  const fixed = !isShared(buffer) && (buffer as { resizable?: boolean }).resizable !== true
  return fixed ? view : new Uint8Array(view)
}

/** The size of shared memory is not a property of an ArrayBuffer. */
function isShared(buffer: ArrayBufferLike): boolean {
  try {
    size.call(buffer)
    return false
  } catch {
    return true
  }
}

/** Every method of a typed array checks first that its memory is there. */
function isGone(array: Uint8Array): boolean {
  try {
    typedArray.at.call(array, 0)
    return false
  } catch {
    return true
  }
}

function getter(holder: object, name: PropertyKey): (this: unknown) => unknown {
  return Object.getOwnPropertyDescriptor(holder, name)?.get as () => unknown
}
