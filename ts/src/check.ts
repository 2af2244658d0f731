/**
 * Argument checks, made before every call of an engine.
 *
 * A safety rule, not a courtesy: WebAssembly glue takes the number 5 for no
 * bytes at all and 64 letters for 64 bytes, without an error. For a key or a
 * signature, silence is the worst answer.
 *
 * @internal
 * @module
 */

import { CountersignError } from './errors.js'

/** The type tag of a typed array, which no object can forge and which holds across realms. */
const typeTag = Object.getOwnPropertyDescriptor(
  Object.getPrototypeOf(Uint8Array.prototype) as object,
  Symbol.toStringTag,
)?.get as (this: unknown) => string | undefined

/** Throws `ERR_ARGUMENT` unless `value` is a string of whole characters. */
export function text(value: unknown, name: string): string {
  if (typeof value !== 'string') throw wrong(name, 'a string', value)
  // A lone surrogate would reach the core as U+FFFD: another text than was given.
  if (!value.isWellFormed())
    throw new CountersignError('ERR_ARGUMENT', `${name} has a lone surrogate`)
  return value
}

/** Throws `ERR_ARGUMENT` unless `value` is a live Uint8Array (of `length` bytes); shared memory is copied. */
export function bytes(value: unknown, name: string, length?: number): Uint8Array {
  if (typeTag.call(value) !== 'Uint8Array') throw wrong(name, 'a Uint8Array', value)
  const array = value as Uint8Array
  if (length !== undefined && array.length !== length)
    throw new CountersignError(
      'ERR_ARGUMENT',
      `${name} must be ${length} bytes, got ${array.length}`,
    )
  if (array.length === 0 && detached(array.buffer))
    throw new CountersignError('ERR_ARGUMENT', `${name} is detached`)
  return shared(array.buffer) ? array.slice() : array
}

/** Throws `ERR_ARGUMENT` unless `value` is a whole number from `min` to `max`. */
export function integer(
  value: unknown,
  name: string,
  min: number = 0,
  max: number = Number.MAX_SAFE_INTEGER,
): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < min || value > max)
    throw wrong(name, `a whole number from ${min} to ${max}`, value)
  return value
}

/** Throws `ERR_ARGUMENT` unless `value` is true or false. */
export function boolean(value: unknown, name: string): boolean {
  if (typeof value !== 'boolean') throw wrong(name, 'true or false', value)
  return value
}

/** Throws `ERR_ARGUMENT` unless `value` is an object that is not an array. */
export function record(value: unknown, name: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw wrong(name, 'an object', value)
  return value as Record<string, unknown>
}

/** Throws `ERR_ARGUMENT` unless `value` is an array. */
export function list(value: unknown, name: string): readonly unknown[] {
  if (!Array.isArray(value)) throw wrong(name, 'an array', value)
  return value
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
export function callable(value: unknown, name: string): void {
  if (typeof value !== 'function') throw wrong(name, 'a function', value)
}

/** Whole Unix seconds of `value`, a `Date`; throws `ERR_ARGUMENT` for any other. */
export function seconds(value: unknown, name: string): number {
  const time =
    Object.prototype.toString.call(value) === '[object Date]'
      ? (value as Date).getTime()
      : Number.NaN
  if (!(time >= 0)) throw wrong(name, 'a valid Date since 1970', value)
  return Math.floor(time / 1000)
}

/** The error for `value`. It names the type that came, never the value: it may be a secret. */
export function wrong(name: string, want: string, value: unknown): CountersignError {
  const got = value === null ? 'null' : Array.isArray(value) ? 'an array' : typeof value
  return new CountersignError('ERR_ARGUMENT', `${name} must be ${want}, got ${got}`)
}

function shared(buffer: ArrayBufferLike): boolean {
  return Object.prototype.toString.call(buffer) === '[object SharedArrayBuffer]'
}

function detached(buffer: ArrayBufferLike): boolean {
  if (shared(buffer)) return false
  try {
    new Uint8Array(buffer)
    return false
  } catch {
    return true
  }
}
