/**
 * Whether two results of a case are the same, in Node and in browsers.
 *
 * @module
 */

/** Plain data is compared member by member, arrays of numbers by their bytes, dates by their time; all else by identity. */
export function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (ArrayBuffer.isView(a) && ArrayBuffer.isView(b)) return sameBytes(a, b)
  if (isDate(a) && isDate(b)) return Object.is(a.getTime(), b.getTime())
  if (!isPlain(a) || !isPlain(b) || Array.isArray(a) !== Array.isArray(b)) return false
  const names = Object.keys(a)
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && same(a[name], b[name]))
  )
}

function sameBytes(a: ArrayBufferView, b: ArrayBufferView): boolean {
  const [left, right] = [octets(a), octets(b)]
  return left.length === right.length && left.every((byte, index) => byte === right[index])
}

function octets(view: ArrayBufferView): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength)
}

function isDate(value: unknown): value is Date {
  return Object.prototype.toString.call(value) === '[object Date]'
}

/** An array, or an object without a class of its own. */
function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return false
  return ['[object Object]', '[object Array]'].includes(Object.prototype.toString.call(value))
}
